"""Honest tournaments pass every verdict, whatever happened in them (docs/organize/audit.md)."""

import pytest

from harness.audit.audits import named
from harness.audit.tournaments import SIGNER, PlayedTournament, announcement, opened_with, why
from replays.audit.evidence import Evidence
from replays.audit.tournaments.course import follow_tournament
from replays.audit.verdicts import Report, Verdict
from replays.audit.verifier import audit
from replays.events.regulations import DAY_MS, Filling, Format, Regulations, Seeding
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.opening import Announcement

pytestmark = pytest.mark.slow

KEYS = Evidence(keys=frozenset({SIGNER.public_key}))
ALL = {"integrity", "completeness", "legality", "fairness", "time", "result", "pairing", "standings", "acts"}

FIELDS: list[tuple[Announcement, int, list[str]]] = [
    (announcement(), 8, ["random", "greedy"]),
    (announcement(table=3), 7, []),
    (announcement(table=2), 5, []),
    (announcement(Format.LEAGUE, 4, 7), 7, []),
    (announcement(Format.LEAGUE, 3, 4, regulations=Regulations(seeding=Seeding.ENTRIES)), 6, []),
    (announcement(Format.KNOCKOUT, 4, 3), 9, []),
    (announcement(Format.KNOCKOUT, 2, 4, regulations=Regulations(filling=Filling.LUCKY)), 5, []),
]


def clean(played: PlayedTournament) -> Report:
    """The report on a tournament without any fault, whose games have none either."""
    report = audit(played.bundle(), KEYS)
    assert [each.findings for each in report.whole()] == [()] * (len(report.parts) + 1)
    return report


@pytest.mark.parametrize(("plan", "people", "bots"), FIELDS, ids=map(str, range(len(FIELDS))))
def test_an_honest_tournament_passes(plan: Announcement, people: int, bots: list[str]) -> None:
    """Every format and size of table passes all nine verdicts."""
    played = opened_with(plan, people, bots)
    played.finish()
    assert named(clean(played), Verdict.PASS) == ALL


def test_acts_on_the_record_pass() -> None:
    """A tournament with acts of every kind passes, also those that were undone."""
    played = opened_with(announcement(rounds=4, table=2, regulations=Regulations(late_until=2)), 7)
    played.change(lambda now: acts.name_deputy(now, why(), "deputy"))
    played.change(lambda now: acts.forbid_meeting(now, why("deputy"), [1, 2]))
    played.play()
    played.change(lambda now: acts.correct(now, why(), 1, [2, 1]))
    played.change(lambda now: acts.annul(now, why("deputy"), 2))
    played.change(lambda now: undoing.undo(now, why(), now.head.version))
    played.change(lambda now: acts.annul(now, why(), 3, [5, 7]))
    disputing = played.now.sitter_in(played.now.table(1)[1].entrants[0], 1).player  # type: ignore[index]
    played.change(lambda now: acts.open_dispute(now, why(disputing), 1, 9))
    played.change(lambda now: acts.answer_dispute(now, why(), now.head.version, upheld=False))
    played.change(lambda now: opening.withdraw(now, "player-3", "a journey"))
    played.change(lambda now: acts.withdraw(now, why("deputy"), 5))
    played.change(lambda now: acts.replace_entrant(now, why(), 6, "substitute"))
    played.change(lambda now: acts.dismiss_deputy(now, why(), "deputy"))
    played.change(lambda now: undoing.undo(now, why(), now.acts[9].version))
    played.enter(1)
    played.close()
    tables, byes = [[1, 3], [2, 5], [6, 7]], [8]
    played.play()
    played.change(lambda now: acts.set_pairing(now, why(), 3, tables, byes))
    played.close()
    assert played.now.rounds[2].paired.by_hand
    played.finish()
    assert len(played.now.acts) == 14
    assert named(clean(played), Verdict.PASS) == ALL


def test_a_pairing_that_failed_passes() -> None:
    """A pairing that is impossible is reproduced, and so is the one after the director has acted."""
    played = opened_with(announcement(table=2, rounds=2), 2)
    played.change(lambda now: acts.forbid_meeting(now, why(), [1, 2]))
    played.play()
    played.close()
    assert played.now.failed
    report = audit(played.bundle(), KEYS)
    assert (report.findings, named(report, Verdict.FAIL)) == ((), set())
    assert "pairing/lots" in {note.code for note in report.notes}
    assert "pairing" in named(report, Verdict.NOT_SHOWN)
    played.change(lambda now: undoing.undo(now, why(), now.acts[0].version))
    played.advance()
    played.finish()
    assert named(clean(played), Verdict.PASS) == ALL


def test_tournaments_without_games_pass() -> None:
    """A tournament that takes entries, or was called off, fails nothing, and shows no result."""
    played = PlayedTournament(announcement())
    assert named(audit(played.bundle(), KEYS), Verdict.FAIL) == set()
    played.enter(2)
    played.change(lambda now: opening.call_off(now, why()))
    report = clean(played)
    assert named(report, Verdict.PASS) == {"integrity", "completeness", "legality", "time", "acts"}
    waiting = PlayedTournament(announcement())
    waiting.tournaments.abort_unfilled(waiting.now, 0)
    assert "completeness" in named(clean(waiting), Verdict.PASS)


def test_a_bot_plays_for_those_who_are_out() -> None:
    """In a league with a bot for vacancies the tables stay, and the audit knows who sits there."""
    regulations = Regulations(vacancy="greedy")
    played = opened_with(announcement(Format.LEAGUE, 2, 3, regulations=regulations), 4)
    assert played.now.created.regulations.vacancy == "greedy-1"
    played.change(lambda now: acts.withdraw(now, why(), 2))
    played.finish()
    assert named(clean(played), Verdict.PASS) == ALL


@pytest.mark.parametrize("ended", [True, False])
def test_a_late_table_passes(*, ended: bool) -> None:
    """A table that was late at the sign-off passes, also if its game goes on and ends afterwards."""
    played = opened_with(announcement(table=2, rounds=2, regulations=Regulations(first_move_ms=DAY_MS)), 4)
    played.skip(DAY_MS)
    played.play(but=[2])
    played.close()
    scored = played.now.games[1].scored
    assert scored is not None
    assert not scored.over
    played.play(but=[] if ended else [2])
    assert [each.code for each in audit(played.bundle(), KEYS).findings] == []
    played.close()
    unshown = set() if ended else {"completeness", "fairness", "result"}
    assert named(clean(played), Verdict.PASS) == ALL - unshown


def test_an_unfinished_tournament_never_fails() -> None:
    """Every prefix passes except one that lacks only the end of an append."""
    played = opened_with(announcement(table=2, rounds=2), 4)
    played.finish()
    record = played.tables.log.read(played.id)
    finished = [each.version for each in record if each.record["type"] == "TournamentFinished"]
    games = [played.tables.match(table.id) for table in played.now.games]
    for version in range(1, len(record) + 1):
        course = follow_tournament(played.id, record[:version], games, played.record_of)
        expected = [(version + 1, "log/torn")] if version + 1 in finished else []
        assert [(each.version, each.code) for each in course.findings] == expected, version


def test_so_many_failed_pairings_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further ones are noted, as each may take a second."""
    played = PlayedTournament(announcement(table=2, rounds=1))
    played.enter(2)
    played.change(lambda now: acts.forbid_meeting(now, why(), [1, 2]))
    played.start()
    monkeypatch.setattr("replays.audit.tournaments.rounds.MOST_FAILURES", 0)
    assert "pairing/failures" in {note.code for note in audit(played.bundle(), KEYS).notes}

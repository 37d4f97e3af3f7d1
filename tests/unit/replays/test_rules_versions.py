"""Records of two rules versions: each is folded, shown, audited and scored by its own version."""

from collections.abc import Iterator

import orjson
import pytest

from harness.audit.audits import KNOWN_KEY, SERVICE, dynasty_of, game
from harness.audit.forging import Forger
from harness.games import tables_on
from harness.play.dynasties import dynasties_on, seated
from harness.programs.two_versions import BONUS, HARMONY, NEW, OLD, ONE_MORE, PAID_SEED
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS
from kingdomino.transcript.syntax import format_transcript
from replays.audit.bundle.building import game_bundle
from replays.audit.bundle.container import unpack
from replays.audit.verdicts import AnyAspect, Aspect, Report, Verdict
from replays.audit.verifier import audit
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.canonical import parse_canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, derived_game_id
from replays.events.codec import CodecError, decode
from replays.match.aggregate import Match, Sitter, fold
from replays.match.aggregate_cache import Damaged
from replays.projections import view
from replays.projections.studies import StudyId, study_of
from replays.projections.transcripts import transcript_of_match
from service.application.games.seats.rematch import as_game

NEWER = GameId(derived_game_id("suite", "newer"))


@pytest.fixture
def two_versions() -> Iterator[None]:
    """Register one more version for a test."""
    with VERSIONS.registered(ONE_MORE):
        yield


def record(number: int) -> list[StoredEvent]:
    """A scored game of this version, with the same moves in each, in which Harmony pays.

    Its draws are those of version 1, which do not depend on the rules.
    """
    _, events = game(2, HARMONY[number], PAID_SEED, draws=1)
    return list(events)


def match(number: int) -> Match:
    """The match to which that game folds."""
    played, events = game(2, HARMONY[number], PAID_SEED, draws=1)
    found = fold(played, events)
    assert found is not None
    return found


def bundle(number: int) -> bytes:
    """The audit bundle of that game."""
    return game_bundle(match(number).id, record(number), SERVICE)


def findings(report: Report) -> list[tuple[AnyAspect, int | None, str]]:
    """The findings without their texts."""
    return [(found.aspect, found.version, found.code) for found in report.findings]


@pytest.mark.usefixtures("two_versions")
def test_a_record_says_its_version_beside_the_rules() -> None:
    """The rules themselves do not contain it; between versions only hashes and points differ."""
    old, new = (record(number)[0].record["data"] for number in BONUS)
    assert (old["rules_version"], new["rules_version"]) == (OLD, NEW)
    assert old["rules"] == new["rules"]
    assert "version" not in old["rules"]
    assert {**old, "rules_version": NEW} == new
    states = [view.state(match(number), {})["rules"] for number in BONUS]
    assert states == [old["rules"], old["rules"]]
    assert [event.record["data"] for event in record(OLD)[1:-1]] == [
        event.record["data"] for event in record(NEW)[1:-1]
    ]


@pytest.mark.usefixtures("two_versions")
def test_each_game_is_scored_by_its_own_version() -> None:
    """Record and live points agree at the end, in whatever order the versions are read."""
    for number in (OLD, NEW, OLD):
        result, bonus = match(number).result, BONUS[number]
        assert result is not None
        assert {score.harmony for score in result.scores} == {0, bonus}
        shown = [kingdom["score"] for kingdom in view.state(match(number), {})["kingdoms"]]
        assert [score["harmony"] for score in shown] == [score.harmony for score in result.scores]
        assert [score["total"] for score in shown] == [score.total for score in result.scores]


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize("number", BONUS)
def test_each_bundle_passes_beside_the_other(number: int) -> None:
    """All six verdicts pass, and `rules.json` has the version."""
    assert set(audit(bundle(number), KNOWN_KEY).verdicts.values()) == {Verdict.PASS}
    assert parse_canonical(unpack(bundle(number))["rules.json"])["rules_version"] == number


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize(("number", "other"), [(OLD, NEW), (NEW, OLD)])
def test_a_record_that_claims_the_other_version_is_scored_wrongly(number: int, other: int) -> None:
    """Even with chain and members adapted, the points show the version by which it was played."""
    forger = Forger(bundle(number))
    forger.data("GameCreated")["rules_version"] = other
    forger.members["rules.json"] = unpack(bundle(other))["rules.json"]
    assert findings(audit(forger.forged())) == [(Aspect.RESULT, len(forger.events), "result/otherwise")]


@pytest.mark.parametrize("value", [0, -1, True, 1.0, "1", None, [1]])
def test_what_is_no_version_is_refused(value: object) -> None:
    """Only the number of a version is accepted."""
    stored = record(OLD)[0]
    data = {**stored.record["data"], "rules_version": value}
    changed = StoredEvent(stored.version, orjson.dumps({**stored.record, "data": data}), stored.hash)
    with pytest.raises(CodecError, match="log/data: GameCreated: rules_version: "):
        decode(changed)


@pytest.mark.usefixtures("two_versions")
def test_a_version_that_is_not_known_is_refused_at_the_first_event() -> None:
    """The audit names the version and the known ones; nothing is folded."""
    forger = Forger(bundle(NEW))
    forger.data("GameCreated")["rules_version"] = 99
    (fault,) = audit(forger.forged()).findings
    assert (fault.aspect, fault.version, fault.code) == (Aspect.LEGALITY, 1, "log/data")
    assert fault.text == f"rules_version 99: this verifier knows 1 to {max(VERSIONS.numbers)}"


def test_a_version_that_was_taken_out_is_not_known_any_more() -> None:
    """A record of an unregistered version is refused at its first event; the older game still passes."""
    with VERSIONS.registered(ONE_MORE):
        old, new, played, events = bundle(OLD), bundle(NEW), match(NEW).id, record(NEW)
    assert set(audit(old, KNOWN_KEY).verdicts.values()) == {Verdict.PASS}
    assert findings(audit(new)) == [(Aspect.LEGALITY, 1, "log/data")]
    with pytest.raises(Damaged, match=f"rules_version: {NEW} is no version of the rules"):
        game_bundle(played, events, SERVICE)


def test_a_dynasty_goes_on_by_the_version_it_began_with() -> None:
    """Its games have the old version even after a newer one exists, which a new dynasty uses."""
    tables = tables_on(FakeEventLog())
    dynasties = dynasties_on(tables)
    old = seated(dynasties, rules=Rules(harmony=True))
    with VERSIONS.registered(ONE_MORE):
        newer = seated(dynasties, rules=Rules(harmony=True), dynasty=NEWER)
        games = [tables.match(dynasties.advance(now.id).games[0].id) for now in (old, newer)]
    assert [game.created.rules_version for game in games] == [OLD, NEW]


def test_a_dynastys_game_by_another_version_is_another_game() -> None:
    """The version is part of the rules that all games of a dynasty share."""
    forger = Forger(dynasty_of())
    forger.data("DynastyCreated")["rules_version"] = NEW
    told, other = (f'"rules_version":{number}'.encode() for number in BONUS)
    forger.members["rules.json"] = forger.members["rules.json"].replace(told, other)
    started = [forger.at("DynastyGameStarted", nth) + 1 for nth in range(3)]
    wrong = ((Aspect.LEGALITY, "dynasty/other-game"), (Aspect.FAIRNESS, "dynasty/commitment"))
    expected = [(aspect, version, code) for version in started for aspect, code in wrong]
    with VERSIONS.registered(ONE_MORE):
        assert findings(audit(forger.forged())) == expected


@pytest.mark.usefixtures("two_versions")
def test_a_rematch_is_by_the_newest_version() -> None:
    """A rematch is a new game; its other options stay the same."""
    tables = tables_on(FakeEventLog())
    ann, bob = Sitter("ann", None), Sitter("bob", None)
    match = tables.create(derived_game_id("suite", "old"), NewTable(HARMONY[OLD], 2, "ann", ann)).after
    over = Attendance(tables).abort(tables.join(match, bob).after, "ann").after
    assert over.rules == HARMONY[OLD]
    assert as_game(tables).joined(over, ann, None, None).rules == HARMONY[NEW]


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize("number", BONUS)
def test_a_study_is_replayed_by_the_version_of_its_text(number: int) -> None:
    """The study has the result of the original game."""
    text = format_transcript(transcript_of_match(match(number), record(number), {}))
    assert f'[RulesVersion "{number}"]' in text
    *_, last = study_of(StudyId(derived_game_id("suite", "study")), text).frames
    assert last.match.rules == HARMONY[number]
    assert last.match.result == match(number).result

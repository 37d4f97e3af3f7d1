"""Whole tournaments on a log in memory: each step once, nobody twice in a round, seeds as promised."""

from itertools import chain
from random import Random

import pytest

from harness.games import finish
from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId, derived_game_id
from replays.events.regulations import Filling, Format, Regulations, Seeding
from replays.log.event_log import EventLog
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.draws import commitment
from replays.tournament import due, tournaments
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.due import is_due
from replays.tournament.lots import game_seed
from replays.tournament.results import standing_rows
from tests.unit.replays.tournament.seasons import WHY, Season, season

pytestmark = pytest.mark.slow

LUCKY = Regulations(filling=Filling.LUCKY)
SEASONS = {
    "swiss of 16 in fours": (Format.SWISS, 4, 3, 16, None),
    "swiss of 10 in fours and threes": (Format.SWISS, 4, 3, 10, None),
    "swiss of 7 in duels": (Format.SWISS, 2, 3, 7, None),
    "swiss of 11 in threes": (Format.SWISS, 3, 3, 11, None),
    "league of 7 in fours": (Format.LEAGUE, 4, 7, 7, None),
    "league of 5 in duels": (Format.LEAGUE, 2, 5, 5, None),
    "knock-out of 16 in fours": (Format.KNOCKOUT, 4, 3, 16, None),
    "knock-out of 11 in duels": (Format.KNOCKOUT, 2, 4, 11, None),
    "knock-out of 18 with lucky losers": (Format.KNOCKOUT, 4, 5, 18, LUCKY),
}


def played(found: Season) -> Tournament:
    """The tournament after all rounds, with results that the director assigns."""
    found.start()
    while not found.now.finished:
        found.close()
    return found.now


@pytest.mark.parametrize("agreed", SEASONS.values(), ids=SEASONS)
def test_nobody_sits_twice_in_a_round(agreed: tuple[Format, int, int, int, Regulations | None]) -> None:
    """Everybody who is in has at most one table or bye, and the standings have each entrant once."""
    now = played(season(*agreed))
    for round_ in now.rounds:
        seated = [*chain.from_iterable(round_.paired.tables), *round_.paired.byes]
        assert len(set(seated)) == len(seated)
        assert all(2 <= len(table) <= now.players for table in round_.paired.tables)
    final = now.rounds[-1].standings
    assert final is not None
    assert sorted(row.entrant for row in final) == list(range(len(now.field)))
    assert final == standing_rows(now)


@pytest.mark.parametrize("agreed", SEASONS.values(), ids=SEASONS)
def test_a_step_is_done_once(agreed: tuple[Format, int, int, int, Regulations | None]) -> None:
    """Another worker that advances the tournament finds nothing to do, and the log says so."""
    found = season(*agreed)
    found.start()
    head = found.now.head
    assert not is_due(found.all.log, found.now)
    assert found.advance().head == head


def test_everybody_meets_everybody_twice_in_the_league_of_seven() -> None:
    """The exact design, with every seat once, whatever the lots of the order."""
    now = played(season(Format.LEAGUE, 4, 7, 7))
    tables = [table for round_ in now.rounds for table in round_.paired.tables]
    met = {
        (one, two): sum({one, two} <= set(table) for table in tables)
        for one in range(7)
        for two in range(one)
    }
    assert set(met.values()) == {2}
    assert {(seat, table[seat]) for table in tables for seat in range(4)} == {
        (seat, entrant) for seat in range(4) for entrant in range(7)
    }


def test_games_have_their_place_and_their_seats() -> None:
    """Each game names its tournament and number, has derived its id, and seats the table in order."""
    found = season(Format.SWISS, 4, 2, 8)
    found.start()
    for number, table in enumerate(found.now.games, start=1):
        match = found.match(number)
        place = match.created.options.series
        assert place is not None
        assert (place.kind, place.id, place.number) == ("tournament", found.now.id, number)
        assert table.id == derived_game_id("tournament", found.now.id, str(number))
        sitters = [found.now.field[entrant].sitter.player for entrant in table.entrants]
        assert [sitter.player for sitter in match.sitters] == sitters
        assert match.created.founding == found.now.opening


def test_a_game_that_is_scored_counts_without_anybody() -> None:
    """Its points are those of the scale; the seed of the round is revealed with the last game."""
    found = season(Format.SWISS, 2, 1, 4)
    found.start()
    for table in found.now.games:
        finish(found.tables, table.id, Random(table.number))  # noqa: S311
        found.tables.settle(table.id)
    assert is_due(found.all.log, found.now)
    now = found.advance()
    for table in now.games:
        match = found.match(table.number)
        assert match.result is not None
        assert table.scored is not None
        best = {Seat(seat) for seat, place in enumerate(table.scored.places) if place == 1}
        assert best == set(match.result.ranking[0])
        assert table.scored.totals == tuple(score.total for score in match.result.scores)
        assert sum(table.scored.points) == 48
    seed = now.rounds[0].seed
    assert seed is not None
    assert commitment(bytes.fromhex(seed)) == now.created.commitments[1]
    for table in now.games:
        derived = commitment(game_seed(bytes.fromhex(seed), table.number))
        assert found.match(table.number).created.commitment == derived
    assert commitment(bytes.fromhex(now.rounds[0].paired.lots)) == now.created.commitments[0]
    now = found.all.close(now, 1, WHY.by).after
    assert found.all.advance(now.id).status is Status.SCORED


def test_the_record_stays_open_while_a_game_runs() -> None:
    """An annulled game runs on, so its round's seed stays secret, and the record ends after it."""
    found = season(Format.SWISS, 2, 1, 2)
    found.start()
    game = found.now.games[0].id
    found.act(lambda now, _: acts.annul(now, WHY, 1))
    found.now = found.all.close(found.now, 1, WHY.by).after
    assert found.now.finished
    assert found.advance().status is Status.ACTIVE
    assert found.now.rounds[0].seed is None
    finish(found.tables, game, Random(1))  # noqa: S311
    found.tables.settle(game)
    assert found.advance().status is Status.SCORED


def test_a_withdrawn_player_is_seated_no_more() -> None:
    """Neither at a table nor with a bye; the standings keep the player."""
    found = season(Format.SWISS, 2, 3, 6)
    found.start()
    found.act(lambda now, _: opening.withdraw(now, "player-2", "no time"))
    found.close()
    found.close()
    later = [*found.now.rounds[1].paired.tables, found.now.rounds[1].paired.byes]
    assert 2 not in chain.from_iterable(later)
    assert 2 in {row.entrant for row in standing_rows(found.now)}


@pytest.mark.parametrize(("policy", "sizes"), [(None, {3, 4}), ("greedy", {4})])
def test_a_league_goes_on_without_those_who_are_out(policy: str | None, sizes: set[int]) -> None:
    """Their tables are smaller, or a bot plays for them."""
    found = season(Format.LEAGUE, 4, 7, 7, Regulations(vacancy=policy))
    found.start()
    found.act(lambda now, _: opening.withdraw(now, "player-2", "no time"))
    while not found.now.finished:
        found.close()
    assert {len(table.entrants) for table in found.now.games[1:]} == sizes
    sitters = {sitter.player for number in range(2, 8) for sitter in found.match(number).sitters}
    assert "player-2" not in sitters
    assert ("bot/greedy-1" in sitters) is (policy is not None)


def test_in_a_league_of_duels_the_one_left_alone_has_a_bye() -> None:
    """The bye gives its points."""
    found = season(Format.LEAGUE, 2, 3, 4)
    found.start()
    found.act(lambda now, _: opening.withdraw(now, "player-0", "no time"))
    found.close()
    assert len(found.now.rounds[1].paired.byes) == 1
    alone = found.now.rounds[1].paired.byes[0]
    before = {row.entrant: row.points for row in found.now.rounds[0].standings or ()}
    after = {row.entrant: row.points for row in standing_rows(found.now)}
    assert after[alone] == before[alone] + 24


def test_a_late_entrant_has_the_points_of_the_rounds_before() -> None:
    """Late entries are open up to the round of the regulations."""
    found = season(Format.SWISS, 2, 3, 4, Regulations(late_until=2, late_points=12))
    found.start()
    found.enter("late")
    assert {row.entrant: row.points for row in standing_rows(found.now)}[4] == 12
    found.close()
    seated = [*chain.from_iterable(found.now.rounds[1].paired.tables), *found.now.rounds[1].paired.byes]
    assert 4 in seated
    with pytest.raises(Refusal, match="tournament/not-open"):
        found.enter("too late")


def test_an_impossible_pairing_waits_for_an_act() -> None:
    """It says why and whom it concerns; a step without a change does not try again."""
    found = season(Format.SWISS, 2, 3, 2)
    found.start()
    found.act(lambda now, _: acts.forbid_meeting(now, WHY, [1, 2]))
    found.close()
    assert found.now.failed is not None
    assert (found.now.failed[1].code, set(found.now.failed[1].entrants)) == ("pairing/barred", {0, 1})
    head = found.now.head
    assert found.advance().head == head
    (act,) = (each for each in found.now.acts if "MeetingForbidden" in type(each.event).__name__)
    found.act(lambda now, _: undoing.undo(now, WHY, act.version))
    assert found.advance().paired == 2


def test_the_order_of_a_knock_out_is_that_of_the_entries_if_agreed() -> None:
    """The first seeds rest in a field that is no power of two."""
    found = season(Format.KNOCKOUT, 2, 3, 6, Regulations(seeding=Seeding.ENTRIES))
    found.start()
    assert found.now.rounds[0].paired.byes == (0, 1)


def test_the_winner_of_a_final_is_first() -> None:
    """However many points others have from more games."""
    now = played(season(Format.KNOCKOUT, 2, 4, 11))
    final = now.rounds[-1].paired.tables
    assert len(final) == 1
    rows = standing_rows(now)
    assert [rows[0].entrant, rows[1].entrant] == list(final[0])


def test_a_game_that_ends_between_two_looks_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a round is revealed after its games count, however late a worker sees their end."""
    found = season(Format.SWISS, 2, 1, 2)
    found.start()
    game = found.now.games[0].id
    finish(found.tables, game, Random(1))  # noqa: S311
    found.tables.settle(game)
    looks: list[set[GameId]] = [set()]

    def look(log: EventLog, now: Tournament) -> set[GameId]:
        return looks.pop() if looks else due.games_over(log, now)

    monkeypatch.setattr(tournaments, "games_over", look)
    found.advance()
    found.advance()
    assert found.now.games[0].scored is not None
    assert found.now.rounds[0].seed is not None

"""The slow and the lost: what the regulations say of a table that does not end, and of a round by date."""

from functools import partial

import pytest

from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.game_events import Options
from replays.events.regulations import DAY_MS, Forfeit, Format, Regulations
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, rounds
from replays.tournament.due import is_due
from tests.unit.replays.tournament.seasons import NOW, WHY, Season, season

HOUR = 3_600_000
LATE = NOW + 8 * DAY_MS


def closed_at(found: Season, at: int) -> None:
    """Sign the running round off at this time."""
    running = found.now.running
    assert running is not None
    matches = {table.number: found.match(table.number) for table in found.now.games}
    found.act(lambda now, _: rounds.close(now, running.number, WHY.by, matches, at))


@pytest.mark.parametrize(("forfeit", "points"), [(Forfeit.RANKED, 12), (Forfeit.NOTHING, 0)])
def test_who_makes_no_first_move_is_last_at_a_late_table(forfeit: Forfeit, points: int) -> None:
    """The others share the first place; the game itself goes on and counts no more."""
    found = season(Format.SWISS, 4, 2, 4, Regulations(first_move_ms=7 * DAY_MS, forfeit=forfeit))
    found.start()
    with pytest.raises(Refusal, match="tournament/not-done"):
        closed_at(found, NOW + DAY_MS)
    idle = found.match(1).mover
    closed_at(found, LATE)
    scored = found.now.games[0].scored
    assert scored is not None
    assert scored.left == (idle,)
    assert [scored.places[seat] for seat in range(4)] == [4 if seat == idle else 1 for seat in range(4)]
    assert scored.points[idle or 0] == points
    assert len({scored.points[seat] for seat in range(4) if seat != idle}) == 1
    assert not found.match(1).is_over


def test_a_round_by_date_does_not_wait() -> None:
    """Its games count when they end; the last round waits for all of them."""
    found = season(Format.SWISS, 2, 2, 4, Regulations(round_ms=7 * DAY_MS))
    found.start()
    closed_at(found, LATE)
    found.advance()
    assert found.now.paired == 2
    found.correct(1, [1, 2])
    found.correct(2, [1, 2])
    found.correct(3, [1, 2])
    with pytest.raises(Refusal, match="tournament/not-done"):
        closed_at(found, LATE + 8 * DAY_MS)


def ill(player: str, now: Tournament, _: int) -> list[EventDraft]:
    """The player withdraws."""
    return opening.withdraw(now, player, "ill")


def test_a_round_waits_for_nobody_who_is_out() -> None:
    """A table at which everybody is out keeps no one from the next round."""
    found = season(Format.SWISS, 2, 3, 6)
    found.start()
    table = found.now.games[0]
    for entrant in table.entrants:
        found.act(partial(ill, f"player-{entrant}"))
    for other in found.now.games[1:]:
        found.correct(other.number, [1, 2])
    closed_at(found, NOW)
    assert found.now.running is None


def test_an_outage_is_given_back_in_the_games_that_run() -> None:
    """Each game records it once, also if the worker is killed before the tournament says that it is done."""
    day = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)
    found = season(Format.SWISS, 2, 2, 4, options=Options(clock=day))
    found.start()
    found.correct(2, [1, 2])
    before = [found.match(number).deadline for number in (1, 2)]
    found.at += 5 * HOUR
    began = NOW + HOUR
    found.act(lambda now, at: acts.adjust_clocks(now, WHY, (began, began + 2 * HOUR), [], at))
    assert is_due(found.all.log, found.now)
    for _ in range(2):
        found.all._give_time_back(found.now)
    found.advance()
    assert not is_due(found.all.log, found.now)
    for number, deadline in zip((1, 2), before, strict=True):
        events = [each.record["type"] for each in found.all.log.read(found.match(number).id)]
        assert events.count("OutageRecorded") == 1
        assert deadline is not None
        assert found.match(number).deadline == deadline + 3 * HOUR  # with the hour of grace

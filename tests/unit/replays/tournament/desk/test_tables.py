"""The tables that still play, the late ones first."""

import pytest

from replays.events.regulations import DAY_MS, Format, Regulations
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding import acts
from replays.tournament.desk.tables import AtSignOff, Lateness, at_sign_off, open_tables
from tests.unit.replays.tournament.seasons import NOW, WHY, Season, season


def shown(found: Season, now: int) -> list[tuple[int, Lateness]]:
    """The open tables by number, with their lateness."""
    games = {table.number: found.match(table.number) for table in found.now.games}
    return [(each.table.number, each.lateness) for each in open_tables(found.now, games, now)]


def test_a_table_is_late_by_its_first_move_and_overdue_by_the_date_of_its_round() -> None:
    """The limits are those of the regulations, to the millisecond; a result ends the wait."""
    agreed = Regulations(first_move_ms=7 * DAY_MS, idle_ms=14 * DAY_MS, round_ms=3 * DAY_MS)
    found = season(Format.SWISS, 2, 2, 4, agreed)
    found.start()
    first = max(found.match(number).at for number in (1, 2))
    begun = max(NOW, first)
    assert {each for _, each in shown(found, NOW)} == {Lateness.RUNNING}
    assert {each for _, each in shown(found, NOW + 3 * DAY_MS)} == {Lateness.OVERDUE}
    assert {each for _, each in shown(found, begun + 7 * DAY_MS - 1)} <= {Lateness.OVERDUE, Lateness.LATE}
    assert {each for _, each in shown(found, begun + 7 * DAY_MS)} == {Lateness.LATE}
    found.act(lambda now, _: acts.annul(now, WHY, 1))
    assert [number for number, _ in shown(found, begun + 7 * DAY_MS)] == [2]


def test_an_open_table_says_who_is_to_act_and_until_when() -> None:
    """The entrant to act is the one in the seat to act."""
    found = season(Format.SWISS, 2, 2, 4, Regulations(idle_ms=DAY_MS))
    found.start()
    match = found.match(1)
    [open_] = open_tables(found.now, {1: match}, NOW)
    assert match.mover is not None
    assert open_.player == found.now.games[0].entrants[match.mover]
    assert open_.late_at == open_.since + DAY_MS
    assert open_.deadline is None


def sign_off(found: Season, now: int) -> None:
    """Sign the running round off at a time, in ms UTC."""
    found.at = now
    found.now = found.all.close(found.now, found.now.paired, WHY.by).after


def fates(found: Season, now: int) -> set[AtSignOff]:
    """What the sign-off makes of the open tables."""
    games = {table.number: found.match(table.number) for table in found.now.games}
    return {fate for _, fate in at_sign_off(found.now, open_tables(found.now, games, now), now)}


def test_what_the_sign_off_makes_of_a_table_is_what_it_does() -> None:
    """A round with time blocks, an overdue one goes on, a late one is given up; the last never goes on."""
    agreed = Regulations(idle_ms=14 * DAY_MS, round_ms=3 * DAY_MS)
    found = season(Format.SWISS, 2, 2, 4, agreed)
    assert fates(found, NOW) == set()
    found.start()
    late = max(found.match(1).at, NOW) + 14 * DAY_MS
    assert fates(found, NOW) == {AtSignOff.BLOCKS}
    assert fates(found, NOW + 3 * DAY_MS) == {AtSignOff.GOES_ON}
    assert fates(found, late) == {AtSignOff.GIVEN_UP}
    with pytest.raises(Refusal, match="has no result"):
        sign_off(found, NOW)
    sign_off(found, NOW + 3 * DAY_MS)
    assert [table.scored for table in found.now.games] == [None, None]
    found.advance()
    assert fates(found, NOW + 3 * DAY_MS) == {AtSignOff.BLOCKS}
    sign_off(found, 2 * late)
    assert all(table.scored and not table.scored.over for table in found.now.games)
    assert found.now.finished

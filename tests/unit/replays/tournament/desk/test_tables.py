"""The tables that still play, the late ones first."""

from replays.events.regulations import DAY_MS, Format, Regulations
from replays.tournament.deciding import acts
from replays.tournament.desk.tables import Lateness, open_tables
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

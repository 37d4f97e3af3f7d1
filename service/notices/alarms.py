"""When the player to act is reminded: at 80 % of the turn or 24 hours before its end, whichever is later."""

from replays.clocks.fold import deadline
from replays.match.aggregate import Match
from service.notices.notice import Table, to_move

DAY_MS = 24 * 60 * 60 * 1000


def alarm_of(table: Table) -> int | None:
    """When the present turn is running out, in ms UTC; None where it has no end, or no person is to act.

    The 80 % are of the time that runs: a pause of the table or a vacation does not count.
    """
    if not isinstance(table, Match) or table.clocks is None or to_move(table) is None:
        return None
    clocks, end = table.clocks, deadline(table.clocks)
    if end is None or clocks.seat is None:
        return None
    left = clocks.seats[clocks.seat].left
    most = clocks.running(clocks.seat).reached(clocks.since, left * 4 // 5)
    return max(most, end - DAY_MS)

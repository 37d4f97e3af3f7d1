"""The time of a reminder: after 80 % of the turn, or 24 hours before its deadline, whichever is later."""

from replays.clocks.fold import deadline
from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.application.notices.notice import to_move

DAY_MS = 24 * 60 * 60 * 1000


def alarm_of(table: Table) -> int | None:
    """The alarm's time for the present turn, in ms UTC; None without a deadline, or if no person is to act.

    The 80 % are of the time on the clock: pauses of the table and vacations do not count.
    """
    if not isinstance(table, Match) or table.clocks is None or to_move(table) is None:
        return None
    clocks, end = table.clocks, deadline(table.clocks)
    if end is None or clocks.seat is None:
        return None
    left = clocks.seats[clocks.seat].left
    most = clocks.running(clocks.seat).reached(clocks.since, left * 4 // 5)
    return max(most, end - DAY_MS)

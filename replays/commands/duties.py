"""The work of workers in a due game: time is given back, bots act, plans and time-outs are carried out."""

from collections.abc import Callable

from replays.commands.attendance import Attendance
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.match.deciding.outages import ServiceAway

MOST_SECONDS = 0.05
"""The time after which no further step is begun, because other games wait."""


class Duties:
    """Does the due work of a game. A step may be interrupted, repeated, or done by two workers at once.

    `clock` returns seconds and is monotonic.
    """

    def __init__(
        self, tables: Tables, attendance: Attendance, planning: Planning, clock: Callable[[], float]
    ) -> None:
        self._tables = tables
        self._attendance = attendance
        self._planning = planning
        self._clock = clock

    def do(self, game: GameId) -> None:
        """Do the next due step of a game, and begin further ones for `MOST_SECONDS`.

        If nothing is due any more, the time of the next due step is stored. Otherwise the game stays due.
        """
        end = self._clock() + MOST_SECONDS
        while self._step(game) and self._clock() < end:
            pass

    def _step(self, game: GameId) -> bool:
        """Do one step; False if there was nothing to do and the next due time is stored."""
        match = self._tables.match(game)
        try:
            if self._does(match):
                return True
        except ServiceAway as away:
            return not self._tables.log.settle_due(game, match.head, away.until)
        return not self._tables.log.settle_due(game, match.head, match.due)

    def _does(self, match: Match) -> bool:
        """Do the first thing that is due; False if there is none."""
        if self._tables.record_outages(match).head != match.head:
            return True
        if self._planning.carry_out(match):
            return True
        return any(do(match).head != match.head for do in (self._tables.play_bot, self._attendance.expire))

"""What workers do in a game when its time has come: bots act, plans are carried out, clocks run out."""

from collections.abc import Callable

from replays.commands.attendance import Attendance
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.encoding.identity import GameId

MOST_SECONDS = 0.05
"""After so long no further step is begun: the games of others wait."""


class Duties:
    """Does what is due in a game. Any step may be cut short, repeated, or done by two workers at once.

    `clock` gives seconds that only grow.
    """

    def __init__(
        self, tables: Tables, attendance: Attendance, planning: Planning, clock: Callable[[], float]
    ) -> None:
        self._tables = tables
        self._attendance = attendance
        self._planning = planning
        self._clock = clock

    def do(self, game: GameId) -> None:
        """Do the next thing that is due in a game, and further ones for `MOST_SECONDS`.

        If nothing is due any more, it notes when the next thing will be. Else the game stays due.
        """
        end = self._clock() + MOST_SECONDS
        while self._step(game) and self._clock() < end:
            pass

    def _step(self, game: GameId) -> bool:
        """Do one thing; False when there was nothing to do, and that is noted."""
        match = self._tables.match(game)
        if self._planning.carry_out(match):
            return True
        for do in (self._tables.play_bot, self._attendance.expire):
            if do(match).head != match.head:
                return True
        return not self._tables.log.settle_due(game, match.head, match.due)

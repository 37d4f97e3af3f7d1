"""What workers do in a game when its time has come: bots act, plans are carried out, clocks run out."""

from replays.attendance import Attendance
from replays.identity import GameId
from replays.planning import Planning
from replays.tables import Tables

MOST_STEPS = 1000
"""More than any game has; after so many a game is left to the next job, so that none holds up the others."""


class Duties:
    """Does what is due, until nothing is. Any step may be cut short, repeated, or done by two at once."""

    def __init__(self, tables: Tables, attendance: Attendance, planning: Planning) -> None:
        self._tables = tables
        self._attendance = attendance
        self._planning = planning

    def do(self, game: GameId) -> None:
        """Do what is due in a game now, and note when the next thing is."""
        for _ in range(MOST_STEPS):
            if not self._step(game):
                return

    def _step(self, game: GameId) -> bool:
        """Do one thing; False when there was nothing to do, and that is noted."""
        match = self._tables.match(game)
        if self._planning.carry_out(match):
            return True
        for do in (self._tables.play_bot, self._attendance.expire):
            if do(match).head != match.head:
                return True
        return not self._tables.log.settle_due(game, match.head, match.due)

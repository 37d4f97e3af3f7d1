"""What workers do in a game when its time has come: bots act, plans are carried out, clocks run out."""

from replays import bots
from replays.attendance import Attendance
from replays.identity import GameId
from replays.planning import Planning
from replays.tables import Tables


class Duties:
    """Does what is due, until nothing is. Any step may be cut short, repeated, or done by two at once."""

    def __init__(self, tables: Tables, attendance: Attendance, planning: Planning) -> None:
        self._tables = tables
        self._attendance = attendance
        self._planning = planning

    def do(self, game: GameId) -> None:
        """Do what is due in a game now, and note when the next thing is."""
        while self._step(game):
            continue

    def _step(self, game: GameId) -> bool:
        """Do one thing; False when there was nothing to do, and that is noted."""
        match = self._tables.match(game)
        if self._planning.carry_out(game):
            return True
        if bots.is_due(match):
            self._tables.play_bots(game)
            return True
        if self._attendance.expire(game).head != match.head:
            return True
        return not self._tables.log.settle_due(game, match.head, match.due)

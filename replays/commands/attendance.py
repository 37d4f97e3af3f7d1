"""The command handlers for attendance: leaving, returning, time-outs, vacations and early ends."""

from kingdomino.game.chance import Chance
from replays.commands.tables import ChangedMatch, Tables
from replays.log.event_log import CommandId
from replays.match.aggregate import Match
from replays.match.deciding import leaving


class Attendance:
    """Applies the decisions of `leaving` to games. Safe to share between threads.

    `match` is the game as the caller last read it. Methods raise `Refusal`, whose codes are in `leaving`, and
    the errors of `Tables`.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def resign(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Leave the game for good."""
        return self._tables.change(
            match, lambda match, _: leaving.resign(match, player, lambda: self._chance(match)), command
        )

    def abort(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Call the game off."""
        return self._tables.change(
            match,
            lambda match, _: leaving.abort(match, player, lambda: self._tables.secrets.seed(match)),
            command,
        )

    def abort_unfilled(self, match: Match, open_ms: int) -> Match:
        """Call the game off if its table has waited for players for `open_ms`; else return it unchanged."""
        return self._tables.attempt(
            match,
            lambda match, now: leaving.abort_unfilled(
                match, now, open_ms, lambda: self._tables.secrets.seed(match)
            ),
        )

    def claim(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Claim that the time of the seat to act is up."""
        return self._tables.change(
            match, lambda match, now: leaving.claim(match, player, now, lambda: self._chance(match)), command
        )

    def come_back(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Return to a seat for which a bot plays."""
        return self._tables.change(match, lambda match, _: leaving.come_back(match, player), command)

    def take_over(
        self, match: Match, player: str, seat: int, command: CommandId | None = None
    ) -> ChangedMatch:
        """Take over a seat that another player left."""
        return self._tables.change(match, lambda match, _: leaving.take_over(match, player, seat), command)

    def agree_to_end(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Agree to end the game in this position."""
        return self._tables.change(match, lambda match, _: leaving.agree_to_end(match, player), command)

    def begin_vacation(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Begin a vacation, which stops the player's clock."""
        return self._tables.change(
            match, lambda match, now: leaving.begin_vacation(match, player, now), command
        )

    def end_vacation(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """End the vacation, so that the player's clock runs again."""
        return self._tables.change(
            match, lambda match, now: leaving.end_vacation(match, player, now), command
        )

    def expire(self, match: Match) -> Match:
        """Carry out a time-out that is due; any other game is returned unchanged."""
        return self._tables.attempt(
            match, lambda match, now: leaving.expire(match, now, lambda: self._chance(match))
        )

    def _chance(self, match: Match) -> Chance:
        return self._tables.secrets.chance(match)

"""The command handlers for attendance: leaving, returning, time-outs, vacations and early ends."""

from functools import partial

from replays.commands.handler import Decide
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
        return self._by(match, player, leaving.resignation, command)

    def abort(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Call the game off."""
        seed = self._tables.secrets.seed
        return self._by(match, player, lambda at, by, _: leaving.abort(at, by, partial(seed, at)), command)

    def abort_unfilled(self, match: Match, open_ms: int) -> Match:
        """Call the game off if its table has waited for players for `open_ms`; else return it unchanged."""
        seed = self._tables.secrets.seed
        return self._tables.attempt(
            match, lambda match, now: leaving.abort_unfilled(match, now, open_ms, partial(seed, match))
        )

    def claim(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Claim that the time of the seat to act is up."""
        return self._by(match, player, leaving.claimed, command)

    def come_back(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Return to a seat for which a bot plays."""
        return self._by(match, player, leaving.come_back, command)

    def take_over(
        self, match: Match, player: str, seat: int, command: CommandId | None = None
    ) -> ChangedMatch:
        """Take over a seat that another player left."""
        return self._by(match, player, lambda at, by, _: leaving.take_over(at, by, seat), command)

    def agree_to_end(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Agree to end the game in this position."""
        return self._by(match, player, leaving.agree_to_end, command)

    def begin_vacation(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """Begin a vacation, which stops the player's clock."""
        return self._by(match, player, leaving.begin_vacation, command)

    def end_vacation(self, match: Match, player: str, command: CommandId | None = None) -> ChangedMatch:
        """End the vacation, so that the player's clock runs again."""
        return self._by(match, player, leaving.end_vacation, command)

    def expire(self, match: Match) -> Match:
        """Carry out a time-out that is due; any other game is returned unchanged."""
        return self._tables.attempt(match, self._following(leaving.time_out))

    def _by(
        self, match: Match, player: str, decide: leaving.PlayerDecision, command: CommandId | None
    ) -> ChangedMatch:
        """Carry out a decision of a player."""
        return self._tables.change(match, self._following(lambda at, now: decide(at, player, now)), command)

    def _following(self, decide: Decide[Match]) -> Decide[Match]:
        """The same decision with the automatic events that follow from it."""
        chance = self._tables.secrets.chance
        return lambda at, now: leaving.with_what_follows(at, decide(at, now), partial(chance, at))

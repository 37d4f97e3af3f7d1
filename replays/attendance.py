"""Every change to a game that is about who attends: leaving, coming back, time-outs, an early end."""

from collections.abc import Callable

from kingdomino.chance import Chance
from replays import leaving
from replays.decisions import Refusal
from replays.drafts import Draft
from replays.identity import GameId
from replays.log import Command
from replays.match import Match
from replays.tables import Answer, Tables


class Attendance:
    """What `leaving` decides, done at the tables; `clock` gives ms UTC. Safe to share between threads.

    `match` is the game as the caller just saw it. Methods raise `Refusal`, whose codes are in `leaving`, and
    what `Tables` raises.
    """

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._clock = clock

    def resign(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Leave for good."""
        return self._tables.change(
            match, lambda now: leaving.resign(now, player, lambda: self._chance(now)), command
        )

    def abort(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Call the game off; who has no seat is refused."""

        def decide(now: Match) -> list[Draft]:
            if now.seat_of(player) is None:
                raise Refusal("seat/not-seated", "you hold no seat in this game")
            return leaving.abort(now, player, lambda: self._tables.secrets.seed(now))

        return self._tables.change(match, decide, command)

    def claim(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Claim that the time of the seat to act is up."""
        return self._tables.change(
            match, lambda now: leaving.claim(now, player, self._clock(), lambda: self._chance(now)), command
        )

    def come_back(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Play on in person."""
        return self._tables.change(match, lambda now: leaving.come_back(now, player), command)

    def take_over(self, match: Match, player: str, seat: int, command: Command | None = None) -> Answer:
        """Go on with a seat that somebody left."""
        return self._tables.change(match, lambda now: leaving.take_over(now, player, seat), command)

    def agree_to_end(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Be for an end in this position."""
        return self._tables.change(match, lambda now: leaving.agree_to_end(now, player), command)

    def begin_vacation(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Let the own time stand still."""
        return self._tables.change(
            match, lambda now: leaving.begin_vacation(now, player, self._clock()), command
        )

    def end_vacation(self, match: Match, player: str, command: Command | None = None) -> Answer:
        """Let the own time run again."""
        return self._tables.change(
            match, lambda now: leaving.end_vacation(now, player, self._clock()), command
        )

    def expire(self, game: GameId) -> Match:
        """Do what a time-out brings about, where one is due; any other game stays as it is."""
        try:
            return self._tables.change(
                self._tables.match(game),
                lambda now: leaving.expire(now, self._clock(), lambda: self._chance(now)),
            ).match
        except Refusal:
            return self._tables.match(game)

    def _chance(self, match: Match) -> Chance:
        return self._tables.secrets.chance(match)

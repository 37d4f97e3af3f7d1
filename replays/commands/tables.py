"""The command handlers of games: load the match, decide, append atomically.

The API and the workers call them. Time and randomness are passed in.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kingdomino.board.numbers import Seat
from kingdomino.game import commands
from kingdomino.rules import Rules
from replays.commands.handler import (
    ChangedAggregate,
    CommandHandler,
    CommandReused,
    Decide,
    Stale,
    VersionRequired,
)
from replays.commands.outages import Outages
from replays.encoding.identity import GameId
from replays.events.game_events import NO_OPTIONS, Options
from replays.log.event_log import CommandId, Conflict, EventLog
from replays.log.life import NoSigns, SignsOfLife
from replays.match.aggregate import Match, Sitter, Status
from replays.match.aggregate_cache import Damaged
from replays.match.deciding import bots, decisions, leaving
from replays.match.deciding.decisions import FullTable, Refusal
from replays.match.matches import Matches
from replays.match.randomness.draws import SEED_BYTES
from replays.match.randomness.secrets import Secrets
from replays.match.randomness.seed_store import SeedStore
from replays.match.recording import MATCHES, EventDraft
from replays.runtime.metrics import NO_METRICS, Metrics

__all__ = [
    "ChangedMatch",
    "CommandReused",
    "Damaged",
    "Move",
    "NewTable",
    "Stale",
    "Tables",
    "UnknownGame",
    "VersionRequired",
]


ChangedMatch = ChangedAggregate[Match]
"""The match just after a request was carried out."""


class UnknownGame(Exception):  # noqa: N818 - the answer, not a fault
    """There is no such game."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened: rules, number of seats, opener, the first player of seat 0, and options."""

    rules: Rules
    players: int
    creator: str
    sitter: Sitter | None = None
    options: Options = NO_OPTIONS


@dataclass(frozen=True, slots=True)
class Move:
    """A player's move, and the version on which it is based; None if the player named none."""

    player: str
    command: commands.Command
    expected: int | None

    def check_version(self, match: Match) -> None:
        """Check that the move is based on the present position; raises `VersionRequired` and `Stale`."""
        if self.expected is None:
            raise VersionRequired
        if not match.turn_version <= self.expected <= match.head.version:
            raise Stale(match.head.version)


class Tables:
    """All games of one log. Safe to share between threads.

    `clock` returns ms UTC, `entropy(n)` n random bytes; `signs` know the outages, whose time is given back
    before each change. Methods raise the errors of the log, `UnknownGame`, `CommandReused` for a command id
    that was used for another request, and `Damaged`. A change in a game whose clock runs also raises
    `ServiceAway`, except in a process that gives signs of life itself.
    """

    def __init__(  # noqa: PLR0913 - the parts of all games
        self,
        log: EventLog,
        seeds: SeedStore,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        *,
        metrics: Metrics = NO_METRICS,
        signs: SignsOfLife | None = None,
    ) -> None:
        self.log = log
        self.outages = Outages(signs or NoSigns())
        self.matches = Matches(log, metrics=metrics)
        self.secrets = Secrets(log, seeds)
        self._clock = clock
        self._entropy = entropy
        self._changes = CommandHandler(log, MATCHES, self.matches, clock)

    def match(self, game: GameId) -> Match:
        """The current state of the game; raises `UnknownGame`."""
        match = self.matches.current(game)
        if match is None:
            raise UnknownGame(game)
        return match

    def create(self, game: GameId, table: NewTable, command: CommandId | None = None) -> ChangedMatch:
        """Open a table under a new id; raises `RuleViolation` for rules that cannot be played.

        The seed is new, or that of the known deal among the options.
        If the id is derived from the command, a repeated command opens only one table.
        """
        deal = table.options.deal
        seed = bytes.fromhex(deal.seed) if deal else self.new_seed()
        drafts = decisions.open_table(table.rules, table.players, seed, table.creator, table.options)
        if table.sitter:
            drafts.append(decisions.seated(Seat(0), table.sitter))
        try:
            return self._changes.begin(game, drafts, command, self.secrets.sealed(game, seed))
        except Conflict as conflict:  # the command id expired, a week after the game's end
            raise CommandReused from conflict

    def new_seed(self) -> bytes:
        """A new random seed."""
        return self._entropy(SEED_BYTES)

    def start(self, game: GameId, table: FullTable, seed: Callable[[], bytes]) -> Match:
        """Open a table, seat all players and start the game with this seed in one append.

        If the game exists, it stays unchanged. So a game with a derived id is started only once.
        """
        found = self.matches.current(game)
        if found:
            return found
        chosen = seed()
        try:
            drafts = decisions.start_full(game, table, chosen)
            return self._changes.begin(game, drafts, None, self.secrets.sealed(game, chosen)).after
        except Conflict:  # another process started the game first
            return self.match(game)

    def join(self, match: Match, sitter: Sitter, command: CommandId | None = None) -> ChangedMatch:
        """Take the lowest free seat; raises `Refusal`. `match` is the game as the caller last read it."""
        return self.change(
            match,
            lambda match, _: decisions.sit_down(match, sitter, lambda: self.secrets.seed(match)),
            command,
        )

    def move(self, match: Match, move: Move, command: CommandId | None = None) -> ChangedMatch:
        """Make a move; raises `Refusal`, `VersionRequired`, `Stale` and `RuleViolation`.

        `match` is the game as the caller last read it. A player without a seat is refused, whatever the
        command.
        """
        read, own = match, decisions.seat_of(match, move.player)

        def decide(match: Match, now: int) -> list[EventDraft]:
            seat = own if match is read else decisions.seat_of(match, move.player)
            move.check_version(match)
            leaving.check_moving(match, seat, now)
            return decisions.move(match, seat, move.command, lambda: self.secrets.chance(match))

        return self.change(match, decide, command)

    def seat_bot(
        self, match: Match, player: str, policy: str, command: CommandId | None = None
    ) -> ChangedMatch:
        """Put a bot on the lowest free seat; raises `Refusal`. See `bots.sit_down`."""
        return self.change(
            match,
            lambda match, _: bots.sit_down(match, policy, player, lambda: self.secrets.seed(match)),
            command,
        )

    def play_bot(self, match: Match) -> Match:
        """Make one move of the bot that is to act; any other game stays unchanged."""
        return self.attempt(
            match,
            lambda match, _: bots.act(
                match, lambda: self.secrets.seed(match), lambda: self.secrets.chance(match)
            ),
        )

    def settle(self, game: GameId) -> Match:
        """Reveal the seed and score a finished game; any other game stays unchanged."""
        match = self.match(game)
        if match.status is not Status.FINISHED:
            return match
        return self.attempt(
            match,
            lambda match, _: decisions.settle(match, lambda: self.secrets.seed(match)),
        )

    def attempt(self, match: Match, decide: Decide[Match]) -> Match:
        """Append the drafts of `decide` and return the match; if the decision is a refusal, only reload it.

        For workers: due work is done once, even if it is attempted several times.
        """
        try:
            return self.change(match, decide).after
        except Refusal:
            return self.match(match.id)

    def change(self, match: Match, decide: Decide[Match], command: CommandId | None = None) -> ChangedMatch:
        """Append the drafts of `decide`; after a conflict decide again on the new state.

        Raises the errors of `decide`.
        """
        return self._changes.change(match, self.outages.before(decide), command)

    def record_outages(self, match: Match) -> Match:
        """Give the time of outages back in the present turn; any other game is returned unchanged."""
        try:
            return self._changes.change(match, self.outages.due).after
        except Refusal:
            return self.match(match.id)

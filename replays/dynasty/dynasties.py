"""The command handlers of dynasties, called by the API and the workers; nothing else changes a dynasty."""

from collections.abc import Callable
from dataclasses import replace

from kingdomino.board.numbers import Seat
from kingdomino.dynasty import GAMES
from replays.commands.handler import ChangedAggregate, CommandHandler, CommandReused, Decide
from replays.commands.series import UnknownSeries
from replays.commands.tables import NewTable, Tables
from replays.dynasty import decisions
from replays.dynasty.aggregate import DYNASTIES, Dynasty, game_id
from replays.encoding.identity import GameId
from replays.events.game_events import Membership
from replays.log.event_log import CommandId, Conflict
from replays.match.aggregate import Sitter
from replays.match.aggregate_cache import AggregateCache
from replays.match.deciding.decisions import FullTable, Refusal


class Dynasties:
    """The dynasties of a log; `tables` handles their games. Safe to share between threads.

    `clock` returns ms UTC. Methods raise the log's errors, `UnknownSeries`, `Damaged`, and `CommandReused`
    for a command id that was used for another request.
    """

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self.log = tables.log
        self.aggregates = AggregateCache(tables.log, DYNASTIES, metrics=tables.matches.metrics)
        self._tables = tables
        self._changes = CommandHandler(tables.log, DYNASTIES, self.aggregates, clock)

    def dynasty(self, dynasty: GameId) -> Dynasty:
        """The current state of the dynasty; raises `UnknownSeries`."""
        found = self.aggregates.current(dynasty)
        if found is None:
            raise UnknownSeries(DYNASTIES.name, dynasty)
        return found

    def found(
        self, dynasty: GameId, table: NewTable, command: CommandId | None = None
    ) -> ChangedAggregate[Dynasty]:
        """Open a dynasty under a new id; raises `RuleViolation` for rules that cannot be played.

        If the id is derived from the command, a repeated command opens only one dynasty.
        """
        seeds = [self._tables.new_seed() for _ in range(GAMES)]
        drafts = decisions.found(table.rules, table.players, seeds, table.creator, table.options)
        if table.sitter:
            drafts.append(decisions.seated(Seat(0), table.sitter))
        try:
            return self._changes.begin(dynasty, drafts, command, self._tables.secrets.sealed(dynasty, *seeds))
        except Conflict as conflict:  # the command id expired, a week after the dynasty's end
            raise CommandReused from conflict

    def join(
        self, dynasty: Dynasty, sitter: Sitter, command: CommandId | None = None
    ) -> ChangedAggregate[Dynasty]:
        """Take the lowest free seat; raises `Refusal`. `dynasty` is the state that the caller just read."""
        return self.change(dynasty, lambda now, _: decisions.sit_down(now, sitter), command)

    def seat_bot(
        self, dynasty: Dynasty, player: str, policy: str, command: CommandId | None = None
    ) -> ChangedAggregate[Dynasty]:
        """Put a bot on the lowest free seat; raises `Refusal`. See `decisions.seat_bot`."""
        return self.change(dynasty, lambda now, _: decisions.seat_bot(now, policy, player), command)

    def change(
        self, dynasty: Dynasty, decide: Decide[Dynasty], command: CommandId | None = None
    ) -> ChangedAggregate[Dynasty]:
        """Append the drafts of `decide`; raises `Refusal` if the decision is a refusal."""
        return self._changes.change(dynasty, decide, command)

    def abort_unfilled(self, dynasty: Dynasty, open_ms: int) -> Dynasty:
        """Call the dynasty off if it has waited for players for `open_ms`; else return it unchanged."""
        return self._change(dynasty, lambda found, now: decisions.abort_unfilled(found, now, open_ms))

    def advance(self, dynasty: GameId) -> Dynasty:
        """Carry out all due steps: start the next game, or count the scored one.

        Each step reads the log and appends only what is missing. So it may be interrupted after any append,
        repeated, or run by two workers at once: each game is started once and counted once.
        """
        now = self.dynasty(dynasty)
        while (after := self._step(now)).head != now.head:
            now = after
        return after

    def _step(self, dynasty: Dynasty) -> Dynasty:
        """The dynasty after the next due step; unchanged if nothing is due."""
        if dynasty.next_number is not None:
            return self._start(dynasty, dynasty.next_number)
        if dynasty.running is not None:
            return self._count(dynasty, dynasty.running)
        return dynasty

    def _start(self, dynasty: Dynasty, number: int) -> Dynasty:
        """Start the game before the dynasty records it, so that every recorded game exists."""
        options = replace(dynasty.created.options, series=Membership(DYNASTIES.name, dynasty.id, number))
        founding = dynasty.opening if dynasty.created.commitments else None
        table = FullTable(dynasty.rules, dynasty.sitters, options, founding)
        game = self._tables.start(game_id(dynasty.id, number), table, lambda: self._seed(dynasty, number))
        return self._change(dynasty, lambda now, _: decisions.game_started(now, number, game.id))

    def _seed(self, dynasty: Dynasty, number: int) -> bytes:
        """The seed to which the dynasty committed; a new one for an old dynasty without commitments."""
        if not dynasty.created.commitments:
            return self._tables.new_seed()
        committed = dynasty.created.commitments[number - 1]
        return self._tables.secrets.seed_in(dynasty.id, number, committed)

    def _count(self, dynasty: Dynasty, number: int) -> Dynasty:
        """Count the points of the running game if it has a result; else return the dynasty unchanged."""
        result = self._tables.match(dynasty.games[-1].id).result
        if result is None:
            return dynasty
        points = tuple(score.total for score in result.scores)
        return self._change(dynasty, lambda now, _: decisions.game_scored(now, number, points))

    def _change(self, dynasty: Dynasty, decide: Decide[Dynasty]) -> Dynasty:
        """The dynasty after this step; a refusal means that another process has done the step."""
        try:
            return self.change(dynasty, decide).after
        except Refusal:
            return self.dynasty(dynasty.id)

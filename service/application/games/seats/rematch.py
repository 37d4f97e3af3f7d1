"""Rematches: another game or a series for the same players; the first request opens it, later ones join it.

Its id is derived from the id of the finished game, so concurrent requests lead to a single table.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kingdomino.policies import plain_name
from kingdomino.rules.versions import VERSIONS
from replays.clocks.zones import Offsets
from replays.commands.handler import ChangedAggregate, Decide
from replays.commands.tables import CommandReused, NewTable, Tables
from replays.encoding.identity import GameId, rematch_id
from replays.events.game_events import Options
from replays.kinds import KINDS
from replays.log.event_log import CommandId
from replays.match.aggregate import Match, Sitter
from replays.match.deciding.bots import sit_down
from replays.match.deciding.decisions import Refusal
from replays.match.kinds import Table
from replays.match.recording import MATCHES, EventDraft


def next_id(over: Match, kind: str) -> GameId:
    """The id of the table of this kind after this game, whether or not it exists."""
    return rematch_id(over.id, kind)


T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class RematchKind(Generic[T]):
    """The commands of a kind of table that can be a rematch.

    `current` returns None for an unknown table; `load` raises an error. `seat_bot` decides on seating a bot
    of a policy for a player.
    """

    name: str
    current: Callable[[GameId], T | None]
    load: Callable[[GameId], T]
    create: Callable[[GameId, NewTable], ChangedAggregate[T]]
    join: Callable[[T, Sitter, CommandId | None], ChangedAggregate[T]]
    seat_bot: Callable[[T, str, str], list[EventDraft]]
    change: Callable[[T, Decide[T]], ChangedAggregate[T]]

    def opened(self, over: Match, player: str, offsets: Offsets | None) -> T:
        """The table after this game; if it does not exist, the player opens it without taking a seat."""
        check_asker(over, player)
        table, new = same_table(over, Sitter(player, None), offsets), next_id(over, self.name)
        try:
            return self.current(new) or self.create(new, replace(table, sitter=None)).after
        except CommandReused:  # a concurrent request created it first
            return self.load(new)

    def joined(self, over: Match, sitter: Sitter, offsets: Offsets | None, command: CommandId | None) -> T:
        """Seat the player in the table after this game and return it; a repeated call changes nothing.

        The bots that played are seated as well. `offsets` are the UTC offsets of the clock's pause from now
        on. Raises the refusals of `check_asker`, and those of joining if the new table is full or called off.
        """
        table = self.opened(over, sitter.player, offsets)
        try:
            table = self.join(table, sitter, command).after
        except Refusal as refusal:
            if refusal.code != "seat/taken-by-you":
                raise
        return self.with_bots(self.load(table.id), over, sitter.player)

    def with_bots(self, table: T, over: Match, player: str) -> T:
        """Seat the bots that played before, each once even in concurrent requests, and return the table."""

        def decide(now: T, _: int) -> list[EventDraft]:
            missing = _bots(over.sitters) - _bots(now.sitters)
            if not missing:
                raise Refusal("rematch/ready", "all bots are seated")
            return self.seat_bot(now, next(iter(missing)), player)

        try:
            while _bots(over.sitters) - _bots(table.sitters):
                table = self.change(table, decide).after
        except Refusal:  # another request seats them, or no seat is left
            return self.load(table.id)
        return table


def as_game(tables: Tables) -> RematchKind[Match]:
    """The rematch as a game."""
    return RematchKind(
        MATCHES.name,
        tables.matches.current,
        tables.match,
        tables.create,
        tables.join,
        lambda now, policy, player: sit_down(now, policy, player, lambda: tables.secrets.seed(now)),
        tables.change,
    )


def check_asker(over: Match, player: str) -> None:
    """Raise `Refusal` if the player may not request a rematch of this game.

    `seat/not-seated`: the player held no seat; `game/not-over`: the game still runs; `dynasty/goes-on`:
    another game of its dynasty follows.
    """
    if over.seat_of(player) is None:
        raise Refusal("seat/not-seated", "only players who had a seat can request a rematch")
    if not over.is_over:
        raise Refusal("game/not-over", f"the game is {over.status.value}")
    place = over.created.options.series
    if place is not None and KINDS.of(place).follows(place.number):
        text = f"game {place.number + 1} of the {place.kind} comes next, not a rematch"
        raise Refusal(f"{place.kind}/goes-on", text)


def same_table(over: Match, sitter: Sitter, offsets: Offsets | None) -> NewTable:
    """A new table like that of a finished game; the opener sits down at once.

    The players are invited; if the table was not full, its old invitations hold. The rules have the newest
    version, because this is a new game; the draws are new too.
    """
    players = tuple(sitter.player for sitter in over.sitters if sitter.bot is None)
    full = len(over.sitters) == over.players
    agreed: Options = over.created.options
    invited = players if full else agreed.invited
    again = replace(agreed, series=None, deal=None, offsets=offsets, invited=invited)
    rules = replace(over.rules, version=VERSIONS.newest.number)
    return NewTable(rules, over.players, sitter.player, sitter, again)


def _bots(sitters: Sequence[Sitter]) -> Counter[str]:
    """The number of bots of each policy, regardless of its version."""
    return Counter(plain_name(sitter.bot) for sitter in sitters if sitter.bot is not None)

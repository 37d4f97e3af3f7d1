"""Rematches: another game or a dynasty for the same players; the first request opens it, later ones join it.

Its id is derived from the id of the finished game, so concurrent requests lead to a single table.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from kingdomino.policies import plain_name
from kingdomino.rules.versions import VERSIONS
from replays.clocks.zones import Offsets
from replays.commands.handler import Decide
from replays.commands.tables import CommandReused, NewTable, Tables
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.decisions import seat_bot
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY
from replays.encoding.identity import GameId, rematch_id
from replays.events.game_events import Options
from replays.kinds import KINDS
from replays.log.event_log import CommandId
from replays.match.aggregate import Match, Sitter
from replays.match.deciding.bots import sit_down
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft


def next_id(over: Match, kind: str) -> GameId:
    """The id of the `game` or the `dynasty` after this game, whether or not it exists."""
    return rematch_id(over.id, kind)


def opened_game(tables: Tables, over: Match, player: str, offsets: Offsets | None) -> Match:
    """The game after this one; if it does not exist, the player opens it without taking a seat."""
    table = _table(over, player, offsets)
    game = next_id(over, "game")
    return tables.matches.current(game) or _opened(tables, game, table)


def next_game(
    tables: Tables, over: Match, sitter: Sitter, offsets: Offsets | None, command: CommandId | None
) -> Match:
    """Seat the player in the game after this one and return it; a repeated call changes nothing.

    The bots that played are seated as well. `offsets` are the UTC offsets of the clock's pause from now on.
    Raises the refusals of `check_asker`, and those of joining if the new game is full or called off.
    """
    match = opened_game(tables, over, sitter.player, offsets)
    try:
        match = tables.join(match, sitter, command).after
    except Refusal as refusal:
        if refusal.code != "seat/taken-by-you":
            raise
    return with_bots(tables, tables.match(match.id), over, sitter.player)


def opened_dynasty(dynasties: Dynasties, over: Match, player: str, offsets: Offsets | None) -> Dynasty:
    """The dynasty after this game; if it does not exist, the player opens it without taking a seat."""
    table = _table(over, player, offsets)
    dynasty = next_id(over, DYNASTY.name)
    return dynasties.aggregates.current(dynasty) or _founded(dynasties, dynasty, table)


def next_dynasty(
    dynasties: Dynasties, over: Match, sitter: Sitter, offsets: Offsets | None, command: CommandId | None
) -> Dynasty:
    """Seat the player and the bots that played in the dynasty after this game; errors as in `next_game`."""
    found = opened_dynasty(dynasties, over, sitter.player, offsets)
    try:
        found = dynasties.join(found, sitter, command).after
    except Refusal as refusal:
        if refusal.code != "seat/taken-by-you":
            raise
    return _with_bots(
        dynasties.dynasty(found.id),
        over,
        lambda now, policy: seat_bot(now, policy, sitter.player),
        lambda now, decide: dynasties.change(now, decide).after,
    ) or dynasties.dynasty(found.id)


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


def _table(over: Match, player: str, offsets: Offsets | None) -> NewTable:
    """The table of a rematch, with nobody seated; raises the refusals of `check_asker`."""
    check_asker(over, player)
    return replace(same_table(over, Sitter(player, None), offsets), sitter=None)


def same_table(over: Match, sitter: Sitter, offsets: Offsets | None) -> NewTable:
    """A new table like that of a finished game; the opener sits down at once.

    The players are invited; if the table was not full, its old invitations hold. The rules have the newest
    version, because this is a new game.
    """
    players = tuple(sitter.player for sitter in over.sitters if sitter.bot is None)
    full = len(over.sitters) == over.players
    agreed: Options = over.created.options
    invited = players if full else agreed.invited
    again = replace(agreed, series=None, offsets=offsets, invited=invited)
    rules = replace(over.rules, version=VERSIONS.newest.number)
    return NewTable(rules, over.players, sitter.player, sitter, again)


def _opened(tables: Tables, game: GameId, table: NewTable) -> Match:
    try:
        return tables.create(game, table).after
    except CommandReused:  # a concurrent request created it first
        return tables.match(game)


def _founded(dynasties: Dynasties, dynasty: GameId, table: NewTable) -> Dynasty:
    try:
        return dynasties.found(dynasty, table).after
    except CommandReused:
        return dynasties.dynasty(dynasty)


def with_bots(tables: Tables, match: Match, over: Match, player: str) -> Match:
    """Seat the bots that played before, each once even in concurrent requests, and return the match."""
    return _with_bots(
        match,
        over,
        lambda now, policy: sit_down(now, policy, player, lambda: tables.secrets.seed(now)),
        lambda now, decide: tables.change(now, decide).after,
    ) or tables.match(match.id)


T = TypeVar("T", Match, Dynasty)


def _with_bots(
    table: T, over: Match, seat: Callable[[T, str], list[EventDraft]], change: Callable[[T, Decide[T]], T]
) -> T | None:
    """Seat the bots that played before; None if another request seats them or no seat is left.

    `seat` decides on seating a bot of a policy, `change` carries out a decision.
    """

    def decide(now: T, _: int) -> list[EventDraft]:
        missing = _bots(over.sitters) - _bots(now.sitters)
        if not missing:
            raise Refusal("rematch/ready", "all bots are seated")
        return seat(now, next(iter(missing)))

    while _bots(over.sitters) - _bots(table.sitters):
        try:
            table = change(table, decide)
        except Refusal:
            return None
    return table


def _bots(sitters: Sequence[Sitter]) -> Counter[str]:
    """The number of bots of each policy, regardless of its version."""
    return Counter(plain_name(sitter.bot) for sitter in sitters if sitter.bot is not None)

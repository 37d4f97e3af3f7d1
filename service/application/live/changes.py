"""The changes that events made to a game, rendered once for all followers of a process."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.match.aggregate import UNREADABLE, Match, evolve
from replays.match.aggregate_cache import Damaged
from replays.match.matches import Matches
from replays.projections.changes import changes
from replays.projections.view import State, state
from replays.runtime.lru_cache import LruCache
from service.application.games.actions import actions_of

KEPT = 1_000
"""The number of games whose last rendered state a process caches; about 50 KB each at their end."""

MOST = 32
"""The maximum number of events rendered at once; pages that miss more than these fetch the state."""

OTHERS = "others"
"""Takes the place of a player's id: every player without a seat and without an invitation."""

Names = Callable[[Iterable[str]], Mapping[str, str | None]]


class RenderedMatch(NamedTuple):
    """A match, and its state with the names at the time of rendering."""

    match: Match
    state: State


class LiveChanges:
    """Renders the changes of each version in order; used by the hub's reader only."""

    def __init__(self, matches: Matches, names: Names) -> None:
        self._matches = matches
        self._names = names
        self._rendered = LruCache[GameId, RenderedMatch](KEPT)

    def __call__(self, game: GameId, events: list[StoredEvent]) -> dict[Version, bytes]:
        """The members `changes` and `actions` of the messages of these events, by version.

        There are none for the first event, for events rendered before, and for a game that cannot be read.
        Pages then fetch the state, or an error that says why there is none. Raises `LogError` while the store
        is away.
        """
        try:
            return dict(self._made(game, events[-MOST:]))
        except (Damaged, *UNREADABLE):
            return {}

    def _made(self, game: GameId, events: list[StoredEvent]) -> Iterator[tuple[Version, bytes]]:
        before = self._before(game, events)
        if before is None:
            return
        for event in events:
            if event.version > before.match.head.version:
                after = self._show(evolve(game, before.match, event))
                yield event.version, _members(before, after)
                before = after
        self._rendered.keep(game, before)

    def _before(self, game: GameId, events: list[StoredEvent]) -> RenderedMatch | None:
        """The last rendered state if it ends with one of these events, else that after the first, or None."""
        kept = self._rendered.get(game)
        if kept and any(event.hash == kept.match.head.hash for event in events):
            return kept
        match = self._matches.at(game, events[0].version) if events else None
        return self._show(match) if match and match.head.hash == events[0].hash else None

    def _show(self, match: Match) -> RenderedMatch:
        return RenderedMatch(match, state(match, self._names(sitter.player for sitter in match.sitters)))


def _members(before: RenderedMatch, after: RenderedMatch) -> bytes:
    """JSON members to follow others; the `test` on the hash stops changes to a state of another branch."""
    test = {"op": "test", "path": "/hash", "value": before.state["hash"]}
    operations = orjson.dumps([test, *changes(before.state, after.state)])
    return b',"changes":%b,"actions":%b' % (operations, orjson.dumps(_actions(after.match)))


def _actions(match: Match) -> dict[str, list[dict[str, Any]]]:
    """The actions of each player at the table, of each invited player, and of all others (`OTHERS`)."""
    seated = (sitter.player for sitter in match.sitters if sitter.bot is None)
    players = dict.fromkeys((*seated, *(match.created.options.invited or ()), OTHERS))
    return {player: [action.form() for action in actions_of(match, player)] for player in players}

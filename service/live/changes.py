"""What events changed in a game, for their live messages: rendered once for all followers of a process."""

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
from service.games.actions import actions_of

KEPT = 1_000
"""The number of games that a process keeps as it rendered them last; about 50 KB each at the end."""

MOST = 32
"""The maximum number of events rendered at once; the pages that miss more fetch the state."""

OTHERS = "others"
"""In place of a player's id: every player who has no seat and no invitation."""

Names = Callable[[Iterable[str]], Mapping[str, str | None]]


class Rendered(NamedTuple):
    """A match, and its state with the names of then."""

    match: Match
    state: State


class LiveChanges:
    """Renders the changes of one version after the other; used by the hub's reader only."""

    def __init__(self, matches: Matches, names: Names) -> None:
        self._matches = matches
        self._names = names
        self._rendered = LruCache[GameId, Rendered](KEPT)

    def __call__(self, game: GameId, events: list[StoredEvent]) -> dict[Version, bytes]:
        """The members `changes` and `actions` of the messages of these events, by version.

        There are none for the first event, for what was rendered before, and for a game that cannot be read:
        pages fetch the state, and learn why where there is none. Raises `LogError` while the store is away.
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

    def _before(self, game: GameId, events: list[StoredEvent]) -> Rendered | None:
        """The game as it was rendered last, if that is one of these events, else after the first of them."""
        kept = self._rendered.get(game)
        if kept and any(event.hash == kept.match.head.hash for event in events):
            return kept
        match = self._matches.at(game, events[0].version) if events else None
        return self._show(match) if match and match.head.hash == events[0].hash else None

    def _show(self, match: Match) -> Rendered:
        return Rendered(match, state(match, self._names(sitter.player for sitter in match.sitters)))


def _members(before: Rendered, after: Rendered) -> bytes:
    """They go on after another member. The test keeps the changes from a state of another log's branch."""
    test = {"op": "test", "path": "/hash", "value": before.state["hash"]}
    operations = orjson.dumps([test, *changes(before.state, after.state)])
    return b',"changes":%b,"actions":%b' % (operations, orjson.dumps(_actions(after.match)))


def _actions(match: Match) -> dict[str, list[dict[str, Any]]]:
    """What each player at the table and each invited one may do beside moving, and all others (`OTHERS`)."""
    seated = (sitter.player for sitter in match.sitters if sitter.bot is None)
    players = dict.fromkeys((*seated, *(match.created.options.invited or ()), OTHERS))
    return {player: [action.form() for action in actions_of(match, player)] for player in players}

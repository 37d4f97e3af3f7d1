"""Animations in the store: those that are wanted, and those that are drawn, for a while.

The store keeps everything in memory, so there is a bound for both. An animation is under the hash of all that
it is made of; a wish names the game. Wishes may be lost: who still waits asks again.
"""

import hashlib
from collections.abc import Mapping
from typing import cast

from redis import Redis

from replays.encoding.identity import GameId, parse_game_id
from replays.match.aggregate import Match
from replays.store.scripts import asking

EDITION = b"1"
"""To be changed with what animations look like, so that nobody is shown an old one."""
WANTED = "pictures:wanted"
"""A sorted set of the games whose animation is wanted, by the time of the first wish."""
KEPT = "pictures:kept"
"""A sorted set of the keys of animations, by the time of drawing."""
MOST_WANTED = 20
MOST_KEPT = 32
"""With `MOST_BYTES` in each, 64 MB at most; most have a tenth of that."""
KEPT_SECONDS = 24 * 60 * 60
DRAWING_SECONDS = 60
"""How long others wait for who began to draw an animation, and may have died; it takes some seconds."""


def animation_key(match: Match, names: Mapping[str, str | None]) -> str:
    """What the animation of a match is kept under: it changes with the game and its players' names."""
    parts = [
        EDITION,
        match.head.hash.encode(),
        *(f"{player} {name}".encode() for player, name in names.items()),
    ]
    return f"picture:{hashlib.sha256(bytes(10).join(parts)).hexdigest()}"


class Animations:
    """Wishes and animations; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def get(self, key: str) -> bytes | None:
        """The animation under this key, if it is drawn."""
        with asking():
            found = self._store.get(key)
        return bytes(found) if isinstance(found, bytes) else None

    def wish(self, game: GameId, now: int) -> bool:
        """Want a game's animation, `now` in ms; False where as many are wanted as may be."""
        with asking():
            if self._store.zscore(WANTED, game) is not None:
                return True
            if int(self._store.zcard(WANTED)) >= MOST_WANTED:
                return False
            self._store.zadd(WANTED, {game: now}, nx=True)
        return True

    def take(self) -> GameId | None:
        """The game that is wanted for the longest time, which then is wanted no more."""
        with asking():
            taken = cast("list[tuple[bytes, float]]", self._store.zpopmin(WANTED))
        return parse_game_id(taken[0][0].decode()) if taken else None

    def begin(self, key: str) -> bool:
        """Draw the animation under this key, unless it is being drawn; whoever began tells its `end`."""
        with asking():
            return bool(self._store.set(_drawing(key), b"", nx=True, ex=DRAWING_SECONDS))

    def end(self, key: str) -> None:
        """Let others draw it, if it is not there."""
        with asking():
            self._store.delete(_drawing(key))

    def keep(self, key: str, animation: bytes, now: int) -> None:
        """Keep an animation, and let go of the oldest where there are too many."""
        with asking():
            self._store.set(key, animation, ex=KEPT_SECONDS)
            self._store.zadd(KEPT, {key: now})
            surplus = int(self._store.zcard(KEPT)) - MOST_KEPT
            if surplus > 0:
                for old, _ in cast("list[tuple[bytes, float]]", self._store.zpopmin(KEPT, surplus)):
                    self._store.delete(old)


def _drawing(key: str) -> str:
    """The key that is there while the animation under another one is drawn."""
    return f"{key}:drawing"

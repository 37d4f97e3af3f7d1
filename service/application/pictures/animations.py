"""Animations in the store: the requested ones and, for a day, the drawn ones.

The store keeps everything in memory, so both are bounded. An animation is stored under the hash of its
inputs; a request names the game and the language. Requests take turns (`RequestQueue`), and may be lost: a
client that still waits repeats its request.
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple, Self, cast

from redis import Redis

from replays.encoding.identity import GameId, parse_game_id
from replays.match.aggregate import Match
from replays.store.scripts import asking
from service.application.i18n.languages import ENGLISH
from service.application.quotas.request_queue import Added, Requester, RequestQueue

EDITION = b"5"
"""The version of the look of animations; change it with the look, so that no old one is shown."""
WANTED = "pictures:wanted"
"""The name of the queue of the requested animations."""
KEPT = "pictures:kept"
"""The sorted set of the keys of animations, by the time of drawing."""
MOST_WANTED = 100
OF_ONE_ADDRESS = 20
"""The most requests of one network address among these."""
MOST_KEPT = 32
"""The most stored animations: 64 MB if each has `MOST_BYTES`; they have 0.1 to 0.4 MB, so some 8 MB."""
KEPT_SECONDS = 24 * 60 * 60
DRAWING_SECONDS = 60
"""The time after which a lock expires, as its worker may have died; drawing takes some seconds."""
TAKEN_MS = 2 * DRAWING_SECONDS * 1000
"""The time after which a request that was passed to the workers counts as lost."""


class AnimationRequest(NamedTuple):
    """A requested animation: the game, and the language of its words, by its tag."""

    game: GameId
    language: str = ENGLISH

    @property
    def subject(self) -> GameId:
        """The request as one id, in the queue and in jobs.

        English is left out, as in previous releases, which drew no other language.

        >>> AnimationRequest(GameId("g"), "fa").subject, AnimationRequest(GameId("g")).subject
        ('g_fa', 'g')
        """
        return self.game if self.language == ENGLISH else GameId(f"{self.game}_{self.language}")

    @classmethod
    def parse(cls, subject: str) -> Self:
        """The request that this text names; ValueError if it names none."""
        game, _, language = subject.partition("_")
        return cls(parse_game_id(game), language or ENGLISH)


def animation_key(match: Match, names: Mapping[str, str | None], language: str = ENGLISH) -> str:
    """The key of the animation of a match; it changes with the game, its players' names, and the language."""
    parts = [
        EDITION,
        language.encode(),
        match.head.hash.encode(),
        *(f"{player} {name}".encode() for player, name in names.items()),
    ]
    return f"picture:{hashlib.sha256(bytes(10).join(parts)).hexdigest()}"


class Animations:
    """The requested and the stored animations; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._wanted = RequestQueue(store, WANTED, MOST_WANTED, OF_ONE_ADDRESS, TAKEN_MS)

    def get(self, key: str) -> bytes | None:
        """The animation under this key; None if it is not stored."""
        with asking():
            found = self._store.get(key)
        return bytes(found) if isinstance(found, bytes) else None

    def wish(self, animation: AnimationRequest, requester: Requester, now: int) -> Added:
        """Request an animation, `now` in ms UTC."""
        return self._wanted.add(animation.subject, requester, now)

    def take(self, now: int) -> GameId | None:
        """Remove and return the subject of the request whose turn it is; None if there is none."""
        taken = self._wanted.take(now)
        return AnimationRequest.parse(taken).subject if taken else None

    def done(self, animation: AnimationRequest) -> None:
        """Note that a worker is done with a request that was taken."""
        self._wanted.done(animation.subject)

    def begin(self, key: str) -> bool:
        """Lock this key for drawing; False if it is locked already. The caller calls `end` afterwards."""
        with asking():
            return bool(self._store.set(_drawing(key), b"", nx=True, ex=DRAWING_SECONDS))

    def end(self, key: str) -> None:
        """Release the lock of this key."""
        with asking():
            self._store.delete(_drawing(key))

    def keep(self, key: str, animation: bytes, now: int) -> None:
        """Store an animation, and delete the oldest if there are too many."""
        with asking():
            self._store.set(key, animation, ex=KEPT_SECONDS)
            self._store.zadd(KEPT, {key: now})
            surplus = int(self._store.zcard(KEPT)) - MOST_KEPT
            if surplus > 0:
                for old, _ in cast("list[tuple[bytes, float]]", self._store.zpopmin(KEPT, surplus)):
                    self._store.delete(old)


def _drawing(key: str) -> str:
    """The key of the lock that exists while the animation under `key` is drawn."""
    return f"{key}:drawing"

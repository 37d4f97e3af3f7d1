"""Reviews in the store: those that are wanted, that are being made, and that are there, for a while.

The store keeps everything in memory, so each has a bound. A review is kept under the hash of the record that
it is of, and has seats and no players in it. Wishes may be lost: who still waits asks again.
"""

import zlib
from typing import NamedTuple, cast

import orjson
from redis import Redis

from replays.encoding.identity import GameId, parse_game_id
from replays.projections.reviews import Document
from replays.store.scripts import asking
from service.games.reviews.subject import Subject

EDITION = "1"
"""To be changed with what reviews hold, so that nobody is shown an old one."""
WANTED = "reviews:wanted"
"""A sorted set of the games and studies whose review is wanted, by the time of the first wish (ms UTC)."""
KEPT = "reviews:kept"
"""A sorted set of the keys of reviews, by the time of their making (ms UTC)."""
MOST_WANTED = 100
MOST_KEPT = 2_000
"""Of some 5 KB each."""
KEPT_SECONDS = 30 * 24 * 60 * 60
WAITING_SECONDS = 5 * 60
"""How long a review counts as being on its way to a worker, after it was taken or wished for."""
ASKED_SECONDS = 24 * 60 * 60
"""How long it is known who asked for a review that is not there."""
MOST_ASKED = 100
"""How many are told that a review is there."""
SILENT_SECONDS = 120
"""How long after its last word an analyst counts as dead; it speaks after each decision."""


class Standing(NamedTuple):
    """How a review stands: `none`, `running` or `ready`, how much of it is done, 0 to 1, and the review."""

    status: str
    progress: float
    review: Document | None


NONE = Standing("none", 0.0, None)


class Reviews:
    """Wishes and reviews; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def standing(self, subject: Subject) -> Standing:
        """How the review of this stands."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.get(review_key(subject))
            pipeline.get(_progress(subject))
            pipeline.zscore(WANTED, subject.id)
            kept, progress, wanted = pipeline.execute()
        if kept is not None:
            return Standing("ready", 1.0, cast("Document", orjson.loads(zlib.decompress(kept))))
        if progress is None and wanted is None:
            return NONE
        return Standing("running", float(progress or 0), None)

    def wish(self, subject: Subject, now: int) -> bool:
        """Want a review, `now` in ms; False where as many are wanted as may be."""
        with asking():
            if self._store.zscore(WANTED, subject.id) is None:
                if int(self._store.zcard(WANTED)) >= MOST_WANTED:
                    return False
                self._store.zadd(WANTED, {subject.id: now}, nx=True)
            self._store.set(_progress(subject), b"0", ex=WAITING_SECONDS, nx=True)
        return True

    def ask(self, subject: Subject, player: str) -> None:
        """Note who is to be told when the review is there; nobody where too many are."""
        key = _asked(subject)
        with asking():
            if int(self._store.scard(key)) < MOST_ASKED:
                self._store.sadd(key, player)
                self._store.expire(key, ASKED_SECONDS)

    def asked(self, subject: Subject) -> list[str]:
        """The players who asked for this review, each once; they are forgotten by that."""
        with asking():
            pipeline = self._store.pipeline(transaction=True)
            pipeline.smembers(_asked(subject))
            pipeline.delete(_asked(subject))
            found, _ = pipeline.execute()
        return sorted(player.decode() for player in found)

    def take(self) -> GameId | None:
        """The game or study that is wanted for the longest time, which then is wanted no more."""
        with asking():
            taken = cast("list[tuple[bytes, float]]", self._store.zpopmin(WANTED))
        return parse_game_id(taken[0][0].decode()) if taken else None

    def begin(self, subject: Subject) -> bool:
        """Make this review, unless it is there or being made; whoever began tells its `end`."""
        with asking():
            if self._store.exists(review_key(subject)):
                return False
            return bool(self._store.set(_begun(subject), b"", nx=True, ex=SILENT_SECONDS))

    def tell(self, subject: Subject, progress: float) -> None:
        """So much is done, 0 to 1."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.set(_progress(subject), f"{progress:.3f}", ex=SILENT_SECONDS)
            pipeline.expire(_begun(subject), SILENT_SECONDS)
            pipeline.execute()

    def keep(self, subject: Subject, review: Document, now: int) -> None:
        """Keep a review, and let go of the oldest where there are too many."""
        key = review_key(subject)
        with asking():
            self._store.set(key, zlib.compress(orjson.dumps(review)), ex=KEPT_SECONDS)
            self._store.zadd(KEPT, {key: now})
            surplus = int(self._store.zcard(KEPT)) - MOST_KEPT
            if surplus > 0:
                for old, _ in cast("list[tuple[bytes, float]]", self._store.zpopmin(KEPT, surplus)):
                    self._store.delete(old)

    def end(self, subject: Subject) -> None:
        """It is no longer being made; where it is not there, it can be wanted again."""
        with asking():
            self._store.delete(_begun(subject))
            self._store.delete(_progress(subject))


def review_key(subject: Subject) -> str:
    """The key of the review of this."""
    return f"review:{EDITION}:{subject.hash}"


def _progress(subject: Subject) -> str:
    return f"{review_key(subject)}:progress"


def _begun(subject: Subject) -> str:
    return f"{review_key(subject)}:begun"


def _asked(subject: Subject) -> str:
    return f"{review_key(subject)}:asked"

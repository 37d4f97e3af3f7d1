"""Reviews in the store: requested, being computed, and ready; ready ones expire.

The store holds everything in memory, so each of these is bounded. A review is stored under the hash of its
record, and names seats, not players. Requests may be lost: a client that still waits repeats its request.
"""

import zlib
from typing import NamedTuple, cast

import orjson
from redis import Redis

from replays.encoding.identity import GameId, parse_game_id
from replays.projections.reviews import Document
from replays.store.scripts import asking
from service.application.games.reviews.subject import ReviewSubject

EDITION = "1"
"""The version of the content of reviews; change it with that content, so that no old review is shown."""
WANTED = "reviews:wanted"
"""A sorted set of the games and studies whose review is requested, by the first request's time (ms UTC)."""
KEPT = "reviews:kept"
"""A sorted set of the keys of stored reviews, by the time at which they were stored (ms UTC)."""
MOST_WANTED = 100
MOST_KEPT = 2_000
"""The most stored reviews, of some 5 KB each."""
KEPT_SECONDS = 30 * 24 * 60 * 60
WAITING_SECONDS = 5 * 60
"""How long after a request a review counts as running, even if no worker has begun it."""
ASKED_SECONDS = 24 * 60 * 60
"""How long the players who requested a review are remembered while it is not ready."""
MOST_ASKED = 100
"""The most players who are notified that a review is ready."""
SILENT_SECONDS = 120
"""How long after its last output an analyst counts as dead; it reports progress after each decision."""


class ReviewState(NamedTuple):
    """The state of a review: `none`, `running` or `ready`, its progress from 0 to 1, and the review."""

    status: str
    progress: float
    review: Document | None


NONE = ReviewState("none", 0.0, None)


class Reviews:
    """Requested and stored reviews; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def standing(self, subject: ReviewSubject) -> ReviewState:
        """The state of the subject's review."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.get(review_key(subject))
            pipeline.get(_progress(subject))
            pipeline.zscore(WANTED, subject.id)
            kept, progress, wanted = pipeline.execute()
        if kept is not None:
            return ReviewState("ready", 1.0, cast("Document", orjson.loads(zlib.decompress(kept))))
        if progress is None and wanted is None:
            return NONE
        return ReviewState("running", float(progress or 0), None)

    def wish(self, subject: ReviewSubject, now: int) -> bool:
        """Request a review at `now` (ms UTC); False if `MOST_WANTED` reviews are requested already."""
        with asking():
            if self._store.zscore(WANTED, subject.id) is None:
                if int(self._store.zcard(WANTED)) >= MOST_WANTED:
                    return False
                self._store.zadd(WANTED, {subject.id: now}, nx=True)
            self._store.set(_progress(subject), b"0", ex=WAITING_SECONDS, nx=True)
        return True

    def ask(self, subject: ReviewSubject, player: str) -> None:
        """Remember a player to notify when the review is ready; does nothing beyond `MOST_ASKED` players."""
        key = _asked(subject)
        with asking():
            if int(self._store.scard(key)) < MOST_ASKED:
                self._store.sadd(key, player)
                self._store.expire(key, ASKED_SECONDS)

    def asked(self, subject: ReviewSubject) -> list[str]:
        """The players who requested this review, each once; removes them from the store."""
        with asking():
            pipeline = self._store.pipeline(transaction=True)
            pipeline.smembers(_asked(subject))
            pipeline.delete(_asked(subject))
            found, _ = pipeline.execute()
        return sorted(player.decode() for player in found)

    def take(self) -> GameId | None:
        """Remove and return the game or study with the oldest request; None if there is none."""
        with asking():
            taken = cast("list[tuple[bytes, float]]", self._store.zpopmin(WANTED))
        return parse_game_id(taken[0][0].decode()) if taken else None

    def begin(self, subject: ReviewSubject) -> bool:
        """Claim this review; False if it is ready or being computed. A successful caller must call `end`."""
        with asking():
            if self._store.exists(review_key(subject)):
                return False
            return bool(self._store.set(_begun(subject), b"", nx=True, ex=SILENT_SECONDS))

    def tell(self, subject: ReviewSubject, progress: float) -> None:
        """Store the progress, 0 to 1, and extend the claim."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.set(_progress(subject), f"{progress:.3f}", ex=SILENT_SECONDS)
            pipeline.expire(_begun(subject), SILENT_SECONDS)
            pipeline.execute()

    def keep(self, subject: ReviewSubject, review: Document, now: int) -> None:
        """Store a review, and delete the oldest ones beyond `MOST_KEPT`."""
        key = review_key(subject)
        with asking():
            self._store.set(key, zlib.compress(orjson.dumps(review)), ex=KEPT_SECONDS)
            self._store.zadd(KEPT, {key: now})
            surplus = int(self._store.zcard(KEPT)) - MOST_KEPT
            if surplus > 0:
                for old, _ in cast("list[tuple[bytes, float]]", self._store.zpopmin(KEPT, surplus)):
                    self._store.delete(old)

    def end(self, subject: ReviewSubject) -> None:
        """Release the claim; a review that is not ready can then be requested again."""
        with asking():
            self._store.delete(_begun(subject))
            self._store.delete(_progress(subject))


def review_key(subject: ReviewSubject) -> str:
    """The key of the subject's review."""
    return f"review:{EDITION}:{subject.hash}"


def _progress(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:progress"


def _begun(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:begun"


def _asked(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:asked"

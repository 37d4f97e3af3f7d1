"""Reviews in the store: requested, being computed, and ready; ready ones expire.

The store holds everything in memory, so each of these is bounded. A review is stored under the hash of its
record, and names seats, not players. Requests take turns (`RequestQueue`), and may be lost: a client that
still waits repeats its request.
"""

import zlib
from collections.abc import Sequence
from typing import NamedTuple, cast

import orjson
from redis import Redis

from replays.encoding.identity import GameId, parse_game_id
from replays.projections.reviews import Document
from replays.store.scripts import Script, asking
from service.application.games.reviews.subject import ReviewSubject
from service.application.quotas.request_queue import Added, Requester, RequestQueue, Waiting

EDITION = "3"
"""The version of the content of reviews; change it with that content, so that no old review is shown."""
WANTED = "reviews:wanted"
"""The name of the queue of the games and studies whose review is requested."""
KEPT = "reviews:kept"
"""A sorted set of the keys of stored reviews, by the time at which they were stored (ms UTC)."""
MOST_WANTED = 100
OF_ONE_ADDRESS = 20
"""The most requests of one network address among these."""
MOST_KEPT = 2_000
"""The most stored reviews, of some 5 KB each."""
KEPT_SECONDS = 30 * 24 * 60 * 60
TAKEN_MS = 5 * 60 * 1000
"""How long a request that was passed to the workers counts as running, even if none has begun it."""
ASKED_SECONDS = 24 * 60 * 60
"""How long the players who requested a review are remembered while it is not ready."""
MOST_ASKED, ASKED_OF_ADDRESS = 100, 20
"""The most players who are notified that a review is ready, and the most of them from one address."""
SILENT_SECONDS = 120
"""How long after its last output an analyst counts as dead; it reports progress after each decision."""


ASK = f"""
local group, number = ARGV[1], 0
local entry, asked = group .. ' ' .. ARGV[2], redis.call('SMEMBERS', KEYS[1])
for _, each in ipairs(asked) do
  if each == entry then return 'done' end
  if string.match(each, '^%S+') == group then number = number + 1 end
end
if #asked < {MOST_ASKED} and number < {ASKED_OF_ADDRESS} then
  redis.call('SADD', KEYS[1], entry)
  redis.call('EXPIRE', KEYS[1], {ASKED_SECONDS})
end
return 'done'
"""
"""Adds `<group> <account>` to the players who are notified, within both limits."""


class ReviewState(NamedTuple):
    """The state of a review: `none`, `running` or `ready`, its progress from 0 to 1, and the review.

    `displaced` is true for `none` if the review was requested, and requests of others took its place.
    """

    status: str
    progress: float
    review: Document | None
    displaced: bool = False


NONE = ReviewState("none", 0.0, None)
DISPLACED = NONE._replace(displaced=True)
WAITS = ReviewState("running", 0.0, None)


class Reviews:
    """Requested and stored reviews; methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._wanted = RequestQueue(store, WANTED, MOST_WANTED, OF_ONE_ADDRESS, TAKEN_MS)
        self._ask = Script(store, ASK)

    def standing(self, subject: ReviewSubject, now: int) -> ReviewState:
        """The state of the subject's review at `now` (ms UTC)."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.get(review_key(subject))
            pipeline.get(_progress(subject))
            kept, progress = pipeline.execute()
        if kept is not None:
            return ReviewState("ready", 1.0, _read(kept))
        if progress is not None:
            return ReviewState("running", float(progress), None)
        waiting = self._wanted.state(subject.id, now)
        return {Waiting.WAITS: WAITS, Waiting.DISPLACED: DISPLACED, Waiting.ABSENT: NONE}[waiting]

    def kept(self, subjects: Sequence[ReviewSubject]) -> list[Document | None]:
        """The stored review of each of these subjects, or None; one round trip for all."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for each in subjects:
                pipeline.get(review_key(each))
            found = pipeline.execute()
        return [None if each is None else _read(each) for each in cast("list[bytes | None]", found)]

    def wish(self, subject: ReviewSubject, requester: Requester, now: int) -> Added:
        """Request a review at `now` (ms UTC)."""
        return self._wanted.add(subject.id, requester, now)

    def ask(self, subject: ReviewSubject, requester: Requester) -> None:
        """Remember an account to notify when the review is ready; does nothing beyond the limits."""
        self._ask.ask([_asked(subject)], requester)

    def asked(self, subject: ReviewSubject) -> list[str]:
        """The players who requested this review, each once; removes them from the store."""
        with asking():
            pipeline = self._store.pipeline(transaction=True)
            pipeline.smembers(_asked(subject))
            pipeline.delete(_asked(subject))
            found, _ = pipeline.execute()
        return sorted({entry.decode().rpartition(" ")[2] for entry in found})

    def take(self, now: int) -> GameId | None:
        """Remove and return the game or study whose turn it is; None if there is none."""
        taken = self._wanted.take(now)
        return parse_game_id(taken) if taken else None

    def begin(self, subject: ReviewSubject) -> bool:
        """Claim this review; False if it is ready or being computed. A successful caller must call `end`."""
        with asking():
            if self._store.exists(review_key(subject)):
                return False
            if not self._store.set(_begun(subject), b"", nx=True, ex=SILENT_SECONDS):
                return False
            self._store.set(_progress(subject), b"0", ex=SILENT_SECONDS)
        return True

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
        self._wanted.done(subject.id)


def _read(kept: bytes) -> Document:
    return cast("Document", orjson.loads(zlib.decompress(kept)))


def review_key(subject: ReviewSubject) -> str:
    """The key of the subject's review."""
    return f"review:{EDITION}:{subject.hash}"


def _progress(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:progress"


def _begun(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:begun"


def _asked(subject: ReviewSubject) -> str:
    return f"{review_key(subject)}:asked"

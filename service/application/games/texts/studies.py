"""Studies in the store: each text under a key of its own, with its owner."""

from collections.abc import Iterable, Iterator
from typing import cast

from redis import Redis

from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId
from replays.projections.studies import StudyId
from replays.store.scripts import Script, asking
from service.application.account_keys import AccountErased
from service.application.problem import Problem
from service.application.quotas.storage import Storage
from service.application.quotas.storage_ledger import STUDY, Thing, studies_key, study_key

MOST = 1_000
"""The most studies of an account; concurrent requests may exceed it by a few."""
MOST_BYTES = 16 * 1024
"""The longest text of a study; the longest games, of four players in Tribe, need an eighth of it."""

READ_AT_ONCE = 8
"""The number of texts that are read at once."""

KEEP = """
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'text', ARGV[1], 'owner', ARGV[2], 'created_at', ARGV[3])
end
return redis.call('HGET', KEYS[1], 'text')
"""
"""Stores text, owner and time at KEYS[1] unless a study is there; returns the stored text."""


class TooManyStudies(Problem):
    """409: the account already has `MOST` studies."""

    def __init__(self) -> None:
        super().__init__(409, "study/too-many", f"you have {MOST} studies, the maximum: delete one first")


class Studies:
    """The studies in a store.

    A study and the list of its owner's studies may be on two servers and are written one after the other; a
    retry repairs a write that failed in between. Methods raise as those of `CountedPart` do.
    """

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._store = store
        self._storage = storage
        self._keep = Script(store, KEEP)

    def keep(self, study: StudyId, owner: str, text: str, now: int, address: str) -> None:
        """Store a text for its owner; repeating the call changes nothing. `now` is in ms UTC.

        Raises `TooManyStudies`, `StorageFull`, `AccountErased`, and `CommandReused` for another text.
        """
        if self._is_full(owner, study):
            raise TooManyStudies
        try:
            with self._storage.holding(owner, _thing(study), len(text.encode()), address):
                self._write(study, owner, text, now)
        except AccountErased:
            self._delete(study, owner)
            raise

    def _write(self, study: StudyId, owner: str, text: str, now: int) -> None:
        if self._keep.run([study_key(study)], [text, owner, now]) != text.encode():
            raise CommandReused
        with asking():
            self._store.zadd(studies_key(owner), {study: now}, nx=True)

    def text(self, study: StudyId) -> str | None:
        """The study's text, or None if there is no such study."""
        return text_of(self._store, study)

    def owner(self, study: StudyId) -> str | None:
        """The id of the study's owner, or None if there is no such study."""
        with asking():
            found = self._store.hget(study_key(study), "owner")
        return found.decode() if isinstance(found, bytes) else None

    def owners_and_texts(self, studies: Iterable[StudyId]) -> list[tuple[str, str] | None]:
        """Owner and text of each study, None for a missing one; in one round trip."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for study in studies:
                pipeline.hmget(study_key(study), "owner", "text")
            found = cast("list[list[bytes | None]]", pipeline.execute())
        return [
            (owner.decode(), text.decode()) if owner and text is not None else None for owner, text in found
        ]

    def forget(self, study: StudyId, owner: str) -> None:
        """Delete a study of this owner."""
        with self._storage.releasing(owner, _thing(study)):
            self._delete(study, owner)

    def forget_all(self, owner: str) -> None:
        """Delete every study of this owner, before the account is erased."""
        for thing in self._storage.things(owner, STUDY):
            self._delete(StudyId(GameId(thing.name)), owner)

    def _delete(self, study: StudyId, owner: str) -> None:
        with asking():
            self._store.zrem(studies_key(owner), study)
            self._store.delete(study_key(study))

    def of(self, owner: str) -> dict[str, int]:
        """The ids of the owner's studies, the newest first, with their creation times (ms UTC)."""
        with asking():
            found = self._store.zrevrange(studies_key(owner), 0, -1, withscores=True)
        pairs = cast("list[tuple[bytes, float]]", found)
        return {study.decode(): int(created_at) for study, created_at in pairs}

    def texts_of(self, owner: str) -> Iterator[tuple[str, int, str]]:
        """The owner's studies, the newest first: id, creation time (ms UTC), text; read a few at a time."""
        kept = list(self.of(owner).items())
        for start in range(0, len(kept), READ_AT_ONCE):
            page = kept[start : start + READ_AT_ONCE]
            with asking():
                pipeline = self._store.pipeline(transaction=False)
                for study, _ in page:
                    pipeline.hget(study_key(StudyId(GameId(study))), "text")
                texts = pipeline.execute()
            for (study, created_at), text in zip(page, texts, strict=True):
                if text is not None:
                    yield study, created_at, text.decode()

    def _is_full(self, owner: str, study: StudyId) -> bool:
        with asking():
            if self._store.zcard(studies_key(owner)) < MOST:
                return False
            return self._store.zscore(studies_key(owner), study) is None


def text_of(store: Redis, study: StudyId) -> str | None:
    """The text of a study, or None if there is no such study."""
    with asking():
        found = store.hget(study_key(study), "text")
    return found.decode() if isinstance(found, bytes) else None


def _thing(study: StudyId) -> Thing:
    return Thing(STUDY, study)

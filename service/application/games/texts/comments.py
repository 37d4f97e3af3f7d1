"""Comments on the moves of finished games, stored outside the log.

The game's key has the position of each comment: version, time and author. The author's account has the text,
so that it is erased with the account. A comment without both parts is shown to nobody.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NewType, cast

import orjson
from redis import Redis

from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId, Version
from replays.store.scripts import Script, asking
from service.application.account_keys import AccountErased, comments_key
from service.application.games.texts.hash_pages import field_names, values
from service.application.people.moderation.hidden import Hidden, hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.quotas.counted_store import CountedStore
from service.application.quotas.storage import LedgerScript, Storage, StorageFull
from service.application.quotas.storage_ledger import Thing

CommentId = NewType("CommentId", str)

MOST = 1_000
"""The most comments on a game."""

MOST_OWN = 100
"""The most comments on a game by one account."""

TAKE = f"""
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found then return found end
local places = redis.call('HVALS', KEYS[1])
if #places >= {MOST} then return 'game' end
local own = 0
for _, place in ipairs(places) do
  if string.find(place, ARGV[3], 1, true) then own = own + 1 end
end
if own >= {MOST_OWN} then return 'account' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return ARGV[2]
"""
"""Stores the position ARGV[2] of the comment ARGV[1] by ARGV[3], once, and returns the stored position.

Returns `game` or `account` if that has no room for another comment.
"""

KEEP = f"""
local there = redis.call('HGET', {comments_key}, ARGV[1])
if there then return unchanged(there) end
local more = {comments_key.overhead} + #ARGV[2]
local refused = full(more)
if refused then return refused end
redis.call('HSET', {comments_key}, ARGV[1], ARGV[2])
return counted(more, ARGV[2])
"""
"""Stores a text unless there is one; returns the stored text."""

EDIT = f"""
local there = redis.call('HGET', {comments_key}, ARGV[1])
if not there then return unchanged('') end
local refused = full(#ARGV[2] - #there)
if refused then return refused end
redis.call('HSET', {comments_key}, ARGV[1], ARGV[2])
return counted(#ARGV[2] - #there, ARGV[2])
"""
"""Replaces a stored text and returns the new one; returns "" if there is none."""

REMOVE = f"""
local size = size({comments_key}, ARGV[1], {comments_key.overhead})
if size == 0 then return unchanged('') end
redis.call('HDEL', {comments_key}, ARGV[1])
return counted(-size, '')
"""


class TooManyComments(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The game, or the account on this game, has the most comments allowed; `full` is `game` or `account`."""

    def __init__(self, full: str) -> None:
        super().__init__(full)
        self.full = full


@dataclass(frozen=True, slots=True)
class CommentPosition:
    """The position of a comment at a version of a game; `created_at` is in ms UTC.

    `request` is the SHA-256 of the request that wrote it, empty for a request without an Idempotency-Key.
    """

    version: Version
    created_at: int
    id: CommentId
    game: GameId
    author: str
    request: str

    @property
    def rank(self) -> tuple[int, int, str]:
        """The sort key of positions: version, then time."""
        return self.version, self.created_at, self.id

    @property
    def subject(self) -> ReportSubject:
        """The subject of reports on this comment."""
        return ReportSubject("comment", self.id, self.game)

    @property
    def field(self) -> str:
        """The name of the text's field in its author's account."""
        return f"{self.game}/{self.id}"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment; `edited_at` is in ms UTC, None if it was never edited.

    `hidden` says why a moderator hid it; nobody is shown the text of a hidden comment.
    """

    place: CommentPosition
    text: str
    edited_at: int | None
    hidden: Hidden | None = None

    @property
    def shown(self) -> str:
        """The text that is shown: the comment's own, or the reason why it is hidden."""
        return self.hidden.text if self.hidden else self.text


class Comments(CountedStore):
    """The comments on all games. Writing a comment is safe to repeat only under the same id."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage)
        self._take = Script(store, TAKE)
        self._keep = LedgerScript(store, KEEP)
        self._edit = LedgerScript(store, EDIT)
        self._remove = LedgerScript(store, REMOVE)

    def write(self, place: CommentPosition, text: str, address: str) -> Comment:
        """Write a comment once and return it; a repeated request returns the stored comment.

        Position and text may be on two servers and are written one after the other; a retry repairs a write
        that failed in between. Raises `TooManyComments`, and `CommandReused` if another request wrote a
        comment with this id.
        """
        taken = self._take.run([_key(place.game)], [place.id, orjson.dumps(place), place.author])
        if taken in (b"game", b"account"):
            raise TooManyComments(taken.decode())
        found = _place(taken)
        if found.request != place.request:
            raise CommandReused
        try:
            kept = self._put(self._keep, found, _written(text, None), address)
        except (AccountErased, StorageFull):
            there = self.read([found])
            if there:
                return there[0]
            self._leave([found])
            raise
        return _comment(found, kept)

    def edit(self, place: CommentPosition, text: str, now: int, address: str) -> Comment | None:
        """Replace the text of a comment; None if the comment no longer exists."""
        kept = self._put(self._edit, place, _written(text, now), address)
        return _comment(place, kept, *hidden(self._store, [place.subject])) if kept else None

    def remove(self, place: CommentPosition) -> None:
        """Delete a comment; does nothing if it does not exist."""
        self._storage.drop(place.author, self._remove, (place.field,))
        self._leave([place])

    def place(self, game: GameId, comment: str) -> CommentPosition | None:
        """The position of the comment with this id; None if the game has no such comment."""
        return self.places([(game, comment)])[0]

    def places(self, comments: Iterable[tuple[GameId, str]]) -> list[CommentPosition | None]:
        """The positions of comments on any games, in one round trip."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for game, comment in comments:
                pipeline.hget(_key(game), comment)
            found = pipeline.execute()
        return [None if held is None else _place(held) for held in found]

    def page(
        self, game: GameId, version: int | None, after: str | None, limit: int
    ) -> tuple[list[Comment], str | None]:
        """At most `limit` comments on a version, or on all, after a cursor, and the next page's cursor.

        Raises ValueError for an invalid cursor.
        """
        with asking():
            held = cast("list[bytes]", self._store.hvals(_key(game)))
        begin = _rank(after)
        places = sorted(map(_place, held), key=lambda place: place.rank)
        rest = [place for place in places if version in (None, place.version) and place.rank > begin]
        following = _cursor(rest[limit - 1]) if len(rest) > limit else None
        return self.read(rest[:limit]), following

    def of(self, author: str) -> Iterator[Comment]:
        """All comments by the author, grouped by game; a few are read at a time."""
        for places in self._places_of(author):
            by_field = {place.field: place for place in sorted(places, key=lambda place: place.rank)}
            reasons = hidden(self._store, [place.subject for place in by_field.values()])
            why = dict(zip(by_field, reasons, strict=True))
            for field, text in values(self._store, comments_key(author), list(by_field)):
                yield _comment(by_field[field], text, why[field])

    def forget(self, author: str) -> None:
        """Delete the author's positions in all games, before the account with the texts is erased."""
        for places in self._places_of(author):
            self._leave(places)

    def _places_of(self, author: str) -> Iterator[list[CommentPosition]]:
        """The positions of the author's comments, one list for each game."""
        fields = field_names(self._store, comments_key(author))
        for game, own in groupby(fields, key=lambda field: field.partition("/")[0]):
            with asking():
                pipeline = self._store.pipeline(transaction=False)
                for field in own:
                    pipeline.hget(_key(GameId(game)), field.partition("/")[2])
                held = pipeline.execute()
            yield [_place(place) for place in held if place is not None]

    def _put(self, script: LedgerScript, place: CommentPosition, written: str, address: str) -> bytes:
        thing, length = Thing(comments_key, place.field), len(written.encode())
        kept: bytes = self._storage.keep(place.author, thing, length, address, script, (place.field, written))
        return kept

    def read(self, places: Sequence[CommentPosition]) -> list[Comment]:
        """The comments at these positions, without those whose text is missing."""
        if not places:
            return []
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for place in places:
                pipeline.hget(comments_key(place.author), place.field)
            texts = pipeline.execute()
        there = [(place, text) for place, text in zip(places, texts, strict=True) if text is not None]
        reasons = hidden(self._store, [place.subject for place, _ in there])
        return [_comment(place, text, why) for (place, text), why in zip(there, reasons, strict=True)]

    def _leave(self, places: Sequence[CommentPosition]) -> None:
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for place in places:
                pipeline.hdel(_key(place.game), place.id)
            pipeline.execute()


def _key(game: GameId) -> str:
    return f"comments:{game}"


def _place(held: bytes) -> CommentPosition:
    return CommentPosition(**orjson.loads(held))


def _written(text: str, edited_at: int | None) -> str:
    return orjson.dumps({"text": text, "edited_at": edited_at}).decode()


def _comment(place: CommentPosition, kept: bytes, reason: Hidden | None = None) -> Comment:
    return Comment(place, **orjson.loads(kept), hidden=reason)


def _cursor(place: CommentPosition) -> str:
    return " ".join(map(str, place.rank))


def _rank(cursor: str | None) -> tuple[int, int, str]:
    """The rank that a cursor names; for None, a rank before all others."""
    if cursor is None:
        return 0, 0, ""
    version, created_at, comment = cursor.split(" ")
    return int(version), int(created_at), comment

"""Messages at tables, stored outside the log.

The game's keys have the place of each message: its number, author and room. The author's account has the
text, so that it is erased with the account. A message without both parts is shown to nobody.

A room is a sorted set scored by number; a member is the number, the author, the id and the start of the
digest of the request that wrote it, separated by spaces. Both rooms of a game share one counter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

import orjson
from redis import Redis

from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId
from replays.store.scripts import Script, asking
from service.application.account_keys import AccountErased, talk_key
from service.application.games.talk.rooms import Room
from service.application.games.texts.hash_pages import field_names, values
from service.application.people.moderation.hidden import Hidden, hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.quotas.counted_store import CountedStore
from service.application.quotas.storage import LedgerScript, Storage, StorageFull
from service.application.quotas.storage_ledger import Thing

MOST = 1_000
"""The most messages in a room."""

MOST_OWN = 250
"""The most messages in a room by one account."""

DIGEST_DIGITS = 16
"""The digits of a request's digest in a place: enough to tell two requests with the same key apart."""
NO_DIGEST = "-"

TAKE = f"""
local own = 0
for _, place in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local _, author, id = string.match(place, '^(%d+) (%S+) (%S+)')
  if id == ARGV[2] then return place end
  if author == ARGV[1] then own = own + 1 end
end
if redis.call('ZCARD', KEYS[2]) >= {MOST} then return 'room' end
if own >= {MOST_OWN} then return 'account' end
local number = redis.call('INCR', KEYS[1])
local place = number .. ' ' .. ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3]
redis.call('ZADD', KEYS[2], number, place)
return place
"""
"""Adds a place for the message ARGV[2] of the author ARGV[1], once, and returns the stored place.

Returns `room` or `account` if that has no room for another message.
"""

KEEP = f"""
local texts = {talk_key}
local there = redis.call('HGET', texts, ARGV[1])
if there then return unchanged(there) end
local more = {talk_key.overhead} + #ARGV[2]
local refused = full(more)
if refused then return refused end
redis.call('HSET', texts, ARGV[1], ARGV[2])
return counted(more, ARGV[2])
"""
"""Stores a text unless there is one; returns the stored text."""

REMOVE = f"""
local texts = {talk_key}
local size = size(texts, ARGV[1], {talk_key.overhead})
if size == 0 then return unchanged('') end
redis.call('HDEL', texts, ARGV[1])
return counted(-size, '')
"""


class TooManyMessages(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The room, or the account in this room, has the most messages allowed; `full` is `room` or `account`."""

    def __init__(self, full: str) -> None:
        super().__init__(full)
        self.full = full


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """The place of a message: its room, and its number in the game, from 1."""

    game: GameId
    room: Room
    number: int
    author: str
    id: str

    @property
    def field(self) -> str:
        """The name of the text's field in its author's account."""
        return f"{self.game}/{self.room.value}/{self.number}/{self.id}"

    @property
    def subject(self) -> ReportSubject:
        """The subject of reports on this message."""
        return ReportSubject("message", self.id, self.game)


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """A message to be written: a text, or the key of a phrase; `at` is in ms UTC.

    `id` is the same for the same request; `digest` is the digest of the request's content, empty without an
    Idempotency-Key.
    """

    game: GameId
    room: Room
    author: str
    id: str
    digest: str
    at: int
    text: str = ""
    phrase: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message: a text, or a phrase by its key; `at` is in ms UTC.

    `hidden` says why a moderator hid it; nobody is shown the text of a hidden message.
    """

    place: MessagePlace
    at: int
    text: str = ""
    phrase: str | None = None
    hidden: Hidden | None = None


class Talk(CountedStore):
    """The messages of all games."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage)
        self._take = Script(store, TAKE)
        self._keep = LedgerScript(store, KEEP)
        self._remove = LedgerScript(store, REMOVE)

    def write(self, draft: MessageDraft, address: str) -> Message:
        """Write a message once and return it; a repeated request returns the stored message.

        Place and text may be on two servers and are written one after the other; a retry repairs a write that
        failed in between. Raises `TooManyMessages`, `StorageFull`, and `CommandReused` if another request
        wrote a message with this id.
        """
        digest = draft.digest[:DIGEST_DIGITS] or NO_DIGEST
        taken = self._take.run(_keys(draft.game, draft.room), [draft.author, draft.id, digest]).decode()
        if taken in ("room", "account"):
            raise TooManyMessages(taken)
        place = _place(draft.game, draft.room, taken)
        if not taken.endswith(f" {digest}"):
            raise CommandReused
        said = {"phrase": draft.phrase} if draft.phrase else {"text": draft.text}
        written = orjson.dumps({"at": draft.at, **said}).decode()
        thing = Thing(talk_key, place.field)
        try:
            kept = self._storage.keep(
                draft.author, thing, len(written.encode()), address, self._keep, (place.field, written)
            )
        except (AccountErased, StorageFull):
            there = self.read([place])
            if there:
                return there[0]
            self._leave([place])
            raise
        return _message(place, kept)

    def page(
        self, game: GameId, room: Room, before: int | None, limit: int
    ) -> tuple[list[MessagePlace], int | None]:
        """At most `limit` places with numbers below `before`, the newest first, and the next `before`."""
        newest = "+inf" if before is None else f"({before}"
        with asking():
            found = cast(
                "list[bytes]",
                self._store.zrevrangebyscore(_room(game, room), newest, "-inf", start=0, num=limit + 1),
            )
        places = [_place(game, room, each.decode()) for each in found]
        return places[:limit], places[limit - 1].number if len(places) > limit else None

    def read(self, places: Sequence[MessagePlace]) -> list[Message]:
        """The messages at these places, without those whose text is missing."""
        if not places:
            return []
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for place in places:
                pipeline.hget(talk_key(place.author), place.field)
            texts = pipeline.execute()
        there = [(place, text) for place, text in zip(places, texts, strict=True) if text is not None]
        reasons = hidden(self._store, [place.subject for place, _ in there])
        return [_message(place, text, why) for (place, text), why in zip(there, reasons, strict=True)]

    def place(self, game: GameId, message: str) -> MessagePlace | None:
        """The place of the message with this id, None if the game has no such message; reads both rooms."""
        return self.places([(game, message)])[0]

    def places(self, messages: Sequence[tuple[GameId, str]]) -> list[MessagePlace | None]:
        """The places of messages of any games, in one round trip."""
        rooms = [(game, room) for game in dict.fromkeys(game for game, _ in messages) for room in Room]
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for game, room in rooms:
                pipeline.zrange(_room(game, room), 0, -1)
            found = pipeline.execute()
        places = (
            _place(game, room, member.decode())
            for (game, room), members in zip(rooms, found, strict=True)
            for member in members
        )
        known = {(place.game, place.id): place for place in places}
        return [known.get(message) for message in messages]

    def remove(self, place: MessagePlace) -> None:
        """Delete a message; does nothing if it does not exist."""
        self._storage.drop(place.author, self._remove, (place.field,))
        self._leave([place])

    def of(self, author: str) -> Iterator[Message]:
        """All messages by the author, grouped by game; a few are read at a time."""
        for places in self._places_of(author):
            by_field = {place.field: place for place in places}
            reasons = hidden(self._store, [place.subject for place in places])
            why = dict(zip(by_field, reasons, strict=True))
            for field, text in values(self._store, talk_key(author), list(by_field)):
                yield _message(by_field[field], text, why[field])

    def forget(self, author: str) -> None:
        """Delete the author's places in all games, before the account with the texts is erased."""
        for places in self._places_of(author):
            self._leave(places)

    def _places_of(self, author: str) -> Iterator[list[MessagePlace]]:
        """The places of the author's messages, one list for each game, sorted by number."""
        fields = field_names(self._store, talk_key(author))
        for _, own in groupby(fields, key=lambda field: field.partition("/")[0]):
            yield sorted((_named(field, author) for field in own), key=lambda place: place.number)

    def _leave(self, places: Sequence[MessagePlace]) -> None:
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for place in places:
                pipeline.zremrangebyscore(_room(place.game, place.room), place.number, place.number)
            pipeline.execute()


def _keys(game: GameId, room: Room) -> list[str]:
    return [f"talk:{{{game}}}", _room(game, room)]


def _room(game: GameId, room: Room) -> str:
    return f"talk:{{{game}}}:{room.value}"


def _place(game: GameId, room: Room, member: str) -> MessagePlace:
    number, author, message, _ = member.split(" ")
    return MessagePlace(game, room, int(number), author, message)


def _named(field: str, author: str) -> MessagePlace:
    game, room, number, message = field.split("/")
    return MessagePlace(GameId(game), Room(room), int(number), author, message)


def _message(place: MessagePlace, kept: bytes, reason: Hidden | None = None) -> Message:
    return Message(place, **orjson.loads(kept), hidden=reason)

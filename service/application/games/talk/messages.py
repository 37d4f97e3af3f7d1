"""Messages at tables, stored outside the log.

The game's keys have the place of each message: its number, author and room.

A room is a sorted set scored by number; a member is the number, the author, the id and the start of the
digest of the request that wrote it, separated by spaces. Both rooms of a game share one counter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import orjson
from redis import Redis

from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId
from replays.store.scripts import Script, asking
from service.application.account_keys import talk_key
from service.application.games.talk.rooms import Room
from service.application.games.texts.authored import AuthoredTexts
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import Problem
from service.application.quotas.storage import Storage

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


class TooManyMessages(Problem):
    """409: the `room`, or the `account` in this room, has the most messages allowed."""

    def __init__(self, full: str) -> None:
        said = {
            "room": f"the room has {MOST:,} messages, which is the limit",
            "account": f"you have {MOST_OWN} messages in this room, which is the limit: delete one first",
        }
        super().__init__(409, "talk/too-many", said[full], {"full": full})


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
    def rank(self) -> tuple[int, int, str]:
        """The sort key of places."""
        return self.number, 0, self.id

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


class Talk(AuthoredTexts[MessagePlace, Message]):
    """The messages of all games."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage, talk_key, Message)
        self._take = Script(store, TAKE)

    def write(self, draft: MessageDraft, address: str) -> Message:
        """Write a message once and return it; a repeated request returns the stored message.

        Raises `TooManyMessages`, and `CommandReused` if another request wrote a message with this id.
        """
        digest = draft.digest[:DIGEST_DIGITS] or NO_DIGEST
        taken = self._take.run(_keys(draft.game, draft.room), [draft.author, draft.id, digest]).decode()
        if taken in ("room", "account"):
            raise TooManyMessages(taken)
        place = _place(draft.game, draft.room, taken)
        if not taken.endswith(f" {digest}"):
            raise CommandReused
        said = {"phrase": draft.phrase} if draft.phrase else {"text": draft.text}
        return self._put(place, orjson.dumps({"at": draft.at, **said}).decode(), address)

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

    def places(self, texts: Sequence[tuple[GameId, str]]) -> list[MessagePlace | None]:
        """The places of messages of any games, in one round trip."""
        rooms = [(game, room) for game in dict.fromkeys(game for game, _ in texts) for room in Room]
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
        return [known.get(message) for message in texts]

    def _named(self, game: GameId, author: str, fields: Sequence[str]) -> list[MessagePlace]:
        parts = [field.split("/") for field in fields]
        return [MessagePlace(game, Room(room), int(number), author, id_) for _, room, number, id_ in parts]

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

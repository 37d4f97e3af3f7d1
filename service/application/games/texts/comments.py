"""Comments on the moves of finished games, stored outside the log.

The game's key has the position of each comment: version, time and author.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType, cast

import orjson
from redis import Redis

from replays.commands.handler import CommandReused
from replays.encoding.identity import GameId, Version
from replays.store.scripts import Script, asking
from service.application.account_keys import comments_key
from service.application.games.texts.authored import AuthoredTexts
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import Problem
from service.application.quotas.storage import Storage

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


class TooManyComments(Problem):
    """409: the `game`, or the `account` on this game, has the most comments allowed."""

    def __init__(self, full: str) -> None:
        said = {
            "game": f"the game has {MOST:,} comments, which is the limit",
            "account": f"you have {MOST_OWN} comments on this game, which is the limit: delete one first",
        }
        super().__init__(409, "comment/too-many", said[full])


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


class Comments(AuthoredTexts[CommentPosition, Comment]):
    """The comments on all games. Writing a comment is safe to repeat only under the same id."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage, comments_key, Comment)
        self._take = Script(store, TAKE)

    def write(self, place: CommentPosition, text: str, address: str) -> Comment:
        """Write a comment once and return it; a repeated request returns the stored comment.

        Raises `TooManyComments`, and `CommandReused` if another request wrote a comment with this id.
        """
        taken = self._take.run([_key(place.game)], [place.id, orjson.dumps(place), place.author])
        if taken in (b"game", b"account"):
            raise TooManyComments(taken.decode())
        found = _place(taken)
        if found.request != place.request:
            raise CommandReused
        return self._put(found, _written(text, None), address)

    def edit(self, place: CommentPosition, text: str, now: int, address: str) -> Comment | None:
        """Replace the text of a comment; None if the comment no longer exists."""
        kept = self._texts.edit(place.author, place.field, _written(text, now), address)
        return self._text(place, kept, *self._hidden([place])) if kept else None

    def places(self, texts: Sequence[tuple[GameId, str]]) -> list[CommentPosition | None]:
        """The positions of comments on any games, in one round trip."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for game, comment in texts:
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

    def _named(self, game: GameId, author: str, fields: Sequence[str]) -> list[CommentPosition]:
        del author  # each position has it
        found = self.places([(game, field.partition("/")[2]) for field in fields])
        return [place for place in found if place]

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


def _cursor(place: CommentPosition) -> str:
    return " ".join(map(str, place.rank))


def _rank(cursor: str | None) -> tuple[int, int, str]:
    """The rank that a cursor names; for None, a rank before all others."""
    if cursor is None:
        return 0, 0, ""
    version, created_at, comment = cursor.split(" ")
    return int(version), int(created_at), comment

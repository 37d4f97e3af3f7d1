"""A collection of games as an immutable value."""

import json
from dataclasses import asdict, dataclass, replace
from enum import Enum

from replays.encoding.identity import GameId
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import Problem

MOST_GAMES = 200
"""The most games in a collection."""
LONGEST_TITLE = 80
LONGEST_NOTE = 300
"""In characters."""


class CollectionVisibility(Enum):
    """The visibility of a collection: its owner, everybody with the link, or all who see the owner's page."""

    PRIVATE = "private"
    LINK = "link"
    PUBLIC = "public"


class TooManyGames(Problem):
    """409: the collection has `MOST_GAMES` games already."""

    def __init__(self) -> None:
        detail = f"the collection has {MOST_GAMES} games, the maximum: remove one first"
        super().__init__(409, "collection/full", detail)


@dataclass(frozen=True, slots=True)
class Item:
    """A game in a collection, with the owner's note or an empty text."""

    game: GameId
    note: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection of games in the order that its owner chose. `created_at` is in ms UTC.

    `key` is part of the link if the collection is shared by link, otherwise None: a withdrawn link stays
    invalid. `hidden` says why a moderator hid title and notes; it is not stored with the collection.
    """

    id: str
    title: str
    shared: CollectionVisibility
    created_at: int
    key: str | None = None
    items: tuple[Item, ...] = ()
    hidden: Hidden | None = None

    @property
    def text(self) -> str:
        """Everything that the owner wrote: the title and the notes in their order, one line each."""
        return "\n".join([self.title, *(item.note for item in self.items if item.note)])

    def subject(self, owner: str) -> ReportSubject:
        """The subject of reports on this collection."""
        return ReportSubject("collection", self.id, player=owner)

    def veiled(self, title: str) -> "Collection":
        """The collection as others see it while hidden: with this title and without notes."""
        return replace(self, title=title, items=tuple(Item(item.game) for item in self.items))

    def place_of(self, game: GameId) -> int | None:
        """The place of a game, from 0, or None."""
        return next((place for place, item in enumerate(self.items) if item.game == game), None)

    def named(self, title: str, shared: CollectionVisibility, new_key: str) -> "Collection":
        """A copy with this title and visibility; `new_key` is used if it was not shared by link before."""
        key = (self.key or new_key) if shared is CollectionVisibility.LINK else None
        return replace(self, title=title, shared=shared, key=key)

    def having(self, game: GameId, note: str | None, place: int | None) -> "Collection":
        """A copy with this game at this place, from 0; without a place it stays where it is, or goes last.

        A place beyond the end means the end; a note of None leaves the note unchanged. Raises `TooManyGames`.
        """
        before = self.place_of(game)
        if before is None and len(self.items) >= MOST_GAMES:
            raise TooManyGames
        item = Item(game) if before is None else self.items[before]
        item = item if note is None else replace(item, note=note)
        rest = [each for each in self.items if each.game != game]
        at = place if place is not None else len(rest) if before is None else before
        return replace(self, items=(*rest[:at], item, *rest[at:]))

    def without(self, game: GameId) -> "Collection":
        """A copy without this game."""
        return replace(self, items=tuple(each for each in self.items if each.game != game))


def written(collection: Collection) -> str:
    """The stored form of a collection, as JSON; its id is the name of the hash field."""
    form = asdict(collection) | {
        "shared": collection.shared.value,
        "items": [[item.game, item.note] for item in collection.items],
    }
    del form["id"], form["hidden"]
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


def read(identity: str, text: str) -> Collection:
    """The collection from its stored form.

    >>> some = Collection("c", "Ties", CollectionVisibility.LINK, 7, "key", (Item(GameId("g"), "look"),))
    >>> read("c", written(some)) == some
    True
    """
    form = json.loads(text)
    items = tuple(Item(GameId(game), note) for game, note in form.pop("items"))
    return Collection(identity, **{**form, "shared": CollectionVisibility(form["shared"]), "items": items})

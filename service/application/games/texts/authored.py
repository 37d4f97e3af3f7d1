"""Texts by authors at games: each has its place in a key of the game, and its text in its author's account.

So a text is erased with the account. A text without both parts is shown to nobody. Place and text may be on
two servers and are written one after the other; a retry repairs a write that failed in between.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Generic, Protocol, TypeVar

import orjson
from redis import Redis

from replays.encoding.identity import GameId
from service.application.account_keys import AccountErased, AccountPart
from service.application.people.moderation.hidden import Hidden, hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import Storage, StorageFull


class TextPlace(Protocol):
    """The place of a text at a game."""

    @property
    def game(self) -> GameId:
        """The game."""
        ...

    @property
    def author(self) -> str:
        """The account that has the text."""
        ...

    @property
    def field(self) -> str:
        """The name of the text in its author's account; it begins with the game's id and a slash."""
        ...

    @property
    def rank(self) -> tuple[int, int, str]:
        """The sort key of places at a game."""
        ...

    @property
    def subject(self) -> ReportSubject:
        """The subject of reports on the text."""
        ...


PlaceT = TypeVar("PlaceT", bound=TextPlace)
TextT = TypeVar("TextT")


class AuthoredTexts(ABC, Generic[PlaceT, TextT]):
    """The texts of one kind in the `part` of their authors' accounts; methods raise as `CountedPart` does.

    `text` makes a text of its place, the members of its stored form, and why a moderator hid it.
    """

    def __init__(
        self,
        store: Redis,
        storage: Storage,
        part: AccountPart,
        text: Callable[..., TextT],
    ) -> None:
        self._store = store
        self._texts = CountedPart(store, storage, part)
        self._made = text

    def place(self, game: GameId, text: str) -> PlaceT | None:
        """The place of the text with this id; None if the game has no such text."""
        return self.places([(game, text)])[0]

    @abstractmethod
    def places(self, texts: Sequence[tuple[GameId, str]]) -> list[PlaceT | None]:
        """The places of texts at any games, None for a missing one; in one round trip."""

    def read(self, places: Iterable[PlaceT]) -> list[TextT]:
        """The texts at these places, without those that are missing."""
        wanted = list(places)
        found = self._texts.texts((place.author, place.field) for place in wanted) if wanted else []
        there = [(place, kept) for place, kept in zip(wanted, found, strict=True) if kept is not None]
        reasons = self._hidden([place for place, _ in there])
        return [self._text(place, kept, why) for (place, kept), why in zip(there, reasons, strict=True)]

    def remove(self, place: PlaceT) -> None:
        """Delete a text; does nothing if it does not exist."""
        self._texts.remove(place.author, place.field)
        self._leave([place])

    def of(self, author: str) -> Iterator[TextT]:
        """All texts by the author, grouped by game; a few are read at a time."""
        for places in self._places_of(author):
            by_field = {place.field: place for place in sorted(places, key=lambda place: place.rank)}
            why = dict(zip(by_field, self._hidden(by_field.values()), strict=True))
            for field, kept in self._texts.paged(author, list(by_field)):
                yield self._text(by_field[field], kept, why[field])

    def forget(self, author: str) -> None:
        """Delete the author's places at all games, before the account with the texts is erased."""
        for places in self._places_of(author):
            self._leave(places)

    def _put(self, place: PlaceT, written: str, address: str) -> TextT:
        """Store the text of a place that was taken, once; if it cannot be stored, leave the place."""
        try:
            kept = self._texts.keep(place.author, place.field, written, address)
        except (AccountErased, StorageFull):
            if there := self.read([place]):
                return there[0]
            self._leave([place])
            raise
        return self._text(place, kept)

    def _places_of(self, author: str) -> Iterator[Sequence[PlaceT]]:
        """The places of the author's texts, one list for each game."""
        for game, fields in groupby(self._texts.names(author), key=lambda field: field.partition("/")[0]):
            yield self._named(GameId(game), author, list(fields))

    @abstractmethod
    def _named(self, game: GameId, author: str, fields: Sequence[str]) -> Sequence[PlaceT]:
        """The places at one game of the author's texts with these names."""

    @abstractmethod
    def _leave(self, places: Sequence[PlaceT]) -> None:
        """Delete these places."""

    def _text(self, place: PlaceT, kept: bytes, why: Hidden | None = None) -> TextT:
        return self._made(place, **orjson.loads(kept), hidden=why)

    def _hidden(self, places: Iterable[PlaceT]) -> list[Hidden | None]:
        return hidden(self._store, [place.subject for place in places])

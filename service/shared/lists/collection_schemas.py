"""Schemas of collections: requests of the API, and forms."""

from typing import Any

from marshmallow import ValidationError, validate

from service.application.games.lists.collecting.collection import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST_GAMES,
    CollectionVisibility,
)
from service.application.i18n.speaking import gettext
from service.shared.fields import ShortText, Strict, WholeNumber, Word


class Title(ShortText):
    """The title of a collection: one line, not blank."""

    def __init__(self) -> None:
        super().__init__(LONGEST_TITLE, {"minLength": 1}, required=True)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = " ".join(str(super()._deserialize(value, attr, data, **kwargs)).split())
        if not text:
            raise ValidationError(gettext("Give the collection a title."))
        return text


class CollectionRequest(Strict):
    """A collection: its title and who may see it."""

    title = Title()
    shared = Word(
        CollectionVisibility,
        load_default=CollectionVisibility.PRIVATE,
        metadata={
            "description": "`link`: visible to everybody who has the link; `public`: listed on your page."
        },
    )


class NoteForm(Strict):
    """A note on a game in a collection."""

    note = ShortText(LONGEST_NOTE, load_default=None, allow_none=True)


class ItemRequest(NoteForm):
    """A game in a collection; omitted members stay unchanged."""

    place = WholeNumber(
        load_default=None,
        validate=validate.Range(0, MOST_GAMES),
        metadata={
            "description": "Position in the collection, from 0; by default a new game is added at the end."
        },
    )

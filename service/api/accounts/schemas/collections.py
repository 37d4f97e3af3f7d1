"""Schemas of collections of games."""

from marshmallow import Schema, fields

from service.api.games.schemas.lists import GameSummary
from service.api.shared.problems import HiddenAnswer
from service.application.games.lists.collecting.collection import MOST_GAMES, CollectionVisibility
from service.application.games.lists.collecting.collections import MOST
from service.shared.fields import Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit


class CollectionsQuery(Strict):
    """The page of a list of collections."""

    cursor = Cursor()
    limit = PageLimit(most=MOST)


class CollectionQuery(Strict):
    """The page of a collection; `key` is in the link of a collection that is shared by a link."""

    key = fields.String(load_default=None)
    cursor = Cursor()
    limit = PageLimit(most=MOST_GAMES)


class CollectionSummary(Schema):
    """A collection in a list."""

    id = fields.String(required=True)
    owner = fields.String(
        required=True, metadata={"description": "Id of the player who owns the collection."}
    )
    title = fields.String(required=True)
    shared = Word(CollectionVisibility, required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    hidden = fields.Nested(
        HiddenAnswer,
        required=True,
        allow_none=True,
        metadata={
            "description": "Time and reason of a moderator's decision to hide the title and notes, which "
            "then only the owner can read; otherwise null."
        },
    )
    key = fields.String(metadata={"description": "Key of the link; only in responses to the owner."})
    size = fields.Integer(metadata={"description": "Number of games; only in responses to the owner."})


class CollectionsAnswer(Schema):
    """A page of collections, the newest first."""

    collections = fields.List(fields.Nested(CollectionSummary), required=True)
    next = NextCursor()


class CollectedGame(Schema):
    """A game of a collection, with its owner's note."""

    id = fields.String(required=True)
    note = fields.String(required=True)
    game = fields.Nested(
        GameSummary,
        required=True,
        allow_none=True,
        metadata={"description": "The game; null in responses to the owner if they may no longer see it."},
    )


class CollectionAnswer(CollectionSummary):
    """A collection with a page of its games, in its owner's order; those you may not see are left out."""

    games = fields.List(fields.Nested(CollectedGame), required=True)
    next = NextCursor()


class ExportedItem(Schema):
    """A game of a collection, as in an export."""

    game = fields.String(required=True)
    note = fields.String(required=True)


class ExportedCollection(Schema):
    """A collection, as in an export."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    shared = Word(CollectionVisibility, required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    hidden = fields.Nested(HiddenAnswer, required=True, allow_none=True)
    games = fields.List(fields.Nested(ExportedItem), required=True)

"""Schemas of the list of the caller's games."""

from marshmallow import Schema, fields

from replays.match.aggregate import Status
from service.api.games.schemas.lists import GameSummary
from service.shared.fields import Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit


class MyGamesQuery(Strict):
    """The filter and the page of your games."""

    status = Word(Status, load_default=None)
    cursor = Cursor()
    limit = PageLimit()


class MyGame(GameSummary):
    """A game with your turn, your deadline and the version that you saw last."""

    waiting = fields.Boolean(required=True, metadata={"description": "True if it is your turn."})
    deadline = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Deadline of the player to act, ms UTC; null without a clock."},
    )
    seen = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Version that you saw last; null if none."}
    )


class MyGamesAnswer(Schema):
    """A page of your games."""

    games = fields.List(fields.Nested(MyGame), required=True)
    next = NextCursor()

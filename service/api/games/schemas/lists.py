"""Schemas of lists of games, and of their filters."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from replays.match.aggregate import Status
from service.api.games.schemas.rules import RulesField
from service.api.games.schemas.states import PlayerAtTable, ToAct, _deadline, deal_field
from service.shared.fields import Identity, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit
from service.shared.lists.searching import SearchFields, is_search


class GameSummary(Schema):
    """A game in a list."""

    id = fields.String(required=True, metadata={"description": "Id of the game."})
    version = fields.Integer(
        required=True, metadata={"description": "Version of the game, which is its number of events."}
    )
    status = Word(Status, required=True, metadata={"description": "Status, as in the state of the game."})
    rules = RulesField(required=True)
    seats = fields.Integer(required=True, metadata={"description": "Number of seats."})
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    round = fields.Integer(
        required=True, metadata={"description": "Current round; 0 during the first choice."}
    )
    rounds = fields.Integer(required=True, metadata={"description": "Number of rounds of the game."})
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of the first event, ms UTC."})
    updated_at = fields.Integer(required=True, metadata={"description": "Time of the last event, ms UTC."})
    deadline = _deadline()
    deal = deal_field()
    points = fields.List(fields.Integer(), metadata={"description": "Points by seat; only for scored games."})
    ranking = fields.List(
        fields.List(fields.Integer()),
        metadata={
            "description": "Seats by place, the best first; several seats can share a place. Only for "
            "scored games."
        },
    )


class GamesAnswer(Schema):
    """A page of games, the newest first."""

    games = fields.List(fields.Nested(GameSummary), required=True)
    next = NextCursor()
    total = fields.Integer(metadata={"description": "Number of games on all pages; only for a search."})


class GamesQuery(SearchFields):
    """The filters and the page of a list of games; those of `SearchFields` find finished games only."""

    status = Word(Status, load_default=None, metadata={"description": "Status of the games."})
    player = Identity(load_default=None, metadata={"description": "Id of a player with a seat."})
    cursor = Cursor()
    limit = PageLimit()

    @validates_schema
    def check_search(self, data: dict[str, Any], **_: Any) -> None:
        """A search is for finished games, and `opponent` is not `player`."""
        if is_search(data) and data["status"] not in {None, Status.SCORED}:
            raise ValidationError("Leave it out: the other filters find finished games only.", "status")
        if data["opponent"] is not None and data["opponent"] == data["player"]:
            raise ValidationError('It must differ from "player".', "opponent")

"""Schemas of the legal moves of a position, with their gains."""

from marshmallow import fields

from service.api.games.schemas.gains import GainFields
from service.api.games.schemas.moves import MoveSchema
from service.api.games.schemas.recruits import RecruitmentFields


class MovesAnswer(GainFields, RecruitmentFields):
    """Every legal move of the player to act."""

    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Seat of the player to act; null if no one is to act."},
    )
    version = fields.Integer(required=True, metadata={"description": "Version of the game."})
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    omitted = fields.Integer(
        metadata={"description": "Number of legal moves left out of `moves`; absent if the list is complete."}
    )

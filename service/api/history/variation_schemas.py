"""Schemas of variations."""

from marshmallow import Schema, fields, validate

from kingdomino.board.dominoes import DOMINOES
from service.api.games.schemas.moves import MoveSchema
from service.api.games.schemas.states import Kingdom
from service.api.history.line_schemas import LineQuery, play_field, seat_field
from service.shared.fields import Numeral, Written

MOST_MOVES = 48
"""The maximum number of moves: all dominoes that a 7x7 kingdom has room for, each with a fire."""

LONGEST = 16 * MOST_MOVES
"""The maximum length of `play` in characters."""


class VariationQuery(LineQuery):
    """The version, the seat and the moves of a variation."""

    most_moves = MOST_MOVES
    seat = seat_field("Seat of the kingdom, 0 to 3; by default the seat to act, or 0 if there is none.")
    play = play_field(
        LONGEST,
        "Moves of the seat in notation (docs/play/notation.md), separated by spaces: placements, discards, "
        f"fires and totems; at most {MOST_MOVES}.",
        "24@1,0e 3@0,1n",
    )
    domino = Numeral(
        load_default=None,
        validate=validate.Range(1, len(DOMINOES)),
        metadata={"description": "Domino to place next; `moves` then lists its placements."},
    )


class Played(Schema):
    """The kingdom in the game itself, when the seat had placed as many dominoes."""

    version = fields.Integer(required=True)
    kingdom = Written(Kingdom, required=True)


class VariationAnswer(Schema):
    """The kingdom after a variation."""

    version = fields.Integer(
        required=True, metadata={"description": "Version from which the variation starts."}
    )
    seat = fields.Integer(required=True)
    kingdom = Written(Kingdom, required=True)
    dominoes = fields.List(
        fields.Integer(),
        required=True,
        metadata={
            "description": "Dominoes that can be placed next: those of the lines and those not yet dealt."
        },
    )
    moves = fields.List(
        fields.Nested(MoveSchema),
        required=True,
        metadata={
            "description": "Legal next moves: those for the fire or totem that is due, else those for "
            "`domino`."
        },
    )
    played = fields.Nested(
        Played,
        required=True,
        allow_none=True,
        metadata={
            "description": "Kingdom of the seat in the game itself after as many dominoes; null if `play` "
            "is empty, while a fire or totem is due, and if the seat never placed so many."
        },
    )

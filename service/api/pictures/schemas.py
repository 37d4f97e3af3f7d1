"""Schemas of pictures."""

from marshmallow import Schema, fields, validate

from service.api.games.schemas.states import StateQuery
from service.api.shared.languages import LanguageQuery
from service.shared.fields import Numeral


class CardQuery(StateQuery, LanguageQuery):
    """The version of the game, and the language."""


class PictureQuery(CardQuery):
    """The version of the game, the language, and the whole table or one kingdom."""

    seat = Numeral(
        load_default=None,
        validate=validate.Range(min=0),
        metadata={"description": "Seat whose kingdom is drawn, 0 to 3; by default the whole table is drawn."},
    )


class AnimationQuery(LanguageQuery):
    """The language only: an animation shows the whole game."""


class DrawingAnswer(Schema):
    """The status of an animation that is not ready yet."""

    status = fields.String(required=True, validate=validate.OneOf(["drawing"]))

"""What can be asked of pictures."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.api.games.schemas import StateQuery
from service.shared.fields import Strict


class PictureQuery(StateQuery):
    """Which version of the game, and whether the whole table or one kingdom."""

    seat = fields.Integer(
        load_default=None,
        validate=validate.Range(min=0),
        metadata={"description": "Only the kingdom of this seat; without it the whole table."},
    )


class AnimationQuery(Strict):
    """Nothing: an animation shows the whole game."""


class DrawingAnswer(Schema):
    """The animation is not there yet."""

    status = fields.String(required=True, validate=validate.OneOf(["drawing"]))


def image(content_type: str) -> dict[str, Any]:
    """What OpenAPI says of a body that is an image."""
    return {"contentMediaType": content_type}

"""The schema of the sources of a live stream."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.shared.fields import Strict


class LiveQuery(Strict):
    """The sources of a live stream: games, talk and `mine`, at least one of them."""

    game = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "Game to follow; repeatable, at most 32 different games."},
    )
    mine = fields.Boolean(
        load_default=False,
        metadata={"description": "True to include hints of all your games, as in `/me/events`."},
    )
    talk = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "Game whose new messages are reported; repeatable, at most 32."},
    )
    invitation = fields.List(
        fields.String(),
        load_default=list,
        metadata={"description": "Key of a private game among them; repeatable."},
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """At least one source is followed, and each game only once."""
        if not data["game"] and not data["talk"] and not data["mine"]:
            raise ValidationError("Name a game, or set mine=true.", "game")
        if len(set(data["game"])) < len(data["game"]):
            raise ValidationError("Name each game once.", "game")

"""Schemas of a table's company, its invitation, and rematches."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.games.visibility import MOST_INVITED
from service.shared.fields import Entropy, Flag, Seen, ShortList, Strict, check_seen

PUBLIC = "public"
PRIVATE = "private"


class CompanyFields(Strict):
    """The rights to sit down, watch and talk at a table, previews of moves, and rating."""

    visibility = fields.String(
        load_default=PUBLIC,
        validate=validate.OneOf([PUBLIC, PRIVATE]),
        metadata={"description": "A private one is for its players, who is invited, and who has its key."},
    )
    spectators = Flag(
        load_default=True,
        metadata={"description": "Whether who has no seat may see it once all seats are taken."},
    )
    hints = Flag(
        load_default=True,
        metadata={
            "description": "Whether players see what a move would bring. If false, `gains`, `offers` and, "
            "until the "
            "game is over, `variation` are withheld."
        },
    )
    talk = Flag(
        load_default=True,
        metadata={"description": "Whether those at the table, and spectators apart from them, can talk."},
    )
    rated = Flag(
        load_default=False,
        metadata={
            "description": "Whether the result counts for the players' ratings. Bots cannot play then, and "
            "with a clock `on_timeout` is `forfeit` by default and cannot be `bot`."
        },
    )
    invited = ShortList(
        fields.UUID(),
        validate.Length(max=MOST_INVITED),
        load_default=None,
        metadata={"description": "The players who alone may sit down, beside you. By default everybody may."},
    )


class InvitationAnswer(Schema):
    """The link and key for inviting others to a table."""

    key = fields.String(
        required=True, allow_none=True, metadata={"description": "null for a public one, which needs none."}
    )
    url = fields.String(
        required=True, metadata={"description": "Of the page, from the address of the service on."}
    )


class RematchRequest(Strict):
    """A rematch with the same players."""

    dynasty = Flag(load_default=False, metadata={"description": "Three games in a row instead of one."})
    join = Flag(
        load_default=True,
        metadata={
            "description": "Whether you take a seat. If false, the table is opened, and you ask again."
        },
    )
    entropy = Entropy(load_default=None)
    seen = Seen()

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """`seen` without entropy is refused, and so is entropy without a seat."""
        check_seen(data)
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError("Only who sits down sends entropy: join is false.", "entropy")

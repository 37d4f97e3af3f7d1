"""Schemas of a table's company, its invitation, and rematches."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.application.games.visibility import MOST_INVITED
from service.shared.fields import Entropy, Flag, Identity, Seen, ShortList, Strict, check_seen

PUBLIC = "public"
PRIVATE = "private"


class CompanyFields(Strict):
    """The rights to sit down, watch and talk at a table, previews of moves, and rating."""

    visibility = fields.String(
        load_default=PUBLIC,
        validate=validate.OneOf([PUBLIC, PRIVATE]),
        metadata={
            "description": "A private game or dynasty is visible only to its players, to invited players "
            "and with its key."
        },
    )
    spectators = Flag(
        load_default=True,
        metadata={"description": "True if viewers without a seat may watch once all seats are taken."},
    )
    hints = Flag(
        load_default=True,
        metadata={
            "description": "True if players get a preview of points. If false, `gains`, `offers` and, until "
            "the game is over, `variation` are not available."
        },
    )
    talk = Flag(
        load_default=True,
        metadata={
            "description": "True if players can send messages to each other, and spectators to each other."
        },
    )
    rated = Flag(
        load_default=False,
        metadata={
            "description": "True if the game is rated. A rated game has no bots; with a clock, its "
            "`on_timeout` is `forfeit` by default and cannot be `bot`."
        },
    )
    invited = ShortList(
        Identity(),
        validate.Length(max=MOST_INVITED),
        load_default=None,
        metadata={
            "description": "The only players besides you who may take a seat, at most 3; by default "
            "everybody may."
        },
    )


class InvitationAnswer(Schema):
    """The link and key for inviting others to a table."""

    key = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Key of a private game or dynasty; null for a public one."},
    )
    url = fields.String(
        required=True,
        metadata={"description": "Path and query of the page, relative to the address of the service."},
    )


class RematchRequest(Strict):
    """A rematch with the same players."""

    dynasty = Flag(
        load_default=False, metadata={"description": "True for a dynasty of three games instead of one game."}
    )
    join = Flag(
        load_default=True,
        metadata={
            "description": "True to take a seat. If false, the table is only opened; send another request "
            "to take a seat."
        },
    )
    entropy = Entropy(load_default=None)
    seen = Seen()

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """`seen` without entropy is refused, and so is entropy without a seat."""
        check_seen(data)
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError(
                'Leave it out if "join" is false: only players who take a seat send entropy.', "entropy"
            )

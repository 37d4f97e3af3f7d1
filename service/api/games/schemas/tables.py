"""Schemas of opening a table and of sitting down."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from kingdomino.rules import Rules
from service.api.games.schemas.attendance import AgreementFields
from service.api.games.schemas.rules import RulesField
from service.api.games.schemas.seats import CompanyFields
from service.shared.fields import (
    CheckpointSize,
    Entropy,
    Flag,
    Identity,
    Seen,
    Strict,
    WholeNumber,
    check_seen,
)


class GameRequest(AgreementFields, CompanyFields):
    """The game to open."""

    rules = RulesField(load_default=Rules)
    players = WholeNumber(
        required=True, validate=validate.Range(2, 4), metadata={"description": "Number of seats."}
    )
    deal = Identity(
        load_default=None,
        metadata={
            "description": "Id of a scored game with the same `rules` and `players`, whose deal is "
            "played again. Everybody can know the deck, so the game is not rated, and no entropy "
            "enters the draws."
        },
    )
    join = Flag(load_default=True, metadata={"description": "True to take seat 0."})
    entropy = Entropy(
        load_default=None,
        metadata={
            "description": "32 random bytes of yours in hexadecimal, so that other players cannot know the "
            "draws in advance. The service has them before it draws the seed, so they do not protect you "
            "from its operator: for that, open with `join` false and send them with your seat."
        },
    )

    @post_load
    def check(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Entropy without a seat is refused, and so is a rated game with a known deal."""
        if data["deal"] is not None and data["rated"]:
            raise ValidationError("A game with a known deal is not rated: leave it out.", "rated")
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError(
                'Leave it out if "join" is false: only players who take a seat send entropy.', "entropy"
            )
        return data


class SeatRequest(Strict):
    """A request for a seat."""

    entropy = Entropy(load_default=None)
    seen = Seen()
    checkpoint = CheckpointSize()

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """`seen` without entropy is refused, and so is a checkpoint without `seen`."""
        check_seen(data)


class SeatAnswer(Schema):
    """The seat that was taken."""

    seat = fields.Integer(required=True, metadata={"description": "Number of the seat, from 0."})

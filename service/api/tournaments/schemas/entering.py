"""Schemas of entries, and of withdrawing."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from kingdomino.policies import BOTS
from replays.events.tournament_events import MOST_ENTRANTS, MOST_SOURCES
from replays.tournament.deciding.directing import MOST_REASON
from service.application.tournaments.entries import MOST_AT_ONCE
from service.shared.fields import (
    CheckpointSize,
    Entropy,
    Identity,
    Seen,
    ShortList,
    ShortText,
    Strict,
    check_seen,
)

LONGEST_ID = 80
"""The most characters of an id or a name."""


class StageSchema(Strict):
    """Places of a finished tournament."""

    tournament = Identity(required=True, metadata={"description": "The tournament's id; you direct it, too."})
    places = ShortList(
        fields.Integer(strict=True, validate=validate.Range(1, MOST_ENTRANTS)),
        validate.Length(equal=2),
        required=True,
        metadata={"description": "The first and the last place that enters."},
    )


class EntriesRequest(Strict):
    """Oneself, with entropy or without; or players, bots or old places by the director, all or none."""

    players = ShortList(
        fields.String(validate=validate.Length(1)),
        validate.Length(1, MOST_AT_ONCE),
        load_default=None,
        metadata={"description": "Players to be entered by the director: ids or exact names."},
    )
    bots = ShortList(
        fields.String(validate=validate.OneOf(BOTS.keys())),
        validate.Length(1, MOST_AT_ONCE),
        load_default=None,
        metadata={"description": "Policies of the bots to be entered by the director."},
    )
    stages = ShortList(
        fields.Nested(StageSchema),
        validate.Length(1, MOST_SOURCES),
        data_key="from",
        load_default=None,
        metadata={"description": "Places of finished tournaments: a second stage, promotion, relegation."},
    )
    entropy = Entropy(
        load_default=None,
        metadata={"description": "32 random bytes of yours in hexadecimal, for the draws of your games."},
    )
    seen = Seen()
    checkpoint = CheckpointSize()

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """One kind of entry at a time; `check_seen`; and entropy is one's own."""
        check_seen(data)
        names = {"players": "players", "bots": "bots", "stages": "from", "entropy": "entropy"}
        given = [shown for name, shown in names.items() if data[name] is not None]
        if len(given) > 1:
            raise ValidationError(f'Leave it out, or "{given[0]}".', given[1])


class EntriesAnswer(Schema):
    """The numbers of the new entrants, from 1."""

    entrant = fields.Integer(metadata={"description": "Your number; if you entered yourself."})
    entrants = fields.List(
        fields.Integer(), metadata={"description": "Their numbers in the order of the request."}
    )


class WithdrawalRequest(Strict):
    """The reason of a player who withdraws."""

    reason = ShortText(
        MOST_REASON,
        {"description": "Reason, which is public."},
        load_default="",
    )

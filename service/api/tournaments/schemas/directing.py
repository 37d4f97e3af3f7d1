"""Schemas of what is foreseen of a tournament, and of the director's desk."""

from marshmallow import Schema, fields, validate

from replays.tournament.desk.cautions import Unusual
from replays.tournament.desk.tables import Lateness
from service.api.tournaments.schemas.states import ActAnswer, EntrantName, UnpairedAnswer


class VersionAnswer(Schema):
    """The version at which the act is on the record."""

    version = fields.Integer(required=True)


class EvennessAnswer(Schema):
    """How even a schedule is: the least and the most of each."""

    games = fields.List(fields.Integer(), required=True, metadata={"description": "Games of a player."})
    meetings = fields.List(fields.Integer(), required=True, metadata={"description": "Meetings of two."})
    seat = fields.List(
        fields.Integer(), required=True, metadata={"description": "Games of one player in one seat."}
    )
    exact = fields.Boolean(required=True)


class ImpossibleAnswer(Schema):
    """Why there is no pairing; absent if there is one."""

    code = fields.String()
    reason = fields.String()
    concerned = fields.List(fields.Integer(), metadata={"description": "Numbers of entrants."})


class ForecastAnswer(ImpossibleAnswer):
    """What those who are in would play."""

    entrants = fields.Integer(required=True)
    possible = fields.Boolean(required=True)
    tables = fields.Integer(metadata={"description": "Tables of the first round."})
    byes = fields.Integer(metadata={"description": "Entrants without a table in the first round."})
    smaller = fields.Integer(metadata={"description": "Tables of the first round that are not full."})
    rounds = fields.Integer()
    even = fields.Nested(EvennessAnswer, allow_none=True)


class SeatedName(Schema):
    """An entrant at a table of a preview."""

    entrant = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)


class WarningAnswer(Schema):
    """What a director should know of a pairing."""

    code = fields.String(
        required=True,
        validate=validate.OneOf([each.value for each in Unusual]),
        metadata={"description": "docs/organize/tournaments.md explains each."},
    )
    entrants = fields.List(fields.Integer(), required=True)
    table = fields.Integer(required=True, allow_none=True, metadata={"description": "From 1; null for byes."})
    number = fields.Integer(required=True, metadata={"description": "How often, or how much; 0 for neither."})


class PreviewAnswer(ImpossibleAnswer):
    """The next pairing as it would be now; lots are examples, since the real ones are secret until then."""

    round = fields.Integer(required=True)
    version = fields.Integer(required=True)
    example_lots = fields.Boolean(
        required=True, metadata={"description": "True if the pairing depends on lots that are secret."}
    )
    possible = fields.Boolean(required=True)
    waiting = fields.Integer(
        required=True, metadata={"description": "Tables without a result, which may change the pairing."}
    )
    by_hand = fields.Boolean()
    tables = fields.List(fields.List(fields.Nested(SeatedName)))
    byes = fields.List(fields.Integer())
    warnings = fields.List(fields.Nested(WarningAnswer))


class WaitedForAnswer(EntrantName):
    """The entrant whose move a table waits for."""

    withdrawn = fields.Boolean(required=True)


class WaitingTable(Schema):
    """A table without a result, and when it is late by the regulations."""

    round = fields.Integer(required=True)
    number = fields.Integer(required=True)
    game = fields.String(required=True)
    entrants = fields.List(fields.Integer(), required=True)
    waits_for = fields.Nested(WaitedForAnswer, required=True, allow_none=True)
    lateness = fields.String(
        required=True,
        validate=validate.OneOf([each.value for each in Lateness]),
        metadata={
            "description": "`late`: the round can be closed without the table; `overdue`: the date of the "
            "round has passed; `running`."
        },
    )
    since = fields.Integer(required=True, metadata={"description": "Nobody has moved since, ms UTC."})
    deadline = fields.Integer(required=True, allow_none=True, metadata={"description": "ms UTC."})
    late_at = fields.Integer(required=True, allow_none=True, metadata={"description": "ms UTC."})


class RemediedAnswer(UnpairedAnswer):
    """Why the next round is not paired, and the types of acts that may help."""

    remedies = fields.List(fields.String(), required=True)


class DeskAnswer(Schema):
    """The director's desk."""

    version = fields.Integer(required=True)
    late = fields.List(fields.Nested(WaitingTable), required=True)
    near = fields.List(
        fields.Nested(WaitingTable), required=True, metadata={"description": "Late within a day."}
    )
    disputes = fields.List(fields.Nested(ActAnswer), required=True)
    unpaired = fields.Nested(RemediedAnswer, required=True, allow_none=True)

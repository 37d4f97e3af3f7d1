"""Schemas of announcing a tournament: what a game agrees, and the regulations."""

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate

from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from replays.clocks.spec import TimeControl
from replays.events.game_events import OnTimeout
from replays.events.regulations import (
    MOST_POINTS,
    MOST_TIE_BREAKS,
    YEAR_MS,
    Filling,
    Forfeit,
    Format,
    Seeding,
)
from replays.events.tournament_events import MOST_ROUNDS
from replays.tournament.standings.points import SCALES
from replays.tournament.standings.tie_breaks import TIE_BREAKS
from service.api.games.schemas.attendance import AgreementFields, Formed, clock_field
from service.api.games.schemas.rules import RulesField
from service.api.games.schemas.seats import CompanyFields
from service.application.tournaments.founding import USUAL_CLOCK
from service.shared.fields import Identity, ShortList, Strict, TableName, WholeNumber, Word

MOST_INVITED = 99
"""The most players who may be invited by id; the record has the director, too."""


def _twelfths(description: str) -> WholeNumber:
    return WholeNumber(
        validate=validate.Range(0, MOST_POINTS), metadata={"description": f"{description} In twelfths."}
    )


def _period(description: str) -> WholeNumber:
    told = {"description": f"{description} In ms, at most a year."}
    return WholeNumber(validate=validate.Range(1, YEAR_MS), allow_none=True, metadata=told)


def _distinct(names: list[str]) -> None:
    if len(set(names)) < len(names):
        raise ValidationError("One stands there twice.")


class RegulationsFields(Strict):
    """What a tournament agrees beyond its games; locked when it is announced."""

    points = fields.String(
        validate=validate.OneOf(SCALES),
        metadata={"description": "Scale of points for the places at a table; by default `even`."},
    )
    bye = _twelfths("Points of a round without a table; by default what a table gives on average.")
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(TIE_BREAKS)),
        validate=validate.And(validate.Length(max=MOST_TIE_BREAKS), _distinct),
        metadata={"description": "Tie-breaks in their order."},
    )
    seeding = Word(Seeding, metadata={"description": "Order of the field of a knock-out or a league."})
    filling = Word(Filling, metadata={"description": "How a knock-out of another size comes to a right one."})
    forfeit = Word(
        Forfeit,
        metadata={"description": "What a seat gets that was left: the points of its place, or nothing."},
    )
    late_until = WholeNumber(
        validate=validate.Range(0, MOST_ROUNDS),
        metadata={
            "description": "Last round before whose pairing players may still enter a Swiss tournament; "
            "0 for none."
        },
    )
    late_points = _twelfths("Points of each round that was missed by a late entry.")
    vacancy = fields.String(
        validate=validate.OneOf(BOTS.keys()),
        allow_none=True,
        metadata={
            "description": "Bot that plays for those who are out of a league; null leaves the seat empty."
        },
    )
    round_ms = _period(
        "Length of a round by date, after which it can be closed before all games are over; null waits."
    )
    first_move_ms = _period("Time for the first move of a game, after which it is late; null for no limit.")
    idle_ms = _period("Time for any move, after which the game is late; null for no limit.")
    bar_ms = _period(
        "Time after a seat was lost by time-out in a tournament in which one cannot enter; null bars nobody."
    )


class TournamentRequest(AgreementFields, CompanyFields):
    """The tournament to announce; its maker directs it. All games have the same rules and agreements."""

    class Meta(Strict.Meta):
        """marshmallow's options."""

        exclude = ("visibility", "talk")

    name = TableName({"description": "Name of the tournament."})
    kind = Word(
        Format,
        required=True,
        metadata={
            "description": "`league`: everybody meets everybody; `swiss`: those with equal points meet; "
            "`knockout`: those who win go on."
        },
    )
    table = WholeNumber(
        required=True, validate=validate.Range(2, 4), metadata={"description": "Seats of a table."}
    )
    rounds = WholeNumber(
        required=True,
        validate=validate.Range(1, MOST_ROUNDS),
        metadata={"description": "Number of rounds; for a knock-out the most that it may need."},
    )
    rules = RulesField(load_default=Rules)
    clock: Formed = clock_field(USUAL_CLOCK, "By default 3 days for each turn; null for no time limit.")
    regulations = fields.Nested(RegulationsFields, load_default=dict)
    invited = ShortList(
        Identity(),
        validate.Length(max=MOST_INVITED),
        load_default=None,
        allow_none=True,
        metadata={"description": "The only players who may enter by themselves; by default everybody may."},
    )

    @post_load(pass_original=True)
    def complete(self, data: dict[str, Any], original: Any, **_: Any) -> dict[str, Any]:
        """A seat is forfeited by time-out unless the request says otherwise; nobody's game is private."""
        timed = data["clock"] is not None and data["clock"].policy is not TimeControl.NONE
        if timed and original.get("on_timeout") is None:
            data["on_timeout"] = OnTimeout.FORFEIT
        return {**data, "visibility": "public"}

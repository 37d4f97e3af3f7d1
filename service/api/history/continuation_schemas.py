"""Schemas of continuations: playing on from a version against bots."""

from marshmallow import fields, validate

from kingdomino.policies import quick
from service.api.games.schemas.events import EventAnswer
from service.api.games.schemas.gains import GainFields
from service.api.games.schemas.moves import MoveSchema
from service.api.games.schemas.recruits import RecruitmentFields
from service.api.games.schemas.states import StateAnswer
from service.api.history.line_schemas import LineQuery, play_field, seat_field
from service.shared.fields import Numeral, Written

MOST_MOVES = 320
"""The maximum number of moves; 48 dominoes, each with a fire, a choice and a caveman, take 300."""

LONGEST = 4_000
"""The maximum length of `play` in characters."""

MOST_SEED = 2**32 - 1


class ContinuationQuery(LineQuery):
    """The version and seat of a continuation, the bot, the seed, and the moves so far."""

    most_moves = MOST_MOVES
    seat = seat_field("Seat that you play, 0 to 3; by default the seat to act first.")
    bot = fields.String(
        load_default="greedy",
        validate=validate.OneOf(quick()),
        metadata={"description": "Bot that plays all other seats (docs/play/bots.md)."},
    )
    seed = Numeral(
        load_default=0,
        validate=validate.Range(0, MOST_SEED),
        metadata={"description": "Seed for dealing the dominoes that had not been revealed."},
    )
    play = play_field(
        LONGEST,
        "Moves of all seats so far in notation (docs/play/notation.md), separated by spaces; at most "
        f"{MOST_MOVES}: the `play` of the last response, followed by your new moves.",
        "24@1,0e >30",
    )


class ContinuationEvent(EventAnswer):
    """A hypothetical event: without an actor, time, cause and hash."""

    class Meta:
        """marshmallow's options."""

        exclude = ("actor", "at", "cause", "hash")


class ContinuationState(StateAnswer):
    """A hypothetical state of a game, which is in no log and has no hash."""

    class Meta:
        """marshmallow's options."""

        exclude = ("hash",)


class ContinuationAnswer(GainFields, RecruitmentFields):
    """A continuation of a game from a version of its record."""

    seat = fields.Integer(required=True)
    play = fields.String(
        required=True, metadata={"description": "All moves so far, including those of bots, in notation."}
    )
    events = fields.List(
        fields.Nested(ContinuationEvent),
        required=True,
        metadata={"description": "The events of these moves."},
    )
    state = Written(ContinuationState, required=True)
    moves = fields.List(
        fields.Nested(MoveSchema),
        required=True,
        metadata={"description": "Your legal moves; empty once the game has ended."},
    )
    omitted = fields.Integer(
        metadata={"description": "Number of legal moves left out of `moves`; absent if the list is complete."}
    )

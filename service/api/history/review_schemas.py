"""Schemas of reviews."""

from marshmallow import Schema, fields, validate

from kingdomino.review.grading import Grade
from service.api.games.move_schemas import MoveSchema

SHARE = validate.Range(0, 1)


def _share(text: str) -> fields.Float:
    return fields.Float(required=True, validate=SHARE, metadata={"description": text})


def _by_seat(text: str) -> fields.List[float]:
    return fields.List(fields.Float(), required=True, metadata={"description": text})


class Decision(Schema):
    """A choice of a seat, and its value."""

    version = fields.Integer(required=True, metadata={"description": "Of the first event of the choice."})
    seat = fields.Integer(required=True)
    made = fields.Nested(MoveSchema, required=True)
    best = fields.Nested(
        MoveSchema, required=True, metadata={"description": "The best move found; the one made if it is."}
    )
    loss = fields.Float(
        required=True,
        validate=validate.Range(0),
        metadata={"description": "How many points the move made is expected to lose."},
    )
    loss_se = fields.Float(
        required=True, validate=validate.Range(0), metadata={"description": "Its standard error."}
    )
    win_loss = fields.Float(
        required=True,
        metadata={"description": "How much of the chance to win it loses; below 0 where it wins more often."},
    )
    win_loss_se = fields.Float(required=True, validate=validate.Range(0))
    grade = fields.String(required=True, validate=validate.OneOf([grade.value for grade in Grade]))
    exact = fields.Boolean(
        required=True, metadata={"description": "Whether all that could follow was searched to the end."}
    )
    chances = _by_seat("Each seat's chance to win after the move made, 0 to 1.")
    points = _by_seat("The points that each seat could expect after the move made.")


class ReviewedPlayer(Schema):
    """The accuracy, luck and skill of a seat."""

    seat = fields.Integer(required=True)
    accuracy = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "From 0 to 100; null for a seat that never had a choice."},
    )
    luck = fields.Float(
        required=True, metadata={"description": "Points by the draws, against the mean of re-dealt decks."}
    )
    skill = fields.Float(
        required=True, metadata={"description": "Points by its choices, against those of the evaluator."}
    )


class Moment(Schema):
    """A choice or a draw after which the chances to win changed most."""

    version = fields.Integer(
        required=True, metadata={"description": "Of the choice; of a draw that of the first choice after it."}
    )
    by = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Whose choice; null for a draw."}
    )
    seat = fields.Integer(required=True, metadata={"description": "Whose chance moved most."})
    change = fields.Float(required=True, metadata={"description": "By how much, -1 to 1."})
    swing = _share("Which share of the win changed hands.")


class ReviewAnswer(Schema):
    """The status of a game's review; all other members appear when `status` is `ready`."""

    status = fields.String(required=True, validate=validate.OneOf(["none", "running", "ready"]))
    progress = _share("How much is done.")
    evaluator = fields.String(
        metadata={"description": "`kernel`, or `pure`: without the compiled kernel, with fewer playouts."}
    )
    playouts = fields.Integer(metadata={"description": "Of each of the two moves that are compared."})
    chances = fields.List(
        fields.Float(), metadata={"description": "Each seat's chance to win before the first choice."}
    )
    decisions = fields.List(fields.Nested(Decision))
    players = fields.List(fields.Nested(ReviewedPlayer))
    moments = fields.List(fields.Nested(Moment), metadata={"description": "At most three, in their order."})

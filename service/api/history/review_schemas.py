"""Schemas of reviews."""

from marshmallow import Schema, fields, validate

from kingdomino.review.grading import Grade
from service.api.games.schemas.moves import MoveSchema

SHARE = validate.Range(0, 1)


def _share(text: str) -> fields.Float:
    return fields.Float(required=True, validate=SHARE, metadata={"description": text})


def _by_seat(text: str) -> fields.List[float]:
    return fields.List(fields.Float(), required=True, metadata={"description": text})


def _points(text: str) -> fields.Float:
    return fields.Float(required=True, metadata={"description": text})


def _error(name: str) -> fields.Float:
    about = {"description": f"Standard error of `{name}`, in points."}
    return fields.Float(required=True, validate=validate.Range(0), metadata=about)


class Decision(Schema):
    """A choice of a seat, and its value."""

    version = fields.Integer(
        required=True, metadata={"description": "Version of the first event of the choice."}
    )
    seat = fields.Integer(required=True)
    made = fields.Nested(MoveSchema, required=True)
    best = fields.Nested(
        MoveSchema,
        required=True,
        metadata={"description": "Best move found; equal to `made` if that was the best."},
    )
    loss = fields.Float(
        required=True,
        validate=validate.Range(0),
        metadata={
            "description": "Points that the move made loses on average, compared with the best one; 0 if it "
            "brings more points and loses the win."
        },
    )
    loss_se = _error("loss")
    win_loss = fields.Float(
        required=True,
        metadata={
            "description": "Loss of the chance to win, -1 to 1; below 0 if the move made wins more often "
            "than the best one."
        },
    )
    win_loss_se = fields.Float(required=True, validate=validate.Range(0))
    grade = fields.String(required=True, validate=validate.OneOf([grade.value for grade in Grade]))
    exact = fields.Boolean(
        required=True,
        metadata={"description": "True if all continuations were searched to the end of the game."},
    )
    chances = _by_seat("Chance of each seat to win after the move made, 0 to 1.")
    points = _by_seat("Expected final points of each seat after the move made.")


class ReviewedPlayer(Schema):
    """The accuracy of a seat, and its points: `start` + `luck` + `skill` + `others` = `points`."""

    seat = fields.Integer(required=True)
    accuracy = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "Accuracy of the choices, 0 to 100; null for a seat that never had a choice."
        },
    )
    choices = fields.Integer(
        required=True,
        validate=validate.Range(0),
        metadata={"description": "Number of choices among several moves, on which the accuracy rests."},
    )
    start = _points("Points expected before the first draw.")
    luck = _points("Points gained or lost by the draws, compared with the mean of re-dealt decks.")
    luck_se = _error("luck")
    skill = _points("Points gained or lost by the seat's choices, compared with those of the evaluator.")
    skill_se = _error("skill")
    others = _points("Points gained or lost by others' choices, and by seats that were left or rejoined.")
    points = _points("Points at the end.")


class Moment(Schema):
    """A turn or a draw after which the chances to win changed most."""

    version = fields.Integer(
        required=True,
        metadata={
            "description": "Version of the turn's first choice; for a draw, of the first choice after it."
        },
    )
    by = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Seat whose turn it was; null for a draw."},
    )
    seat = fields.Integer(
        required=True,
        metadata={
            "description": "Seat whose chance to win changed most, of those that had, or then have, at least "
            "half of an equal share."
        },
    )
    change = fields.Float(
        required=True, metadata={"description": "Change of that seat's chance to win, -1 to 1."}
    )
    swing = _share("Share of the chances to win that changed hands, 0 to 1.")


class Left(Schema):
    """A seat that its player left, and that nobody took again."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)


class ReviewAnswer(Schema):
    """The status of a game's review; the members after `displaced` appear when `status` is `ready`."""

    status = fields.String(required=True, validate=validate.OneOf(["none", "running", "ready"]))
    progress = _share("Progress of the computation, 0 to 1.")
    displaced = fields.Boolean(
        metadata={
            "description": "True if the review was requested in the last hour, and its place in the queue "
            "went to requests of other addresses or accounts: request it again."
        }
    )
    evaluator = fields.String(
        metadata={
            "description": "`kernel`: the compiled kernel; `pure`: without it, in minutes and with a "
            "hundredth of the playouts, so few slips are certain."
        }
    )
    playouts = fields.Integer(
        metadata={"description": "Number of playouts of each of the two moves compared."}
    )
    chances = fields.List(
        fields.Float(),
        metadata={"description": "Chance of each seat to win before the first choice, 0 to 1."},
    )
    decisions = fields.List(fields.Nested(Decision))
    players = fields.List(fields.Nested(ReviewedPlayer))
    moments = fields.List(
        fields.Nested(Moment),
        metadata={
            "description": "The moments, at most three, that changed the chances to win most, and by more "
            "than twice the standard error, in the order of the game."
        },
    )
    left = fields.List(
        fields.Nested(Left),
        metadata={"description": "The seats that were left, in the order in which that happened."},
    )

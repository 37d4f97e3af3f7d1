"""Schemas of the gains of cavemen on offer, and their conversion from the rules' values (R29, R30)."""

from typing import Any

from marshmallow import Schema, fields

from kingdomino.board.camp import Caveman
from kingdomino.game import Game, Stage
from kingdomino.game.table import Origin
from kingdomino.origins.recruits import Recruitment, recruitments
from kingdomino.origins.tribe import payable
from service.shared.fields import Word, Written


class RecruitmentAnswer(Schema):
    """A caveman that can be recruited now, and the most that it could bring."""

    caveman = Word(Caveman, required=True)
    source = Word(
        Origin,
        required=True,
        data_key="from",
        metadata={"description": "Source of the caveman: the cheaper one if both have it."},
    )
    pays = fields.Integer(
        required=True,
        metadata={
            "description": "Points for each object that the caveman counts; for a warrior, its strength."
        },
    )
    gain = fields.Integer(
        required=True,
        metadata={
            "description": "Highest possible change of `score.total`: the caveman's points, minus those "
            "that cavemen already there lose by spending the resources."
        },
    )
    pay = fields.List(
        fields.List(fields.Integer()),
        required=True,
        metadata={"description": "Squares of the resources to spend for this gain; empty after the payment."},
    )
    x = fields.Integer(required=True)
    y = fields.Integer(required=True, metadata={"description": "With `x`, the square for the caveman."})


class RecruitmentFields(Schema):
    """The gains of cavemen on offer, while one can be recruited."""

    cavemen = fields.List(
        Written(RecruitmentAnswer),
        metadata={
            "description": "Each kind of caveman that can be recruited, while the player to act pays for "
            "one or takes one; otherwise absent. Also absent if the table has `hints` false."
        },
    )


def cavemen_of(game: Game) -> dict[str, Any]:
    """The member `cavemen` if the seat to act can recruit now, else nothing."""
    seat, paid = game.mover, game.shared.paid
    if seat is None or game.stage not in (Stage.RECRUIT, Stage.TAKE):
        return {}
    sources = payable(game, seat) if paid is None else [paid]
    pays = game.rules.declaration.cavemen
    found = recruitments(game, seat, sources)
    return {"cavemen": [_recruitment(each, pays[each.caveman]) for each in found]}


def _recruitment(best: Recruitment, pays: int) -> dict[str, Any]:
    return {
        "caveman": best.caveman.value,
        "from": best.source.value,
        "pays": pays,
        "gain": best.points,
        "pay": [list(square) for square in best.paid],
        "x": best.square.x,
        "y": best.square.y,
    }

"""Schemas of the gains of moves, and their conversion from the rules' values."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from kingdomino.analysis.gains import BONUSES, Fits, Gain, Offer
from kingdomino.board.notation import NotationError, parse_placement
from kingdomino.scoring import Region
from service.shared.fields import Numeral, Strict, Word, Written


class PreviewRegion(Schema):
    """A region that the domino would belong to (R11)."""

    terrain = fields.String(required=True)
    squares = fields.Integer(required=True)
    crowns = fields.Integer(metadata={"description": "Crowns; base game only."})
    fires = fields.Integer(metadata={"description": "Fires; Origins only."})
    points = fields.Integer(required=True)


class Preview(Schema):
    """The parts of a placement's gain."""

    regions = fields.List(fields.Nested(PreviewRegion), required=True)
    bonuses = fields.Dict(
        keys=fields.String(validate=validate.OneOf(BONUSES)),
        values=fields.Integer(),
        required=True,
        metadata={
            "description": "Changes of the other parts of the score, in points; parts that do not change "
            "are absent."
        },
    )
    reachable = fields.Dict(
        keys=fields.String(validate=validate.OneOf(["middle_kingdom", "harmony"])),
        values=fields.Boolean(),
        required=True,
        metadata={
            "description": "For each bonus that the rules pay, true if the kingdom can still earn it at the "
            "end. `harmony` is false after a discard, or if the kingdom has a gap that dominoes cannot "
            "fill."
        },
    )


class GainFields(Schema):
    """The gains of listed moves; absent if the table has no hints."""

    gains = fields.List(
        fields.Integer(allow_none=True),
        metadata={
            "description": "In the order of `moves`: the change of the seat's `score.total`, including "
            "bonuses, by placing a domino, a fire or a caveman; null for other moves. Absent if the "
            "table has `hints` false."
        },
    )
    previews = fields.List(
        Written(Preview, allow_none=True),
        metadata={
            "description": "In the order of `moves`: the parts of each gain; null or absent when `gains` is."
        },
    )


class OffersQuery(Strict):
    """The kingdom, and the placement that counts as made."""

    seat = Numeral(
        load_default=None,
        validate=validate.Range(0, 3),
        metadata={"description": "Seat whose kingdom is evaluated, 0 to 3; by default the seat to act."},
    )
    place = fields.String(
        load_default=None,
        metadata={
            "description": "Placement of a domino that the seat has in a line, in notation "
            "(docs/play/notation.md); the offers are evaluated as if it had been made. Empty for none.",
            "pattern": "^((?:[1-9]|[1-3][0-9]|4[0-8])@(?:0|-?[1-9][0-9]?),(?:0|-?[1-9][0-9]?)[enws])?$",
            "example": "24@1,0e",
        },
    )

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The query with its placement parsed."""
        try:
            return data | {"place": parse_placement(data["place"]) if data["place"] else None}
        except NotationError as error:
            raise ValidationError(f"{error}.", "place") from error


class OfferAnswer(Schema):
    """A free domino on offer."""

    domino = fields.Integer(required=True)
    fits = Word(
        Fits,
        required=True,
        metadata={
            "description": "`now`: the domino can be placed; `later`: not now, but the seat has yet to "
            "place a domino with one of its terrains; `nowhere`: it would be discarded."
        },
    )
    gain = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Highest gain of placing the domino now, in points; null if it cannot be placed."
        },
    )


class PlacedAnswer(Schema):
    """The gain of the requested placement."""

    gain = fields.Integer(required=True, metadata={"description": "Change of the seat's `score.total`."})
    preview = fields.Nested(Preview, required=True)


class OffersAnswer(Schema):
    """The gains of the dominoes on offer for one kingdom."""

    seat = fields.Integer(required=True, allow_none=True)
    version = fields.Integer(required=True)
    offers = fields.List(Written(OfferAnswer), required=True)
    placed = fields.Nested(
        PlacedAnswer,
        metadata={
            "description": "Gain of `place` itself; absent without `place` and after the end of the game."
        },
    )


def preview_of(gain: Gain, *, origins: bool) -> dict[str, Any]:
    """The JSON of a gain without its points."""
    reachable = {"middle_kingdom": gain.middle_kingdom, "harmony": gain.harmony}
    return {
        "regions": [_region(region, "fires" if origins else "crowns") for region in gain.regions],
        "bonuses": gain.bonuses,
        "reachable": {name: value for name, value in reachable.items() if value is not None},
    }


def _region(region: Region, signs: str) -> dict[str, Any]:
    return {
        "terrain": region.terrain.word,
        "squares": region.squares,
        signs: region.crowns,
        "points": region.points,
    }


def offer_of(offer: Offer) -> dict[str, Any]:
    """The JSON of a domino on offer."""
    return {"domino": offer.domino, "fits": offer.fits.value, "gain": offer.best}

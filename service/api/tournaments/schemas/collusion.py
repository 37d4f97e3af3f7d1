"""Schemas of the report on choices that help one other."""

from typing import Any

from marshmallow import Schema, fields, validate

from replays.events.tournament_events import MOST_ENTRANTS
from service.api.tournaments.schemas.states import DirectorAnswer
from service.shared.fields import Numeral, Strict

STATUSES = ("none", "running", "ready")


def _number(text: str) -> Any:
    return fields.Float(required=True, metadata={"description": text})


def _count(text: str) -> Any:
    return fields.Integer(required=True, metadata={"description": text})


class CollusionQuery(Strict):
    """The games of all entrants, or of one."""

    entrant = Numeral(
        load_default=None,
        validate=validate.Range(1, MOST_ENTRANTS),
        metadata={"description": "Number of an entrant: only this one's games, and choices, are examined."},
    )


class HelpingChoiceAnswer(Schema):
    """A choice that certainly cost its player and certainly helped exactly one other."""

    game = fields.String(required=True)
    number = _count("Number of the game in the tournament.")
    version = _count("Version of the game at the choice.")
    made = fields.String(required=True, metadata={"description": "In notation."})
    best = fields.String(required=True, metadata={"description": "Best move found, in notation."})
    cost = _number("Points that the choice cost its player, on average.")
    gain = _number("Points that it brought the other, on average.")


class HelpingPairAnswer(Schema):
    """What the choices of one player did for another; never a verdict."""

    chooser = fields.Nested(DirectorAnswer, required=True)
    helped = fields.Nested(DirectorAnswer, required=True)
    games = _count("Games that they had together.")
    choices = _count("Choices of the chooser in these games.")
    all_helps = _count("Such choices of the chooser for anybody, in all games.")
    expected = _number("How many of these would help this other one without preference.")
    chance = _number("Probability of at least as many as there are, by luck alone.")
    cost = _number("Sum over the choices, in points.")
    gain = _number("Sum over the choices, in points.")
    cases = fields.List(fields.Nested(HelpingChoiceAnswer), required=True)


class CollusionAnswer(Schema):
    """The report so far; luck alone shows about `looked_at` times `chance` pairs like one of them."""

    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata={"description": "`ready`: all games are examined; `running`: some are, or wait."},
    )
    games = _count("Games that have a result.")
    examined = _count("Games of these whose review is ready.")
    looked_at = _count("Ordered pairs of players who met in the games examined.")
    pairs = fields.List(
        fields.Nested(HelpingPairAnswer),
        required=True,
        metadata={"description": "Pairs with such choices in two games or more, the least likely first."},
    )

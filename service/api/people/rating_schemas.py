"""Schemas of ratings."""

from marshmallow import Schema, fields, validate

from service.application.people.ratings.boards import MOST_POINTS
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.shown import STATUSES
from service.shared.fields import Numeral, Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

RATING = {"description": "Rating as shown to people: `mu` / 25 + 500. A new player has 1500."}
THOUSANDTHS = {"description": "In thousandths."}


class SkillAnswer(Schema):
    """The estimate of a player's skill (docs/understand/ratings.md)."""

    rating = fields.Integer(required=True, metadata=RATING)
    deviation = fields.Integer(
        required=True, metadata={"description": "Standard deviation of the rating: `sigma` / 25."}
    )
    mu = fields.Integer(required=True, metadata=THOUSANDTHS)
    sigma = fields.Integer(required=True, metadata=THOUSANDTHS)
    provisional = fields.Boolean(
        required=True,
        metadata={"description": "True while the rating is too uncertain: `sigma` is 6000 or more."},
    )


class StandingAnswer(SkillAnswer):
    """A player's standing in a pool; the skill includes the idle time since the last game."""

    games = fields.Integer(required=True)
    wins = fields.Integer(
        required=True, metadata={"description": "Number of first places, shared ones included."}
    )
    at = fields.Integer(
        required=True, metadata={"description": "Time at which the last game was scored, ms UTC."}
    )


class RankedAnswer(StandingAnswer):
    """A player in a leaderboard."""

    place = fields.Integer(required=True)
    player = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Id of the player; null, like the name, if you may not see the player's page."
        },
    )
    name = fields.String(required=True, allow_none=True)


class LeaderboardAnswer(Schema):
    """A page of a leaderboard, the best first."""

    pool = Word(Pool, required=True)
    model = fields.String(
        required=True,
        metadata={
            "description": "Rating model: the library with its version, and the version of the service's "
            "rating rules."
        },
    )
    ratings = fields.List(fields.Nested(RankedAnswer), required=True)
    next = NextCursor()


class LeaderboardQuery(Strict):
    """The pool and the page of a leaderboard."""

    pool = Word(Pool, load_default=Pool.BASE_2)
    provisional = fields.Boolean(
        load_default=False, metadata={"description": "True to include provisional ratings."}
    )
    cursor = Cursor()
    limit = PageLimit()


class PointAnswer(Schema):
    """A rated game in a player's curve."""

    at = fields.Integer(required=True, metadata={"description": "Time at which the game was scored, ms UTC."})
    game = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Id of the game; null if not everybody may see it."},
    )
    rating = fields.Integer(required=True, metadata={"description": "Rating after the game."})
    change = fields.Integer(required=True)


class PoolRatingAnswer(StandingAnswer):
    """A player's rating in a pool, with its curve."""

    pool = Word(Pool, required=True)
    curve = fields.List(fields.Nested(PointAnswer), required=True)


class PlayerRatingsAnswer(Schema):
    """A player's ratings, one for each pool with a game; none if the page is not shown to you."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    ratings = fields.List(fields.Nested(PoolRatingAnswer), required=True)


class PlayerRatingsQuery(Strict):
    """The length of the curves."""

    points = Numeral(
        load_default=100,
        validate=validate.Range(0, MOST_POINTS),
        metadata={"description": "Number of the newest points of each curve, 0 to 500."},
    )


class SeatRatingAnswer(Schema):
    """The effect of a game on the rating of a seat's player."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    before = fields.Nested(SkillAnswer, required=True)
    after = fields.Nested(SkillAnswer, required=True)
    change = fields.Integer(required=True, metadata={"description": "Change of `rating`."})
    weight = fields.String(
        required=True,
        metadata={
            "description": 'Weight of the game as a fraction: "1", or less after repeated wins, such as '
            '"1/3".'
        },
    )


class GameRatingsAnswer(Schema):
    """The effect of a game on the ratings of its players."""

    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata={
            "description": "`unrated`: the game changes no rating; `pending`: it will be counted about a "
            "second after it is scored; `counted`; `annulled`: an organizer has excluded it."
        },
    )
    pool = Word(Pool, required=True, allow_none=True)
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Reason why an organizer annulled the game; otherwise null."},
    )
    changes = fields.List(
        fields.Nested(SeatRatingAnswer),
        required=True,
        allow_none=True,
        metadata={"description": "Changes by seat; null unless the game is counted."},
    )

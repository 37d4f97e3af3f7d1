"""Schemas of players, contacts and meetings."""

from typing import Any

from marshmallow import Schema, fields, pre_dump, validate

from service.application.accounts.naming.names import LONGEST
from service.application.people.contacts import MOST
from service.application.people.people import Person
from service.application.people.pools import FAMILIES, WITH_BOTS
from service.shared.fields import Entropy, ShortText, Strict
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

POOLS = [f"{family.value}-{players}" for family in FAMILIES for players in (2, 3, 4, WITH_BOTS)]


class PlayersQuery(Strict):
    """The search and the page of a list of players."""

    name = ShortText(
        LONGEST,
        {"description": "Beginning of the name, at least 2 characters; case and accents are ignored."},
        required=True,
    )
    cursor = Cursor()
    limit = PageLimit(20, 50)


class ListedPlayer(Schema):
    """A player in a list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of registration, ms UTC."})


class PlayersAnswer(Schema):
    """A page of the players found, by name."""

    players = fields.List(fields.Nested(ListedPlayer), required=True)
    next = NextCursor()


class BestAnswer(Schema):
    """The kingdom with the most points."""

    points = fields.Integer(required=True)
    game = fields.String(required=True)


class PoolAnswer(Schema):
    """The results in one pool: games of comparable rules and the same number of players."""

    pool = fields.String(
        required=True,
        validate=validate.OneOf(POOLS),
        metadata={"description": "Family of rules and number of players, or `bots` for games with bots."},
    )
    games = fields.Integer(required=True)
    won = fields.Integer(
        required=True, metadata={"description": "Number of games won, shared victories included."}
    )
    left = fields.Integer(required=True, metadata={"description": "Number of games resigned or forfeited."})
    mean = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "Mean of the points, rounded to a tenth, of the games that the player did not "
            "leave."
        },
    )
    best = fields.Nested(BestAnswer, required=True, allow_none=True)


class MeetingAnswer(Schema):
    """Your games against this player that you may see, private ones included."""

    games = fields.Integer(required=True)
    won = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    last = fields.String(required=True, metadata={"description": "Newest game of both players."})


class PersonAnswer(Schema):
    """A player. If you may not see their page, there are only id and name."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    shown = fields.Boolean(required=True, metadata={"description": "True if you may see the page."})
    created_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Time of registration, ms UTC."}
    )
    results = fields.List(fields.Nested(PoolAnswer), required=True)
    head_to_head = fields.Nested(MeetingAnswer, required=True, allow_none=True)
    following = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "True if you follow the player; null for yourself and without signing in."},
    )
    blocked = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "True if you have blocked the player; null for yourself and without signing in."
        },
    )

    @pre_dump
    def flat(self, person: Person, **_: Any) -> dict[str, Any]:
        """The members of the response from the parts of a person."""
        profile = person.profile
        return {
            "id": profile.id,
            "name": profile.name,
            "shown": person.is_shown,
            "created_at": profile.created_at if person.is_shown else None,
            "results": person.record,
            "head_to_head": person.meeting,
            "following": person.follows,
            "blocked": person.blocks,
        }


class ContactsQuery(Strict):
    """The page of a list."""

    cursor = Cursor()
    limit = PageLimit(most=MOST)


class ContactAnswer(Schema):
    """A player in one of your lists."""

    id = fields.String(required=True)
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "Current name; null for an erased account."}
    )
    since = fields.Integer(required=True, metadata={"description": "Time of the entry in the list, ms UTC."})


class FollowedAnswer(ContactAnswer):
    """A player whom you follow."""

    head_to_head = fields.Nested(MeetingAnswer, required=True, allow_none=True)


class FollowingAnswer(Schema):
    """A page of the players whom you follow, the newest first."""

    players = fields.List(fields.Nested(FollowedAnswer), required=True)
    next = NextCursor()


class BlockedAnswer(Schema):
    """A page of the players whom you have blocked, the newest first."""

    players = fields.List(fields.Nested(ContactAnswer), required=True)
    next = NextCursor()


class MutedAnswer(Schema):
    """A page of the players whom you have muted, the newest first."""

    players = fields.List(fields.Nested(ContactAnswer), required=True)
    next = NextCursor()


class AgainRequest(Strict):
    """Another game with a player."""

    entropy = Entropy(load_default=None)

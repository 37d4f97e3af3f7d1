"""Schemas of the state of a tournament, of its lists, and of the parts of these."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from kingdomino.policies import BOTS
from replays.events.regulations import Code, Format
from replays.match.aggregate import Status
from service.api.games.schemas.rules import RulesField
from service.application.tournaments.acts import ACTS
from service.shared.fields import Identity, Numeral, Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

STATUSES = ("open", "active", "finished", "aborted")
LISTED = {"open": Status.OPEN, "active": Status.ACTIVE, "finished": Status.SCORED, "aborted": Status.ABORTED}
"""The status under which tournaments of a status are listed."""


def _about(text: str) -> dict[str, str]:
    return {"description": text}


class DirectorAnswer(Schema):
    """A player; the name is null for a deleted account."""

    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class EntrantName(Schema):
    """An entrant by number, player and name."""

    entrant = fields.Integer(required=True, metadata=_about("Number of the entrant, from 1."))
    player = fields.String(required=True, metadata=_about("Id of the player or bot."))
    name = fields.String(required=True, allow_none=True, metadata=_about("Null for a deleted account."))


class EntrantAnswer(EntrantName):
    """An entrant of the field."""

    bot = fields.String(required=True, allow_none=True, validate=validate.OneOf(BOTS.keys()))
    withdrawn = fields.Boolean(required=True)


class TableAnswer(Schema):
    """A table of a round; points are in twelfths, and all lists are by seat."""

    game = fields.String(required=True, metadata=_about("Id of the game."))
    number = fields.Integer(required=True, metadata=_about("Number of the game in the tournament, from 1."))
    players = fields.List(fields.Nested(EntrantName), required=True)
    points = fields.List(fields.Integer(), required=True, allow_none=True)
    places = fields.List(fields.Integer(), required=True, allow_none=True)
    totals = fields.List(
        fields.Integer(), required=True, allow_none=True, metadata=_about("Points of the game itself.")
    )
    annulled = fields.Boolean(required=True)
    changed_by = fields.Integer(
        required=True, allow_none=True, metadata=_about("Version of the act that changed the result.")
    )


class RoundAnswer(Schema):
    """A paired round. `done`: all its tables have results; `closed`: a director has signed it off."""

    number = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["open", "active", "done", "closed"]))
    by_hand = fields.Boolean(required=True)
    tables = fields.List(fields.Nested(TableAnswer), required=True)
    byes = fields.List(fields.Integer(), required=True, metadata=_about("Entrants without a table."))
    opened_at = fields.Integer(required=True, allow_none=True, metadata=_about("ms UTC."))
    closed_at = fields.Integer(required=True, allow_none=True, metadata=_about("ms UTC."))


class StandingsRow(EntrantName):
    """A row of the standings, in twelfths of a point; the tie-breaks are those of the regulations."""

    place = fields.Integer(required=True)
    points = fields.Integer(required=True)
    tie_breaks = fields.List(fields.Integer(), required=True)
    withdrawn = fields.Boolean(required=True)


class ActAnswer(Schema):
    """An act on the record; it has the members of its type besides these."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=_about("ms UTC."))
    by = fields.Nested(DirectorAnswer, required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(ACTS)))
    undone = fields.Boolean(required=True, metadata=_about("True if the act holds no longer."))
    code = Word(Code, required=True)
    reason = fields.String(required=True)
    entrant = fields.Integer(metadata=_about("`withdraw`, `replace`."))
    player = fields.Nested(DirectorAnswer, metadata=_about("`replace`, `name-deputy`, `dismiss-deputy`."))
    entrants = fields.List(fields.Integer(), metadata=_about("`forbid-meeting`."))
    round = fields.Integer(metadata=_about("`set-pairing`."))
    tables = fields.List(fields.List(fields.Integer()), metadata=_about("`set-pairing`: entrants by seat."))
    byes = fields.List(fields.Integer(), metadata=_about("`set-pairing`."))
    game = fields.Integer(metadata=_about("`correct`, `annul`, `open-dispute`: the number of the game."))
    places = fields.List(fields.Integer(), metadata=_about("`correct`: by seat."))
    points = fields.List(fields.Integer(), metadata=_about("`correct`, `annul`: twelfths by seat."))
    began = fields.Integer(metadata=_about("`adjust-clocks`: ms UTC."))
    ended = fields.Integer(metadata=_about("`adjust-clocks`: ms UTC."))
    games = fields.List(fields.Integer(), metadata=_about("`adjust-clocks`: numbers of games."))
    game_version = fields.Integer(metadata=_about("`open-dispute`: version of the game."))
    dispute = fields.Integer(metadata=_about("`answer-dispute`: version of the dispute."))
    upheld = fields.Boolean(metadata=_about("`answer-dispute`."))
    act = fields.Integer(metadata=_about("`undo`: version of the act."))


class UnpairedAnswer(Schema):
    """Why the next round cannot be paired until a director acts."""

    round = fields.Integer(required=True)
    code = fields.String(required=True)
    reason = fields.String(required=True)
    entrants = fields.List(fields.Integer(), required=True)


class TournamentSummary(Schema):
    """A tournament in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    name = fields.String(required=True)
    kind = Word(Format, required=True)
    table = fields.Integer(required=True, metadata=_about("Seats of a table."))
    round = fields.Integer(required=True, metadata=_about("Number of paired rounds."))
    of_rounds = fields.Integer(required=True, metadata=_about("Number of rounds at most."))
    rules = RulesField(required=True)
    director = fields.Nested(DirectorAnswer, required=True)
    created_at = fields.Integer(required=True, metadata=_about("ms UTC."))
    updated_at = fields.Integer(required=True, metadata=_about("ms UTC."))


class ListedTournament(TournamentSummary):
    """A tournament in a list, with the number of entrants who are in."""

    entrants = fields.Integer(required=True)


class SourceAnswer(Schema):
    """Places of a finished tournament that entered as one act; `head` is the hash of its last event."""

    tournament = fields.String(required=True)
    head = fields.String(required=True)
    low = fields.Integer(required=True, metadata=_about("The first of the places."))
    high = fields.Integer(required=True, metadata=_about("The last of the places."))


class TournamentAnswer(TournamentSummary):
    """The state of a tournament at one version. Points are in twelfths, entrants are numbered from 1."""

    options = fields.Dict(required=True, metadata=_about("Agreements of each game besides the rules."))
    regulations = fields.Dict(required=True, metadata=_about("What was agreed beyond the games."))
    deputies = fields.List(fields.Nested(DirectorAnswer), required=True)
    entrants = fields.List(fields.Nested(EntrantAnswer), required=True)
    sources = fields.List(fields.Nested(SourceAnswer), required=True)
    rounds = fields.List(fields.Nested(RoundAnswer), required=True)
    standings = fields.List(fields.Nested(StandingsRow), required=True)
    provisional = fields.Boolean(required=True, metadata=_about("True while the standings may change."))
    acts = fields.List(fields.Nested(ActAnswer), required=True)
    unpaired = fields.Nested(UnpairedAnswer, required=True, allow_none=True)


class TournamentsAnswer(Schema):
    """A page of tournaments, the newest first."""

    tournaments = fields.List(fields.Nested(ListedTournament), required=True)
    next = NextCursor()


class TournamentsQuery(Strict):
    """The filters and the page of a list of tournaments."""

    status = fields.String(
        load_default=None,
        validate=validate.OneOf(STATUSES),
        metadata=_about("`active` until the seeds of all games are revealed, `finished` from then on."),
    )
    player = Identity(load_default=None, metadata=_about("Id of a player in the field."))
    cursor = Cursor()
    limit = PageLimit()


class PastQuery(Strict):
    """The version of a tournament, or a moment; by default now."""

    version = Numeral(load_default=None, validate=validate.Range(min=1))
    at = Numeral(
        load_default=None,
        validate=validate.Range(min=0),
        metadata=_about("A moment in ms UTC: the state is the one at that time."),
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """Only one of the two."""
        if data["version"] is not None and data["at"] is not None:
            raise ValidationError('Leave it out, or "version".', "at")

"""Schemas of the state of a game.

States are written by orjson, because a dump by schema takes 75 times as long; the contract tests check them
against the schemas here (ADR 22).
"""

from marshmallow import Schema, fields, validate

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.terrain import Terrain
from kingdomino.dynasty import GAMES
from kingdomino.policies import BOTS, quick
from replays.events.causes import PLAYER, TIMEOUT
from replays.events.game_events import Absent, OnTimeout, Reason
from replays.match.aggregate import EndCause, Status
from replays.projections.outcome import DECIDED
from service.api.games.schemas.attendance import CLOCK_SHAPE
from service.api.games.schemas.moves import MOVES
from service.api.games.schemas.rules import RulesField
from service.shared.fields import Numeral, Strict, Word


class PlayerAtTable(Schema):
    """The player on a seat; the name is null for an erased account."""

    seat = fields.Integer(required=True, metadata={"description": "Number of the seat, from 0."})
    player = fields.String(required=True, metadata={"description": "Id of the player."})
    name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Name of the player; null for an erased account."},
    )
    bot = fields.String(
        validate=validate.OneOf(BOTS.keys()), metadata={"description": "Policy of a bot; absent for persons."}
    )
    away = fields.Boolean(
        metadata={
            "description": "True while a bot plays for the player after a time-out, until the player returns."
        }
    )
    left = Word(
        Reason, metadata={"description": "Reason why the player left the game; absent unless they did."}
    )
    vacation = fields.Integer(
        metadata={"description": "Latest end of the vacation that runs at this version, ms UTC."}
    )


class ToAct(Schema):
    """The seat to act, and the types of moves that it may make."""

    seat = fields.Integer(required=True, metadata={"description": "Seat of the player to act."})
    types = fields.List(
        fields.String(validate=validate.OneOf(list(MOVES))),
        required=True,
        metadata={"description": "Types of moves that the player may make."},
    )


class Slot(Schema):
    """A domino of a line, and the seat of the king on it."""

    domino = fields.Integer(required=True, metadata={"description": "Number of the domino, 1 to 48."})
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Seat of the king on it; null if it is free."},
    )


class Cell(Schema):
    """A covered square of a kingdom."""

    x = fields.Integer(
        required=True, metadata={"description": "Column; the castle is at (0, 0), and east is +1."}
    )
    y = fields.Integer(required=True, metadata={"description": "Row; north is +1."})
    terrain = fields.String(
        required=True,
        validate=validate.OneOf([t.word for t in Terrain]),
        metadata={"description": "Terrain of the square."},
    )
    crowns = fields.Integer(metadata={"description": "Crowns; base game only."})
    domino = fields.Integer(required=True, metadata={"description": "Number of the domino, 1 to 48."})
    fires = fields.Integer(metadata={"description": "Printed fires; Origins only."})
    token = fields.Integer(metadata={"description": "Fires of a token, or 0; Origins only."})
    craters = fields.Integer(metadata={"description": "Craters of a volcano, otherwise 0; Origins only."})
    resource = Word(
        Resource, allow_none=True, metadata={"description": "Resource on the square, or null; Origins only."}
    )
    caveman = Word(
        Caveman, allow_none=True, metadata={"description": "Caveman on the square, or null; Origins only."}
    )


class Region(Schema):
    """Connected squares of one terrain (R11)."""

    terrain = fields.String(required=True, metadata={"description": "Terrain of the region."})
    squares = fields.Integer(required=True, metadata={"description": "Number of squares."})
    crowns = fields.Integer(metadata={"description": "Crowns; base game only."})
    fires = fields.Integer(metadata={"description": "Fires; Origins only."})
    points = fields.Integer(
        required=True, metadata={"description": "Squares times crowns; in Origins, times fires."}
    )


class Score(Schema):
    """The points of a kingdom in its current state (R11, R14, R15)."""

    total = fields.Integer(required=True, metadata={"description": "Sum of all points."})
    regions = fields.List(fields.Nested(Region), required=True)
    middle_kingdom = fields.Integer(
        required=True, metadata={"description": "Points for Middle Kingdom; in Origins, for Realm of Fire."}
    )
    harmony = fields.Integer(
        required=True, metadata={"description": "Points for Harmony; in Origins, for Homo Habilis."}
    )
    largest_region = fields.Integer(
        required=True, metadata={"description": "Squares of the largest region, which breaks ties (R12)."}
    )
    crowns = fields.Integer(required=True, metadata={"description": "Crowns; in Origins, fires."})
    resources = fields.Integer(metadata={"description": "Points for resources; Origins only."})
    totems = fields.Integer(metadata={"description": "Points for totems; Origins only."})
    cavemen = fields.Integer(metadata={"description": "Points for cavemen; Origins only."})


class Kingdom(Schema):
    """The kingdom of a seat; the castle at (0, 0) is not among the cells."""

    seat = fields.Integer(required=True, metadata={"description": "Seat of the player."})
    cells = fields.List(fields.Nested(Cell), required=True)
    discarded = fields.List(
        fields.Integer(), required=True, metadata={"description": "Numbers of the discarded dominoes."}
    )
    score = fields.Nested(Score, required=True)


def deal_field() -> fields.String:
    """The game whose known deal is played again."""
    return fields.String(
        metadata={"description": "Game whose known deal is played again; absent for games with new draws."}
    )


def _deadline() -> fields.Integer:
    text = "Deadline of the player to act, ms UTC; null if no time runs. Only for games with a clock."
    return fields.Integer(allow_none=True, metadata={"description": text})


class ActionAnswer(Schema):
    """An action besides moving that the caller may do."""

    action = fields.String(
        required=True,
        metadata={
            "description": "Name of the action, which is the last part of the path for its POST. "
            "Exceptions: `join` is POST of `seats`, `plan` is PUT of `plan`, `end_vacation` is DELETE of "
            "`vacation`."
        },
    )
    since = fields.Integer(
        data_key="from",
        metadata={"description": "Time from which the action is possible, ms UTC; by default from now on."},
    )
    until = fields.Integer(metadata={"description": "Time until which the action is possible, ms UTC."})
    seat = fields.Integer(metadata={"description": "Seat to take over; only with `takeover`."})
    dynasty = fields.Boolean(metadata={"description": "True for a `rematch` as a dynasty."})
    table = fields.String(
        metadata={
            "description": "Id of the rematch, which may not be open yet; `/events` can follow it. Only "
            "with `rematch`."
        }
    )
    ends = fields.Boolean(metadata={"description": "True if the action ends the game (R32)."})


class TournamentPlaceAnswer(Schema):
    """The tournament that a game belongs to; its round and table are in `GET /tournaments/{id}`."""

    id = fields.String(required=True, metadata={"description": "Id of the tournament."})
    number = fields.Integer(
        required=True,
        metadata={"description": "Number of the game in the tournament, from 1 over all rounds."},
    )


class MembershipAnswer(Schema):
    """The dynasty that a game belongs to (R13); its points so far are in `GET /dynasties/{id}`."""

    id = fields.String(required=True, metadata={"description": "Id of the dynasty."})
    number = fields.Integer(
        required=True,
        validate=validate.Range(1, GAMES),
        metadata={"description": "Number of the game in the dynasty, 1 to 3."},
    )


class Outcome(Schema):
    """The outcome of a game (R12, R32)."""

    decided = fields.String(
        required=True,
        validate=validate.OneOf(DECIDED),
        metadata={
            "description": "What decided the game. `alone`: only one player stayed; `points`; "
            "`largest_region`, with equal points; `crowns` (in Origins fires), with equal largest "
            "regions too; `shared`: all were equal."
        },
    )
    margin = fields.Integer(
        metadata={
            "description": "Difference between the winner and the next place in this figure; absent for "
            "`alone` and `shared`."
        }
    )


class StateAnswer(Schema):
    """The public state of a game at one version."""

    id = fields.String(required=True, metadata={"description": "Id of the game."})
    version = fields.Integer(
        required=True, metadata={"description": "Version of the game, which is its number of events."}
    )
    turn_version = fields.Integer(
        required=True,
        metadata={
            "description": "Version of the last event that changed the position; `If-Match` of a move must "
            "not be older."
        },
    )
    hash = fields.String(required=True, metadata={"description": "Hash of the last event in the chain."})
    status = Word(
        Status,
        required=True,
        metadata={
            "description": "`open`: seats are free; `active`; `finished`: played, but the result is not "
            "stored yet; `scored`; `aborted`: called off."
        },
    )
    rules = RulesField(required=True)
    round = fields.Integer(
        required=True, metadata={"description": "Current round; 0 during the first choice."}
    )
    rounds = fields.Integer(required=True, metadata={"description": "Number of rounds of the game."})
    deck_left = fields.Integer(
        required=True, metadata={"description": "Number of dominoes that are not dealt yet."}
    )
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    line = fields.List(fields.Nested(Slot), required=True)
    next_line = fields.List(fields.Nested(Slot), required=True)
    kingdoms = fields.List(fields.Nested(Kingdom), required=True)
    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        allow_none=True,
        metadata={
            "description": "Seats by place, the best first; several seats can share a place. Null until "
            "the result is stored."
        },
    )
    totems = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(allow_none=True),
        metadata={"description": "Seat that holds the totem of each resource; Origins only."},
    )
    board = fields.List(Word(Caveman), metadata={"description": "Cavemen face up; Origins only."})
    stack_left = fields.Integer(metadata={"description": "Number of cavemen face down; Origins only."})
    tournament = fields.Nested(
        TournamentPlaceAnswer, metadata={"description": "Tournament of the game; absent for other games."}
    )
    dynasty = fields.Nested(
        MembershipAnswer, metadata={"description": "Dynasty of the game; absent for single games."}
    )
    clock = fields.Dict(metadata=CLOCK_SHAPE)
    on_timeout = Word(OnTimeout, metadata={"description": "Effect of a time-out; absent if a bot plays on."})
    absent = Word(
        Absent, metadata={"description": "Effect of a player's leaving for good; absent for `bot`."}
    )
    stand_in = fields.String(
        validate=validate.OneOf(quick()),
        metadata={
            "description": "Bot that plays for players who are away or have left; absent for `steady`."
        },
    )
    hints = fields.Boolean(metadata={"description": "False if the table has no preview of points."})
    rated = fields.Boolean(metadata={"description": "True if the game is rated."})
    deal = deal_field()
    deadline = _deadline()
    agreed = fields.List(
        fields.Integer(), metadata={"description": "Seats that have agreed to end the game in this position."}
    )
    actions = fields.List(
        fields.Nested(ActionAnswer),
        metadata={
            "description": "Actions besides moving that the caller may take; only in the current state, "
            "with a token or session."
        },
    )
    end_cause = Word(
        EndCause,
        metadata={
            "description": "Reason why the game ended before its last domino. `agreed`: all who played "
            "agreed; `left`: too few players had stayed (R32)."
        },
    )
    abort_cause = fields.String(
        validate=validate.OneOf([PLAYER, TIMEOUT]),
        metadata={
            "description": "Reason why the game was called off. `player`: a player did so; `timeout`: the "
            "seats were not taken in time."
        },
    )
    outcome = fields.Nested(
        Outcome, metadata={"description": "Outcome of the game, once its result is in the log."}
    )


class StateQuery(Strict):
    """The version of a game."""

    version = Numeral(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "Version of the game; by default the current one."},
    )

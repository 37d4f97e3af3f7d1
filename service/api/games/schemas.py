"""Schemas of requests, which marshmallow validates, and of responses, which it dumps.

States, events and replays are written by orjson, because a dump by schema takes 75 times as long; the
contract tests check them against the schemas here (ADR 22).
"""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.terrain import Terrain
from kingdomino.dynasty import GAMES
from kingdomino.policies import BOTS, quick
from kingdomino.rules import Rules
from replays.encoding.canonical import MAX_INTEGER
from replays.events.causes import PLAYER, TIMEOUT
from replays.events.game_events import Absent, OnTimeout, Reason
from replays.match.aggregate import EndCause, Status
from replays.projections.outcome import DECIDED
from service.api.games.attendance_schemas import CLOCK_SHAPE, AgreementFields
from service.api.games.gain_schemas import GainFields
from service.api.games.move_schemas import MOVES, MoveSchema
from service.api.games.recruit_schemas import RecruitmentFields
from service.api.games.rules_schemas import RulesField
from service.api.games.seat_schemas import CompanyFields
from service.shared.fields import Entropy, Flag, Seen, Strict, WholeNumber, Word, check_seen
from service.shared.lists.paging import Cursor, NextCursor, PageLimit
from service.shared.lists.searching import SearchFields, is_search


class PlayerAnswer(Schema):
    """A newly registered player."""

    id = fields.String(required=True, metadata={"description": "Id of the player."})
    name = fields.String(required=True, metadata={"description": "Name of the player, as stored."})
    token = fields.String(
        required=True,
        metadata={"description": "The token, shown only in this response; send it as Authorization: Bearer."},
    )


class GameRequest(AgreementFields, CompanyFields):
    """The game to open."""

    rules = RulesField(load_default=Rules)
    players = WholeNumber(
        required=True, validate=validate.Range(2, 4), metadata={"description": "Number of seats."}
    )
    join = Flag(load_default=True, metadata={"description": "True to take seat 0."})
    entropy = Entropy(
        load_default=None,
        metadata={
            "description": "32 random bytes of yours in hexadecimal, so that other players cannot know the "
            "draws in advance. The service has them before it draws the seed, so they do not protect you "
            "from its operator: for that, open with `join` false and send them with your seat."
        },
    )

    @post_load
    def check(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Entropy without a seat is refused."""
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError(
                'Leave it out if "join" is false: only players who take a seat send entropy.', "entropy"
            )
        return data


class SeatRequest(Strict):
    """A request for a seat."""

    entropy = Entropy(load_default=None)
    seen = Seen()

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """`seen` without entropy is refused."""
        check_seen(data)


class SeatAnswer(Schema):
    """The seat that was taken."""

    seat = fields.Integer(required=True, metadata={"description": "Number of the seat, from 0."})


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


class GameSummary(Schema):
    """A game in a list."""

    id = fields.String(required=True, metadata={"description": "Id of the game."})
    version = fields.Integer(
        required=True, metadata={"description": "Version of the game, which is its number of events."}
    )
    status = Word(Status, required=True, metadata={"description": "Status, as in the state of the game."})
    rules = RulesField(required=True)
    seats = fields.Integer(required=True, metadata={"description": "Number of seats."})
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    round = fields.Integer(
        required=True, metadata={"description": "Current round; 0 during the first choice."}
    )
    rounds = fields.Integer(required=True, metadata={"description": "Number of rounds of the game."})
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of the first event, ms UTC."})
    updated_at = fields.Integer(required=True, metadata={"description": "Time of the last event, ms UTC."})
    deadline = _deadline()
    points = fields.List(fields.Integer(), metadata={"description": "Points by seat; only for scored games."})
    ranking = fields.List(
        fields.List(fields.Integer()),
        metadata={
            "description": "Seats by place, the best first; several seats can share a place. Only for "
            "scored games."
        },
    )


class GamesAnswer(Schema):
    """A page of games, the newest first."""

    games = fields.List(fields.Nested(GameSummary), required=True)
    next = NextCursor()
    total = fields.Integer(metadata={"description": "Number of games on all pages; only for a search."})


class MovesAnswer(GainFields, RecruitmentFields):
    """Every legal move of the player to act."""

    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Seat of the player to act; null if no one is to act."},
    )
    version = fields.Integer(required=True, metadata={"description": "Version of the game."})
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    omitted = fields.Integer(
        metadata={"description": "Number of legal moves left out of `moves`; absent if the list is complete."}
    )


class EventAnswer(Schema):
    """An event as it was stored, with its hash in the chain."""

    actor = fields.String(
        required=True, metadata={"description": "Id of the player who caused it, or `system`."}
    )
    at = fields.Integer(required=True, metadata={"description": "Time of the event, ms UTC."})
    cause = fields.String(
        required=True, metadata={"description": "Cause: `player`, `plan`, `bot`, `timeout` or `system`."}
    )
    data = fields.Dict(
        required=True,
        metadata={"description": "Content of the event; docs/understand/log.md lists it by type."},
    )
    hash = fields.String(
        required=True, metadata={"description": "SHA-256 of the event in the chain, in hexadecimal."}
    )
    schema = fields.Integer(required=True, metadata={"description": "Version of the form of `data`."})
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Seat that acted; null if none."}
    )
    type = fields.String(required=True, metadata={"description": "Type of the event."})
    version = fields.Integer(required=True, metadata={"description": "Position in the log, from 1."})


class EventsAnswer(Schema):
    """A page of events."""

    events = fields.List(fields.Nested(EventAnswer), required=True)
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "`after` of the next page; null if there are no further events yet."},
    )


class Frame(Schema):
    """An event with the state just after it."""

    version = fields.Integer(required=True, metadata={"description": "Version of the state."})
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Nested(StateAnswer, required=True)


class Fault(Schema):
    """The first fault of a damaged log."""

    version = fields.Integer(required=True, metadata={"description": "Version of the first damaged event."})
    code = fields.String(
        required=True, metadata={"description": "Code of the fault; docs/organize/audit.md lists all."}
    )
    text = fields.String(required=True, metadata={"description": "The fault in words."})


class ReplayAnswer(Schema):
    """All intact events with the state after each, and the first fault if the log is damaged."""

    frames = fields.List(fields.Nested(Frame), required=True)
    fault = fields.Nested(Fault)


class SigningKey(Schema):
    """A key that signs receipts and bundles."""

    public_key = fields.String(
        required=True, metadata={"description": "The public key, 32 bytes in hexadecimal."}
    )
    algorithm = fields.String(
        required=True, validate=validate.Equal("Ed25519"), metadata={"description": "Signature algorithm."}
    )
    since = fields.Integer(required=True, metadata={"description": "Time of the first use, ms UTC."})
    current = fields.Boolean(
        required=True, metadata={"description": "True if the service signs with it now."}
    )


class KeysAnswer(Schema):
    """All keys that the service has ever signed with, the oldest first."""

    keys = fields.List(fields.Nested(SigningKey), required=True)


class HiddenAnswer(Schema):
    """The reason why a moderator hid a text, and the time."""

    at = fields.Integer(required=True, metadata={"description": "Time of the decision, ms UTC."})
    reason = fields.String(required=True, metadata={"description": "Reason, as the moderator stated it."})


class ProblemAnswer(Schema):
    """An error (RFC 9457); clients decide by `code`."""

    type = fields.String(required=True, metadata={"description": "URI of the type of error."})
    title = fields.String(required=True, metadata={"description": "Short name of the type of error."})
    status = fields.Integer(required=True, metadata={"description": "HTTP status code."})
    code = fields.String(
        required=True, metadata={"description": "Stable code of the error, such as `placement/no-match`."}
    )
    detail = fields.String(required=True, metadata={"description": "The error in words, for people."})
    version = fields.Integer(metadata={"description": "412: the current version of the game."})
    needed = fields.List(
        fields.String(), metadata={"description": "403 `auth/scope`: the scopes that the token lacks."}
    )
    newest = fields.String(
        metadata={"description": "422 `notice/ahead`: the id of your newest notice, 0 if you have none."}
    )
    games = fields.List(
        fields.String(), metadata={"description": "404 for several games: those that you may not see."}
    )
    errors = fields.Dict(
        metadata={
            "description": "422: the errors, by part of the request (such as `json` or `query`) and member."
        }
    )
    full = fields.String(
        validate=validate.OneOf(["room", "account"]),
        metadata={
            "description": "409 `talk/too-many`: whose limit of messages is reached, that of the room or of "
            "your account."
        },
    )
    until = fields.Integer(
        metadata={"description": "403 `account/suspended`: the end of the suspension, ms UTC."}
    )
    reason = fields.String(metadata={"description": "403 `account/suspended`: the reason."})
    hidden = fields.Nested(
        HiddenAnswer,
        metadata={
            "description": "410 `study/hidden`: the time and reason of a moderator's decision to hide it."
        },
    )
    move = fields.Integer(
        metadata={
            "description": "409 for a variation or continuation: the number of the refused move in `play`, "
            "from 1."
        }
    )
    line = fields.Integer(metadata={"description": "422 `study/…`: the line in the text, from 1."})
    column = fields.Integer(metadata={"description": "422 `study/…`: the column in that line, from 1."})
    turn = fields.Integer(
        allow_none=True, metadata={"description": "422 `study/illegal`: the turn; null outside the turns."}
    )
    rule = fields.String(
        metadata={
            "description": "422 `study/illegal`: the code of the violated rule (docs/play/notation.md)."
        }
    )


class StateQuery(Strict):
    """The version of a game."""

    version = fields.Integer(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "Version of the game; by default the current one."},
    )


class GamesQuery(SearchFields):
    """The filters and the page of a list of games; those of `SearchFields` find finished games only."""

    status = Word(Status, load_default=None, metadata={"description": "Status of the games."})
    player = fields.UUID(load_default=None, metadata={"description": "Id of a player with a seat."})
    cursor = Cursor()
    limit = PageLimit()

    @validates_schema
    def check_search(self, data: dict[str, Any], **_: Any) -> None:
        """A search is for finished games, and `opponent` is not `player`."""
        if is_search(data) and data["status"] not in {None, Status.SCORED}:
            raise ValidationError("Leave it out: the other filters find finished games only.", "status")
        if data["opponent"] is not None and data["opponent"] == data["player"]:
            raise ValidationError('It must differ from "player".', "opponent")


class EventsQuery(Strict):
    """The range of a game's events."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, MAX_INTEGER),
        metadata={"description": "Version after which the page starts."},
    )
    limit = PageLimit(1000, 1000)


class LiveQuery(Strict):
    """The sources of a live stream: games, talk and `mine`, at least one of them."""

    game = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "Game to follow; repeatable, at most 32 different games."},
    )
    mine = fields.Boolean(
        load_default=False,
        metadata={"description": "True to include hints of all your games, as in `/me/events`."},
    )
    talk = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "Game whose new messages are reported; repeatable, at most 32."},
    )
    invitation = fields.List(
        fields.String(),
        load_default=list,
        metadata={"description": "Key of a private game among them; repeatable."},
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """At least one source is followed, and each game only once."""
        if not data["game"] and not data["talk"] and not data["mine"]:
            raise ValidationError("Name a game, or set mine=true.", "game")
        if len(set(data["game"])) < len(data["game"]):
            raise ValidationError("Name each game once.", "game")

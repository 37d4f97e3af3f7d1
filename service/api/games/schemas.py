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
from service.shared.lists.searching import SearchFields, is_search


class PlayerAnswer(Schema):
    """A newly registered player."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(
        required=True, metadata={"description": "Shown this once; send it as Authorization: Bearer."}
    )


class GameRequest(AgreementFields, CompanyFields):
    """The game to open."""

    rules = RulesField(load_default=Rules)
    players = WholeNumber(required=True, validate=validate.Range(2, 4))
    join = Flag(load_default=True, metadata={"description": "Whether you take seat 0 at once."})
    entropy = Entropy(
        load_default=None,
        metadata={
            "description": "32 random bytes of yours, so that nobody can know the draws beforehand. The "
            "service has these before it draws the seed, so they do not protect you from its operator. Open "
            "with `join` false and send them with your seat."
        },
    )

    @post_load
    def check(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Entropy without a seat is refused."""
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError("Only who sits down sends entropy: join is false.", "entropy")
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

    seat = fields.Integer(required=True)


class PlayerAtTable(Schema):
    """The player on a seat; the name is null for an erased account."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)
    bot = fields.String(
        validate=validate.OneOf(BOTS.keys()), metadata={"description": "Of a bot: how it plays."}
    )
    away = fields.Boolean(metadata={"description": "True while a bot plays on, until the player returns."})
    left = Word(Reason, metadata={"description": "Why the player has left."})
    vacation = fields.Integer(
        metadata={"description": "ms since 1970 UTC: when a vacation, on at this version, ends by itself."}
    )


class ToAct(Schema):
    """The seat to act, and the types of moves that it may make."""

    seat = fields.Integer(required=True)
    types = fields.List(fields.String(validate=validate.OneOf(list(MOVES))), required=True)


class Slot(Schema):
    """A domino of a line, and the seat of the king on it."""

    domino = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)


class Cell(Schema):
    """A covered square of a kingdom."""

    x = fields.Integer(required=True)
    y = fields.Integer(required=True)
    terrain = fields.String(required=True, validate=validate.OneOf([t.word for t in Terrain]))
    crowns = fields.Integer(metadata={"description": "Base game."})
    domino = fields.Integer(required=True)
    fires = fields.Integer(metadata={"description": "Origins: printed fires."})
    token = fields.Integer(metadata={"description": "Origins: fires of a token, or 0."})
    craters = fields.Integer(metadata={"description": "Origins: of a volcano, else 0."})
    resource = Word(Resource, allow_none=True)
    caveman = Word(Caveman, allow_none=True)


class Region(Schema):
    """Connected squares of one terrain (R11)."""

    terrain = fields.String(required=True)
    squares = fields.Integer(required=True)
    crowns = fields.Integer(metadata={"description": "Base game."})
    fires = fields.Integer(metadata={"description": "Origins."})
    points = fields.Integer(required=True)


class Score(Schema):
    """The points of a kingdom in its current state (R11, R14, R15)."""

    total = fields.Integer(required=True)
    regions = fields.List(fields.Nested(Region), required=True)
    middle_kingdom = fields.Integer(required=True)
    harmony = fields.Integer(required=True)
    largest_region = fields.Integer(required=True)
    crowns = fields.Integer(required=True, metadata={"description": "In Origins fires."})
    resources = fields.Integer(metadata={"description": "Origins."})
    totems = fields.Integer(metadata={"description": "Origins."})
    cavemen = fields.Integer(metadata={"description": "Origins."})


class Kingdom(Schema):
    """The kingdom of a seat; the castle at (0, 0) is not among the cells."""

    seat = fields.Integer(required=True)
    cells = fields.List(fields.Nested(Cell), required=True)
    discarded = fields.List(fields.Integer(), required=True)
    score = fields.Nested(Score, required=True)


def _deadline() -> fields.Integer:
    text = "Of games with a clock: when the player to act has to have moved, in ms since 1970 UTC."
    return fields.Integer(allow_none=True, metadata={"description": text})


class ActionAnswer(Schema):
    """An action besides moving that the caller may do."""

    action = fields.String(
        required=True,
        metadata={
            "description": "The last part of the path that it is POSTed to; but `join` is POST of `seats`, "
            "`plan` PUT of `plan`, and `end_vacation` DELETE of `vacation`."
        },
    )
    since = fields.Integer(
        data_key="from", metadata={"description": "From when it may be done, ms UTC; without it from now on."}
    )
    until = fields.Integer(metadata={"description": "Until when, ms UTC."})
    seat = fields.Integer(metadata={"description": "Of `takeover`: which seat."})
    dynasty = fields.Boolean(metadata={"description": "True of a `rematch` as a dynasty."})
    table = fields.String(
        metadata={
            "description": "Of `rematch`: the id that the new table has or will have; `/events` follows it."
        }
    )
    ends = fields.Boolean(metadata={"description": "True where the game ends with it (R32)."})


class MembershipAnswer(Schema):
    """The dynasty that a game belongs to (R13); its points so far are in `GET /dynasties/{id}`."""

    id = fields.String(required=True)
    number = fields.Integer(
        required=True,
        validate=validate.Range(1, GAMES),
        metadata={"description": "Which of its games it is."},
    )


class Outcome(Schema):
    """The outcome of a game (R12, R32)."""

    decided = fields.String(
        required=True,
        validate=validate.OneOf(DECIDED),
        metadata={
            "description": "`alone`: nobody else stayed. `points`. `largest_region`: the points were equal. "
            "`crowns`, or fires: so were the largest regions. `shared`: all was equal."
        },
    )
    margin = fields.Integer(metadata={"description": "How much more of it the winner has than the next."})


class StateAnswer(Schema):
    """The public state of a game at one version."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    turn_version = fields.Integer(required=True)
    hash = fields.String(required=True)
    status = Word(Status, required=True)
    rules = RulesField(required=True)
    round = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    deck_left = fields.Integer(required=True)
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    line = fields.List(fields.Nested(Slot), required=True)
    next_line = fields.List(fields.Nested(Slot), required=True)
    kingdoms = fields.List(fields.Nested(Kingdom), required=True)
    ranking = fields.List(fields.List(fields.Integer()), required=True, allow_none=True)
    totems = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(allow_none=True),
        metadata={"description": "Origins: the seat that holds each resource's totem."},
    )
    board = fields.List(Word(Caveman), metadata={"description": "Origins: the cavemen face up."})
    stack_left = fields.Integer(metadata={"description": "Origins: how many cavemen are face down."})
    dynasty = fields.Nested(MembershipAnswer, metadata={"description": "Of the games of a dynasty."})
    clock = fields.Dict(metadata=CLOCK_SHAPE)
    on_timeout = Word(OnTimeout, metadata={"description": "Where no bot plays on."})
    absent = Word(
        Absent, metadata={"description": "What happens when a player leaves for good, where it is not `bot`."}
    )
    stand_in = fields.String(
        validate=validate.OneOf(quick()),
        metadata={"description": "The bot that plays for who is away or has left, where it is not `steady`."},
    )
    hints = fields.Boolean(metadata={"description": "False where the table has no preview of points."})
    rated = fields.Boolean(metadata={"description": "True where the result counts for the ratings."})
    deadline = _deadline()
    agreed = fields.List(
        fields.Integer(), metadata={"description": "The seats that would end the game in this position."}
    )
    actions = fields.List(
        fields.Nested(ActionAnswer),
        metadata={
            "description": "What the one who asks may do beside moving: in answers to GET of the present "
            "state with a token or a session."
        },
    )
    end_cause = Word(
        EndCause,
        metadata={
            "description": "Why the game ended before its last domino: `agreed`, all who played agreed; "
            "`left`, too few had stayed (R32)."
        },
    )
    abort_cause = fields.String(
        validate=validate.OneOf([PLAYER, TIMEOUT]),
        metadata={
            "description": "Why the game was called off: `player`, a player did it; `timeout`, the seats "
            "were not taken in time."
        },
    )
    outcome = fields.Nested(
        Outcome, metadata={"description": "How the game was decided, once the result is in the log."}
    )


class GameSummary(Schema):
    """A game in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    status = Word(Status, required=True)
    rules = RulesField(required=True)
    seats = fields.Integer(required=True)
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    round = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)
    deadline = _deadline()
    points = fields.List(fields.Integer(), metadata={"description": "Of a scored game, by seat."})
    ranking = fields.List(
        fields.List(fields.Integer()),
        metadata={"description": "Of a scored game: seats by place, the best first; several share a place."},
    )


class GamesAnswer(Schema):
    """A page of games, the newest first."""

    games = fields.List(fields.Nested(GameSummary), required=True)
    next = fields.String(required=True, allow_none=True)
    total = fields.Integer(metadata={"description": "Of a search: how many games there are on all pages."})


class MovesAnswer(GainFields, RecruitmentFields):
    """Every legal move of the player to act."""

    seat = fields.Integer(required=True, allow_none=True)
    version = fields.Integer(required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    omitted = fields.Integer(metadata={"description": "Only where the list is not complete."})


class EventAnswer(Schema):
    """An event as it was stored, with its hash in the chain."""

    actor = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "ms UTC"})
    cause = fields.String(required=True)
    data = fields.Dict(required=True)
    hash = fields.String(required=True)
    schema = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    type = fields.String(required=True)
    version = fields.Integer(required=True)


class EventsAnswer(Schema):
    """A page of events."""

    events = fields.List(fields.Nested(EventAnswer), required=True)
    next = fields.Integer(required=True, allow_none=True)


class Frame(Schema):
    """An event with the state just after it."""

    version = fields.Integer(required=True)
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Nested(StateAnswer, required=True)


class Fault(Schema):
    """The first fault of a damaged log."""

    version = fields.Integer(required=True)
    code = fields.String(required=True)
    text = fields.String(required=True)


class ReplayAnswer(Schema):
    """All intact events with the state after each, and the first fault if the log is damaged."""

    frames = fields.List(fields.Nested(Frame), required=True)
    fault = fields.Nested(Fault)


class SigningKey(Schema):
    """A key that signs receipts and bundles."""

    public_key = fields.String(required=True, metadata={"description": "32 bytes in hexadecimal."})
    algorithm = fields.String(required=True, validate=validate.Equal("Ed25519"))
    since = fields.Integer(required=True, metadata={"description": "Of the first use, ms since 1970 UTC."})
    current = fields.Boolean(required=True)


class KeysAnswer(Schema):
    """All keys that the service has ever signed with, the oldest first."""

    keys = fields.List(fields.Nested(SigningKey), required=True)


class HiddenAnswer(Schema):
    """The reason why a moderator hid a text, and the time."""

    at = fields.Integer(required=True, metadata={"description": "ms UTC"})
    reason = fields.String(required=True)


class ProblemAnswer(Schema):
    """An error (RFC 9457); clients decide by `code`."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    version = fields.Integer(metadata={"description": "412: the version the game is at."})
    needed = fields.List(
        fields.String(), metadata={"description": "403 `auth/scope`: the scopes that the token lacks."}
    )
    newest = fields.String(
        metadata={"description": "422 `notice/ahead`: the id of your newest notice, 0 for none."}
    )
    games = fields.List(
        fields.String(), metadata={"description": "404 of several games: those that you may not see."}
    )
    errors = fields.Dict(metadata={"description": "422: what is wrong, by place and member of the request."})
    full = fields.String(
        validate=validate.OneOf(["room", "account"]),
        metadata={"description": "409 `talk/too-many`: who has as many messages as there may be."},
    )
    until = fields.Integer(
        metadata={"description": "403 `account/suspended`: the end of the suspension, ms UTC."}
    )
    reason = fields.String(metadata={"description": "403 `account/suspended`: why."})
    hidden = fields.Nested(
        HiddenAnswer, metadata={"description": "410 `study/hidden`: when a moderator hid it, and why."}
    )
    move = fields.Integer(metadata={"description": "409 of a variation: which of its moves, from 1."})
    line = fields.Integer(metadata={"description": "422 `study/…`: the line of the text, from 1."})
    column = fields.Integer(metadata={"description": "422 `study/…`: the column in that line, from 1."})
    turn = fields.Integer(
        allow_none=True, metadata={"description": "422 `study/illegal`: the turn, null outside the turns."}
    )
    rule = fields.String(
        metadata={"description": "422 `study/illegal`: the code, as in docs/play/notation.md."}
    )


class StateQuery(Strict):
    """The version of a game."""

    version = fields.Integer(load_default=None, validate=validate.Range(min=1))


class GamesQuery(SearchFields):
    """The filters and the page of a list of games; those of `SearchFields` find finished games only."""

    status = Word(Status, load_default=None)
    player = fields.UUID(load_default=None)
    cursor = fields.String(load_default=None)
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))

    @validates_schema
    def check_search(self, data: dict[str, Any], **_: Any) -> None:
        """A search is for finished games, and `opponent` is not `player`."""
        if is_search(data) and data["status"] not in {None, Status.SCORED}:
            raise ValidationError("The other filters are for finished games: leave it out.", "status")
        if data["opponent"] is not None and data["opponent"] == data["player"]:
            raise ValidationError("Name another player than player.", "opponent")


class EventsQuery(Strict):
    """The range of a game's events."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_INTEGER))
    limit = fields.Integer(load_default=1000, validate=validate.Range(1, 1000))


class LiveQuery(Strict):
    """The sources of a live stream: games, talk and `mine`, at least one of them."""

    game = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "A game to follow; each once, at most 32."},
    )
    mine = fields.Boolean(
        load_default=False, metadata={"description": "Hints of all your games as well, as in `/me/events`."}
    )
    talk = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=32),
        metadata={"description": "A game of whose talk you want hints, at most 32."},
    )
    invitation = fields.List(
        fields.String(), load_default=list, metadata={"description": "The keys of private games among them."}
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """At least one source is followed, and each game only once."""
        if not data["game"] and not data["talk"] and not data["mine"]:
            raise ValidationError("Name a game, or ask for mine=true.", "game")
        if len(set(data["game"])) < len(data["game"]):
            raise ValidationError("Name each game once.", "game")

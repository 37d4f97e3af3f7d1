"""The shapes of requests, checked by marshmallow, and of answers, for the documentation.

Answers are written by orjson (a dump by schema takes 75 times as long); the contract tests hold them to the
schemas here.
"""

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate

from kingdomino.commands import Choose, Command, Discard, Place
from kingdomino.dominoes import DOMINOES
from kingdomino.grid import UNLIMITED_REACH, Direction
from kingdomino.kingdom import Placement
from kingdomino.numbers import DominoNumber
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.terrain import Terrain
from replays.canonical import MAX_INTEGER
from replays.match import Status
from service.api.fields import Entropy, Flag, WholeNumber

NAME_LENGTH = 40


class Strict(Schema):
    """A request: unknown members are refused."""

    class Meta:
        """marshmallow's options."""

        unknown = RAISE


def _no_control_characters(name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise ValidationError("Not a name: it needs a visible character, and no control characters.")


class PlayerRequest(Strict):
    """A player to be registered."""

    name = fields.String(
        required=True,
        validate=[validate.Length(1, NAME_LENGTH), _no_control_characters],
        metadata={"description": "Shown to everybody; can be changed later.", "example": "Ann"},
    )


class PlayerAnswer(Schema):
    """A player just registered."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(
        required=True, metadata={"description": "Shown this once; send it as Authorization: Bearer."}
    )


class RulesSchema(Strict):
    """The rules of a game; what is left out has the first value."""

    game = fields.String(load_default="kingdomino", validate=validate.OneOf(["kingdomino"]))
    edition = fields.Enum(Edition, by_value=True, load_default=Edition.CLASSIC)
    first_line = fields.Enum(FirstLine, by_value=True, load_default=FirstLine.DRAWN)
    middle_kingdom = Flag(load_default=False)
    harmony = Flag(load_default=False)
    mighty_duel = Flag(load_default=False)
    no_limit = Flag(load_default=False)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Rules:
        """The rule set."""
        return Rules(**{name: value for name, value in data.items() if name != "game"})


class GameRequest(Strict):
    """A game to be opened."""

    rules = fields.Nested(RulesSchema, load_default=Rules)
    players = WholeNumber(required=True, validate=validate.Range(2, 4))
    join = Flag(load_default=True, metadata={"description": "Whether you take seat 0 at once."})
    entropy = Entropy(
        load_default=None,
        metadata={"description": "32 random bytes of yours, so that nobody can know the draws beforehand."},
    )

    @post_load
    def check(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Entropy belongs to a seat."""
        if data["entropy"] is not None and not data["join"]:
            raise ValidationError("Only who sits down sends entropy: join is false.", "entropy")
        return data


class SeatRequest(Strict):
    """A seat to be taken."""

    entropy = Entropy(load_default=None)


class SeatAnswer(Schema):
    """The seat taken."""

    seat = fields.Integer(required=True)


def _domino() -> WholeNumber:
    return WholeNumber(required=True, validate=validate.Range(1, len(DOMINOES)))


class PlaceMove(Strict):
    """Lay the domino under your king: its first half at (x, y), the second one step in `direction`."""

    type = fields.String(required=True, validate=validate.Equal("place"))
    domino = _domino()
    x = WholeNumber(required=True, validate=validate.Range(-UNLIMITED_REACH, UNLIMITED_REACH))
    y = WholeNumber(required=True, validate=validate.Range(-UNLIMITED_REACH, UNLIMITED_REACH))
    direction = fields.Enum(Direction, by_value=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Place(Placement(DominoNumber(data["domino"]), data["x"], data["y"], data["direction"]))


class DiscardMove(Strict):
    """Give up the domino under your king, which fits nowhere."""

    type = fields.String(required=True, validate=validate.Equal("discard"))
    domino = _domino()

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Discard(DominoNumber(data["domino"]))


class ChooseMove(Strict):
    """Put your king on a free domino of the line to choose from."""

    type = fields.String(required=True, validate=validate.Equal("choose"))
    domino = _domino()

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Choose(DominoNumber(data["domino"]))


MOVES: Mapping[str, type[Schema]] = {"place": PlaceMove, "discard": DiscardMove, "choose": ChooseMove}
"""The schema of each type of move."""


def load_move(body: Any) -> Command:
    """The command that a move's JSON asks for, or a `ValidationError`."""
    kind = body.get("type") if isinstance(body, dict) else None
    schema = MOVES.get(kind) if isinstance(kind, str) else None
    if schema is None:
        raise ValidationError({"type": [f"Must be one of: {', '.join(MOVES)}."]})
    command: Command = schema().load(body)
    return command


def dump_move(command: Command) -> dict[str, Any]:
    """The JSON of a command, as `load_move` takes it."""
    if isinstance(command, Place):
        domino, x, y, direction = command.placement
        return {"type": "place", "domino": domino, "x": x, "y": y, "direction": direction.value}
    if isinstance(command, Discard):
        return {"type": "discard", "domino": command.domino}
    return {"type": "choose", "domino": command.domino}


class PlayerAtTable(Schema):
    """Who sits on a seat; the name is null for an erased account."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class ToAct(Schema):
    """Whose turn it is, and what type of move it is for."""

    seat = fields.Integer(required=True)
    types = fields.List(fields.String(validate=validate.OneOf(list(MOVES))), required=True)


class Slot(Schema):
    """A domino of a line, and the seat whose king stands on it."""

    domino = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)


class Cell(Schema):
    """A covered square of a kingdom."""

    x = fields.Integer(required=True)
    y = fields.Integer(required=True)
    terrain = fields.String(required=True, validate=validate.OneOf([t.word for t in Terrain]))
    crowns = fields.Integer(required=True)
    domino = fields.Integer(required=True)


class Region(Schema):
    """Connected squares of one terrain (R11)."""

    terrain = fields.String(required=True)
    squares = fields.Integer(required=True)
    crowns = fields.Integer(required=True)
    points = fields.Integer(required=True)


class Score(Schema):
    """A kingdom's points as it lies (R11, R14, R15)."""

    total = fields.Integer(required=True)
    regions = fields.List(fields.Nested(Region), required=True)
    middle_kingdom = fields.Integer(required=True)
    harmony = fields.Integer(required=True)
    largest_region = fields.Integer(required=True)
    crowns = fields.Integer(required=True)


class Kingdom(Schema):
    """One seat's kingdom; the castle at (0, 0) is not among the cells."""

    seat = fields.Integer(required=True)
    cells = fields.List(fields.Nested(Cell), required=True)
    discarded = fields.List(fields.Integer(), required=True)
    score = fields.Nested(Score, required=True)


class StateAnswer(Schema):
    """A game as everybody may see it, at one version."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    turn_version = fields.Integer(required=True)
    hash = fields.String(required=True)
    status = fields.Enum(Status, by_value=True, required=True)
    rules = fields.Nested(RulesSchema, required=True)
    round = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    deck_left = fields.Integer(required=True)
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    line = fields.List(fields.Nested(Slot), required=True)
    next_line = fields.List(fields.Nested(Slot), required=True)
    kingdoms = fields.List(fields.Nested(Kingdom), required=True)
    ranking = fields.List(fields.List(fields.Integer()), required=True, allow_none=True)


class GameSummary(Schema):
    """A game in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    status = fields.Enum(Status, by_value=True, required=True)
    rules = fields.Nested(RulesSchema, required=True)
    seats = fields.Integer(required=True)
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    round = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    to_act = fields.Nested(ToAct, required=True, allow_none=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)


class GamesAnswer(Schema):
    """A page of games, the newest first."""

    games = fields.List(fields.Nested(GameSummary), required=True)
    next = fields.String(required=True, allow_none=True)


class MovesAnswer(Schema):
    """Every legal move of the player to act."""

    seat = fields.Integer(required=True, allow_none=True)
    version = fields.Integer(required=True)
    moves = fields.List(fields.Dict(), required=True)


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
    """An event and the state just after it."""

    version = fields.Integer(required=True)
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Nested(StateAnswer, required=True)


class Fault(Schema):
    """The first thing wrong in a damaged log."""

    version = fields.Integer(required=True)
    code = fields.String(required=True)
    text = fields.String(required=True)


class ReplayAnswer(Schema):
    """All good events with the state after each, and the first fault where the log is damaged."""

    frames = fields.List(fields.Nested(Frame), required=True)
    fault = fields.Nested(Fault)


class ProblemAnswer(Schema):
    """An error (RFC 9457); programs go by `code`."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    version = fields.Integer(metadata={"description": "412: the version the game is at."})
    errors = fields.Dict(metadata={"description": "422: what is wrong, by place and member of the request."})


class StateQuery(Strict):
    """Which version of a game."""

    version = fields.Integer(load_default=None, validate=validate.Range(min=1))


class GamesQuery(Strict):
    """Which games, and which page of them."""

    status = fields.Enum(Status, by_value=True, load_default=None)
    player = fields.UUID(load_default=None)
    cursor = fields.String(load_default=None)
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class EventsQuery(Strict):
    """Which events of a game."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_INTEGER))
    limit = fields.Integer(load_default=1000, validate=validate.Range(1, 1000))


class IdempotencyHeader(Schema):
    """What makes a repeated request safe."""

    key = fields.String(
        data_key="Idempotency-Key",
        load_default=None,
        validate=validate.Regexp(r"^[!-~]{1,255}$", error="1 to 255 visible ASCII characters."),
        metadata={"description": "A text of yours, new for each request: repeating both is safe."},
    )


class MoveHeaders(IdempotencyHeader):
    """What a move is based on."""

    version = fields.String(
        data_key="If-Match",
        load_default=None,
        metadata={"description": 'The version you saw, as the state\'s ETag: "7". Without it: 428.'},
    )

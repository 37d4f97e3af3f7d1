"""Schemas of a table's agreements besides the rules, and of requests that change who plays a seat."""

from collections.abc import Callable
from enum import Enum
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from kingdomino.policies import BOTS, quick
from kingdomino.policies.bots import plain_name
from replays.clocks.controls import CONTROLS
from replays.clocks.forms import CLOCK
from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.causes import BOT
from replays.events.game_events import Absent, OnTimeout
from replays.match.deciding.bots import STAND_IN
from service.shared.fields import Flag, Strict, WholeNumber

CLOCK_SHAPE = {
    "type": "object",
    "description": (
        "`policy` is `none`, `per_turn` (with `seconds` for each turn), `fischer` (with "
        "`initial`, `increment` for each turn, and `cap`, the maximum) or `bank` (with `seconds` for "
        "the whole game), all in whole seconds. During a `pause` no time runs: on its `weekdays` "
        "(`mon` to `sun`) and daily between the hours `from` and `to`, in its `timezone`."
    ),
    "properties": {
        "policy": {"type": "string", "enum": [control.value for control in CONTROLS]},
        **{name: {"type": "integer"} for control in CONTROLS.values() for name in control.fields},
        "pause": {
            "type": "object",
            "properties": {
                "timezone": {"type": "string", "example": "Europe/Berlin"},
                "weekdays": {"type": "array", "items": {"type": "string"}},
                "from": {"type": "string", "example": "22:00"},
                "to": {"type": "string", "example": "07:00"},
            },
            "required": ["timezone"],
            "additionalProperties": False,
        },
    },
    "required": ["policy"],
    "additionalProperties": False,
}
"""The OpenAPI schema of a clock; `replays.clocks.forms` reads it."""


USUAL = plain_name(STAND_IN)
"""The default bot for players who are away."""


class Formed(fields.Field[Any]):
    """A field read by a function of the record's forms; a `ValueError` of it is a validation error."""

    def __init__(self, read: Callable[[Any], Any], shape: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(metadata=shape, **kwargs)
        self._read = read

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self._read(value)
        except ValueError as error:
            raise ValidationError(f"{error}.") from error


def clock_field(usual: ClockSpec | None = None, about: str = "") -> Formed:
    """The field for a game's clock; `usual` is the default, None for no time limit."""

    def read(value: Any) -> ClockSpec:
        return CLOCK.read(value)

    if usual is None:
        return Formed(read, CLOCK_SHAPE, load_default=None)
    shape = {**CLOCK_SHAPE, "description": f"{about} {CLOCK_SHAPE['description']}"}
    return Formed(read, shape, load_default=lambda: usual, allow_none=True)


class Default(fields.String):
    """A field for a member of an enumeration, or for `bot`, which is read as None; null means the default."""

    def __init__(self, kind: type[Enum], description: str, default: str = BOT) -> None:
        names = dict.fromkeys([default, BOT, *(str(member.value) for member in kind)])
        super().__init__(
            load_default=default,
            allow_none=True,
            validate=validate.OneOf([*names]),
            metadata={"description": description},
        )
        self._kind = kind

    def deserialize(self, value: Any, *arguments: Any, **more: Any) -> Any:
        """The member that the text names; None for a bot."""
        found = super().deserialize(value, *arguments, **more) or self.load_default
        return None if found == BOT else self._kind(found)


class BotRequest(Strict):
    """The bot to seat."""

    policy = fields.String(
        required=True,
        validate=validate.OneOf(BOTS.keys()),
        metadata={"description": "Policy of the bot (docs/play/bots.md)."},
    )


class Nothing(Strict):
    """A request without content."""


class TakeOverRequest(Strict):
    """The seat to take over, which its player has left."""

    seat = WholeNumber(required=True, validate=validate.Range(0, 3))


class AgreementFields(Strict):
    """The agreements of a table besides the rules; the first value is the default."""

    clock = clock_field()
    on_timeout = Default(
        OnTimeout,
        "Effect of a time-out. `bot`: a bot plays until the player returns; `forfeit`: "
        "the player leaves the game; `claim`: the player leaves it once another player claims the "
        "time-out.",
    )
    absent = Default(
        Absent,
        "Effect of a player's leaving for good (R32). `end`: a bot plays on while at "
        "least two seats have stayed, one of them a person's, otherwise the game ends and is scored; "
        "`bot`: a bot always plays on; `discard`: nobody plays on.",
        default=Absent.END.value,
    )

    stand_in = fields.String(
        load_default=USUAL,
        allow_none=True,
        validate=validate.OneOf([USUAL, *(name for name in quick() if name != USUAL)]),
        metadata={
            "description": "Bot that plays for players who ran out of time or left (docs/play/bots.md)."
        },
    )

    @validates_schema
    def check_stand_in(self, data: dict[str, Any], **_: Any) -> None:
        """A `stand_in` is refused if no bot can ever stand in at this table."""
        clock = data["clock"]
        away = clock is not None and clock.policy is not TimeControl.NONE and data["on_timeout"] is None
        if (data["stand_in"] or USUAL) != USUAL and data["absent"] is Absent.DISCARD and not away:
            raise ValidationError(
                "Leave it out: at this table no bot ever plays for a player who is away or has left.",
                "stand_in",
            )

    @validates_schema
    def check_time_outs(self, data: dict[str, Any], **_: Any) -> None:
        """An `on_timeout` is refused for a game without a clock."""
        clock = data["clock"]
        if data["on_timeout"] and (clock is None or clock.policy is TimeControl.NONE):
            raise ValidationError("Leave it out: a game without a clock has no time-outs.", "on_timeout")

    @validates_schema(pass_original=True)
    def check_rated(self, data: dict[str, Any], original: Any, **_: Any) -> None:
        """`on_timeout` cannot be `bot` in a rated game."""
        if data.get("rated") and original.get("on_timeout") == BOT:
            text = 'In a rated game no bot plays on: "on_timeout" must be "forfeit" or "claim".'
            raise ValidationError(text, "on_timeout")


class ClockLine(Schema):
    """A component of a deadline."""

    at = fields.Integer(required=True, metadata={"description": "Time to which the line applies, ms UTC."})
    text = fields.String(required=True)
    seconds = fields.Integer(
        required=True, metadata={"description": "Seconds that the line adds to the deadline."}
    )


class SeatTime(Schema):
    """The time and the vacation days that a seat has left."""

    seat = fields.Integer(required=True)
    seconds = fields.Integer(required=True)
    vacation = Flag(required=True)
    vacation_days = fields.Integer(required=True)


class ClockAnswer(Schema):
    """The running clock: its seat, its deadline in ms since 1970 UTC, and lines that add up to it."""

    seat = fields.Integer(required=True, allow_none=True)
    deadline = fields.Integer(required=True, allow_none=True)
    lines = fields.List(fields.Nested(ClockLine), required=True)
    clock = fields.Dict(required=True, metadata=CLOCK_SHAPE)
    seats = fields.List(fields.Nested(SeatTime), required=True)

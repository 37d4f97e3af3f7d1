"""How clocks are written in JSON, in the log and in the API alike (`docs/clocks.md`)."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from replays.clocks.spec import ClockSpec, Pause, Policy, Weekday
from replays.clocks.zones import Offsets
from replays.encoding.forms import Form, array, integer, record, sparse, word

DAY = 86_400
TIME_LIMIT = integer(60, 90 * DAY)
INCREMENT = integer(1, 90 * DAY)
MOMENT = integer(0, 2**53 - 1)
UTC_OFFSET = integer(1 - DAY, DAY - 1)

_ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


def _read_zone(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 64 or not _ZONE.fullmatch(value):
        raise ValueError(f"{value!r} is no name of a time zone, such as Europe/Berlin")
    return value


def _read_time(value: Any) -> int:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise ValueError(f"{value!r} is no time from 00:00 to 23:59")
    return int(value[:2]) * 60 + int(value[3:])


TIME: Form[int] = Form(lambda minutes: f"{minutes // 60:02}:{minutes % 60:02}", _read_time)

_PAUSE_FIELDS: dict[str, Form[Any]] = {
    "timezone": Form(str, _read_zone),
    "weekdays": array(word(Weekday)),
    "from": TIME,
    "to": TIME,
}


def _pause(timezone: str | None = None, weekdays: tuple[Weekday, ...] = (), **hours: int) -> Pause:
    if timezone is None:
        raise ValueError("timezone is missing: a name such as Europe/Berlin")
    if len(hours) == 1:
        raise ValueError("from and to belong together: give both or neither")
    in_order = tuple(sorted(weekdays, key=list(Weekday).index))
    return Pause(timezone, in_order, (hours["from"], hours["to"]) if hours else None)


def _write_pause(pause: Pause) -> dict[str, Any]:
    start, end = pause.hours or (None, None)
    values = {"timezone": pause.timezone, "weekdays": pause.weekdays or None, "from": start, "to": end}
    return {name: _PAUSE_FIELDS[name].write(value) for name, value in values.items() if value is not None}


PAUSE: Form[Pause] = Form(_write_pause, sparse(_pause, _PAUSE_FIELDS).read)


def _per_turn(policy: Policy, seconds: int, pause: Pause | None = None) -> ClockSpec:
    return ClockSpec(policy, seconds, seconds, seconds, pause)


def _bank(policy: Policy, seconds: int, pause: Pause | None = None) -> ClockSpec:
    return ClockSpec(policy, seconds, 0, seconds, pause)


_POLICIES: dict[Policy, tuple[Callable[..., ClockSpec], dict[str, Form[Any]]]] = {
    Policy.NONE: (ClockSpec, {}),
    Policy.PER_TURN: (_per_turn, {"seconds": TIME_LIMIT}),
    Policy.FISCHER: (ClockSpec, {"initial": TIME_LIMIT, "increment": INCREMENT, "cap": TIME_LIMIT}),
    Policy.BANK: (_bank, {"seconds": TIME_LIMIT}),
}

_POLICY: Form[Policy] = record(lambda policy: policy, {"policy": word(Policy)})


def _form(policy: Policy, names: Iterable[str]) -> Form[ClockSpec]:
    """The form of a policy's clock, with a pause if that is among the names."""
    kind, fields = _POLICIES[policy]
    pause = {"pause": PAUSE} if "pause" in names else {}
    return record(kind, {"policy": word(Policy), **fields, **pause})


def _read_clock(value: Any) -> ClockSpec:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no object with a policy")
    return _form(_POLICY.read({"policy": value.get("policy")}), value).read(value)


def _write_clock(spec: ClockSpec) -> Any:
    return _form(spec.policy, ["pause"] if spec.pause else []).write(spec)


CLOCK: Form[ClockSpec] = Form(_write_clock, _read_clock)


def _read_offset(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{value!r} is no UTC offset with its start: [ms, seconds]")
    return MOMENT.read(value[0]), UTC_OFFSET.read(value[1])


def _read_offsets(value: Any) -> Offsets:
    table = array(Form(list, _read_offset)).read(value)
    if any(later[0] <= earlier[0] for earlier, later in pairwise(table)):
        raise ValueError("the starts of the UTC offsets do not ascend")
    return table


OFFSETS: Form[Offsets] = Form(lambda table: [list(entry) for entry in table], _read_offsets)
"""The UTC offsets of a pause's time zone, each with the moment from which it holds."""

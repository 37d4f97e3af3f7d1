"""The JSON forms of clocks, in the log and in the API (`docs/play/clocks.md`)."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from replays.clocks.controls import CONTROLS, DAY
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.zones import Offsets
from replays.encoding.forms import Form, array, integer, record, sparse, word

MOMENT = integer(0, 2**53 - 1)
MOST_OFFSETS = 1000
"""The maximum number of UTC offsets of a game; 10 years of any zone have about 40."""

UTC_OFFSET = integer(1 - DAY, DAY - 1)

_ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")
TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


def _read_zone(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 64 or not _ZONE.fullmatch(value):
        raise ValueError(f"{value!r} is no name of a time zone, such as Europe/Berlin")
    return value


def _read_time(value: Any) -> int:
    if not isinstance(value, str) or not TIME_OF_DAY.fullmatch(value):
        raise ValueError(f"{value!r} is no time from 00:00 to 23:59")
    return int(value[:2]) * 60 + int(value[3:])


TIME: Form[int] = Form(lambda minutes: f"{minutes // 60:02}:{minutes % 60:02}", _read_time)

_PAUSE_FIELDS: dict[str, Form[Any]] = {
    "timezone": Form(str, _read_zone),
    "weekdays": array(word(Weekday), len(Weekday)),
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


_POLICY: Form[TimeControl] = record(lambda policy: policy, {"policy": word(TimeControl)})


def _form(policy: TimeControl, names: Iterable[str]) -> Form[ClockSpec]:
    """The form of a clock with this time control, with a pause if `names` has one."""
    control = CONTROLS[policy]
    pause = {"pause": PAUSE} if "pause" in names else {}
    return record(control.made, {"policy": word(TimeControl), **control.fields, **pause})


def _read_clock(value: Any) -> ClockSpec:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no object with a policy")
    if "policy" not in value:
        raise ValueError(f"policy is missing: one of {', '.join(control.value for control in TimeControl)}")
    return _form(_POLICY.read({"policy": value["policy"]}), value).read(value)


def _write_clock(spec: ClockSpec) -> Any:
    return _form(spec.policy, ["pause"] if spec.pause else []).write(spec)


CLOCK: Form[ClockSpec] = Form(_write_clock, _read_clock)


def _read_offset(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{value!r} is no UTC offset with its start: [ms, seconds]")
    return MOMENT.read(value[0]), UTC_OFFSET.read(value[1])


def _read_offsets(value: Any) -> Offsets:
    table = array(Form(list, _read_offset), MOST_OFFSETS).read(value)
    if any(later[0] <= earlier[0] for earlier, later in pairwise(table)):
        raise ValueError("the starts of the UTC offsets do not ascend")
    return table


OFFSETS: Form[Offsets] = Form(lambda table: [list(entry) for entry in table], _read_offsets)
"""The UTC offsets of a pause's time zone, each with the moment from which it holds."""

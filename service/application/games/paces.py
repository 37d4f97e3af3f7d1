"""Usual clocks for the form of a new game: paces, which fill in the fields of the clock, and pauses of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

SECOND, MINUTE, DAY = "1", "60", "86400"
"""The units of the form, in seconds."""

OWN = "own"
"""The pace whose fields the player fills in."""


class Pace(NamedTuple):
    """A pace: its name, its explanation, and the values of the fields of the clock in the form."""

    name: Text
    meaning: Text
    sets: Mapping[str, str]


class ClockPause(NamedTuple):
    """A pause of the clock: its name, its explanation, and its form in the API but for the time zone."""

    name: Text
    meaning: Text
    form: Mapping[str, Any]


def _turns(seconds: str, unit: str) -> dict[str, str]:
    return {"policy": "per_turn", "unit": unit, "seconds": seconds}


def _increasing(initial: str, increment: str, cap: str, unit: str) -> dict[str, str]:
    return {"policy": "fischer", "unit": unit, "initial": initial, "increment": increment, "cap": cap}


_LIVE = _l("Live: everybody stays at the table.")

PACES = {
    "none": Pace(_lp("choice", "No clock"), _l("Everybody takes the time they need."), {"policy": "none"}),
    "2-minutes": Pace(_l("2 minutes a turn"), _LIVE, _turns("2", MINUTE)),
    "10-minutes": Pace(
        _l("10 minutes, and 30 seconds more a turn"), _LIVE, _increasing("600", "30", "900", SECOND)
    ),
    "1-day": Pace(_l("1 day a turn"), _l("A move a day or more."), _turns("1", DAY)),
    "3-days": Pace(_l("3 days a turn"), _l("A free weekend fits in."), _turns("3", DAY)),
    "7-days": Pace(
        _l("7 days, and 1 more a turn"),
        _l("What you save is yours, up to 10 days."),
        _increasing("7", "1", "10", DAY),
    ),
    OWN: Pace(_l("A pace of your own"), _l("You set the times."), {}),
}
"""The paces in the order of the form, the quickest first."""

_NIGHTS = {"from": "22:00", "to": "08:00"}
_WEEKENDS = {"weekdays": ["sat", "sun"]}

PAUSES = {
    "never": ClockPause(_lp("choice", "Never"), _l("Time runs day and night."), {}),
    "nights": ClockPause(_lp("choice", "At night"), _l("From 22:00 to 8:00, in your time zone."), _NIGHTS),
    "weekends": ClockPause(_lp("choice", "At weekends"), _l("On Saturdays and Sundays."), _WEEKENDS),
    "both": ClockPause(
        _l("At night and at weekends"),
        _l("Time runs from Monday to Friday, 8:00 to 22:00."),
        {**_NIGHTS, **_WEEKENDS},
    ),
}
"""The pauses in the order of the form; those of the API can be any."""

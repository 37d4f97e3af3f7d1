"""The names of time controls as choices, and of the fields of each."""

from typing import NamedTuple

from replays.clocks.controls import CONTROLS
from replays.clocks.spec import TimeControl
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class ClockWords(NamedTuple):
    """The words for a time control as a choice."""

    choice: Word
    meaning: Word


class Field(NamedTuple):
    """A duration that is agreed on: its label, and its default in days."""

    label: Word
    days: int


WORDS = {
    TimeControl.NONE: ClockWords(_lp("choice", "No clock"), _l("Everybody takes the time they need.")),
    TimeControl.PER_TURN: ClockWords(_l("Time for each turn"), _l("A fresh allowance with each turn.")),
    TimeControl.FISCHER: ClockWords(
        _l("Time with a bonus for each turn"), _l("You start with some time, and every turn adds to it.")
    ),
    TimeControl.BANK: ClockWords(_l("Time for the whole game"), _l("What is used up is gone.")),
}
"""The words for each entry of the registry `replays.clocks.controls.CONTROLS`."""

FIELDS = {
    "seconds": Field(_lp("label", "How long"), 3),
    "initial": Field(_l("At the start"), 7),
    "increment": Field(_l("More with each turn"), 1),
    "cap": Field(_l("Never more than"), 10),
}
"""The words for the fields of all time controls."""


def choices() -> dict[str, ClockWords]:
    """The time controls that can be chosen, by their names in JSON."""
    return {control.value: WORDS[control] for control in CONTROLS}


def times() -> list[tuple[str, Field, str]]:
    """Every duration in the form: its name, its words, and the names of the controls that have it."""
    return [(name, field, _controls_with(name)) for name, field in FIELDS.items()]


def clocked() -> str:
    """The names of the time controls under which time runs, separated by spaces."""
    return " ".join(control.value for control in CONTROLS if control is not TimeControl.NONE)


def _controls_with(field: str) -> str:
    return " ".join(control.value for control, kind in CONTROLS.items() if field in kind.fields)

"""The templates of the form for a new tournament: each fills in its fields, which can still be changed."""

from typing import NamedTuple

from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class StartingPoint(NamedTuple):
    """A template: its name, its explanation, and the values of form fields that differ from `USUAL`."""

    name: Text
    meaning: Text
    values: dict[str, str]


USUAL: dict[str, str] = {
    "game": "kingdomino",
    "policy": "per_turn",
    "seconds": "3",
    "initial": "7",
    "increment": "1",
    "cap": "10",
    "unit": "86400",
    "on_timeout": "forfeit",
    "absent": "end",
    "points": "even",
    "tie_1": "wins",
    "tie_2": "share",
    "tie_3": "buchholz",
    "tie_4": "direct",
    "tie_5": "lots",
    "seeding": "lots",
    "filling": "byes",
    "forfeit": "ranked",
    "vacancy": "",
    "late_until": "0",
    "late_points": "0",
    "round_days": "",
    "first_move_days": "7",
    "idle_days": "14",
    "bar_days": "",
    "company": "all",
    "spectators": "true",
    "hints": "true",
}
"""The values of the form where a template has none; an empty text is no limit."""

TEMPLATES = {
    "evening": StartingPoint(
        _l("Club evening over a week"),
        _l("Swiss, tables of four, 3 rounds. 8 hours a turn, a round of 2 days."),
        {
            "kind": "swiss",
            "players": "4",
            "rounds": "3",
            "seconds": "8",
            "unit": "3600",
            "round_days": "2",
            "first_move_days": "",
            "idle_days": "1",
        },
    ),
    "monthly": StartingPoint(
        _lp("choice", "Monthly Swiss"),
        _l("Swiss, tables of four, 5 rounds. 2 days a turn; players may still enter in round 2."),
        {
            "kind": "swiss",
            "players": "4",
            "rounds": "5",
            "seconds": "2",
            "late_until": "2",
            "late_points": "1",
        },
    ),
    "league": StartingPoint(
        _l("League of 7"),
        _l("Everybody meets everybody twice at 7 tables of four, and has every seat once."),
        {"kind": "league", "players": "4", "rounds": "7", "vacancy": "steady"},
    ),
    "cup": StartingPoint(
        _lp("choice", "Knock-out"),
        _l("Tables of four, of which two go on. 16 players need 3 rounds."),
        {"kind": "knockout", "players": "4", "rounds": "3"},
    ),
}
"""The templates in the order of the form."""


def values_of(template: str) -> dict[str, str]:
    """The form's values for a template, the first one if there is none of this name."""
    found = TEMPLATES.get(template) or next(iter(TEMPLATES.values()))
    return USUAL | found.values

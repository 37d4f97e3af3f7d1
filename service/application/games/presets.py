"""The presets of the form for a new game: each fills in several fields, which can still be changed."""

from collections.abc import Sequence
from typing import NamedTuple

from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.people.records import PoolRecord

PERSON = ""
"""The value of a seat that waits for a person; the other values are names of bots."""


FIRST_BOT, USUAL_BOT = "greedy-placement", "steady"
"""The bots that forms preselect: an easy one until the first win, then a good one."""


def preselected_bot(record: Sequence[PoolRecord]) -> str:
    """The bot that forms preselect for a player with this record; a visitor has none."""
    return USUAL_BOT if any(pool.won for pool in record) else FIRST_BOT


class Preset(NamedTuple):
    """A preset: its name, its explanation, and values of form fields; `seat` applies to all other seats.

    The explanation says what the preset changes.
    """

    name: Text
    meaning: Text
    values: dict[str, str]


WITH_PEOPLE = {"seat": PERSON, "rated": "false", "on_timeout": "bot", "pause": "never"}

PRESETS = {
    "bots": Preset(
        _l("Against bots, now"),
        _l("The game begins at once. No clock, not rated."),
        {**WITH_PEOPLE, "seat": USUAL_BOT, "visibility": "public", "pace": "none"},
    ),
    "friends": Preset(
        _lp("choice", "With friends"),
        _l("You get a link to send. 3 days a turn, not rated, in no list."),
        {**WITH_PEOPLE, "visibility": "private", "pace": "3-days"},
    ),
    "near": Preset(
        _l("Somebody near my rating"),
        _l("An even game, with whoever waits or comes next. 3 days a turn, rated."),
        {
            **WITH_PEOPLE,
            "players": "2",
            "visibility": "public",
            "pace": "3-days",
            "rated": "true",
            "on_timeout": "forfeit",
        },
    ),
    "live": Preset(
        _l("Live, in one sitting"),
        _l("It waits in the lobby for people. 10 minutes each and 30 seconds more a turn, not rated."),
        {**WITH_PEOPLE, "visibility": "public", "pace": "10-minutes"},
    ),
    "open": Preset(
        _l("Open to everybody"),
        _l(
            "It waits in the lobby for people. 3 days a turn. Rated: who leaves or is out of time ranks last."
        ),
        {**WITH_PEOPLE, "visibility": "public", "pace": "3-days", "rated": "true", "on_timeout": "forfeit"},
    ),
}
"""The presets in the order of the form. Those with people have a clock, so that every game ends."""


def presets_with(bot: str) -> dict[str, Preset]:
    """The presets, with this bot on the seats of those that play against bots."""
    return {
        name: each if each.values["seat"] == PERSON else _against(each, bot) for name, each in PRESETS.items()
    }


def _against(preset: Preset, bot: str) -> Preset:
    return preset._replace(values={**preset.values, "seat": bot})

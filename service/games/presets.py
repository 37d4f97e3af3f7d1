"""The presets of the form of a new game: one choice that settles others, which can still be changed."""

from typing import NamedTuple

from service.i18n.speaking import Text
from service.i18n.speaking import lazy_gettext as _l

PERSON = ""
"""The value of a seat that waits for a person; others are the names of bots."""


USUAL_BOT = "steady"
"""The bot that forms have chosen at first: a good opponent, and not the strongest."""


class Preset(NamedTuple):
    """A preset: its name, what it means, and values of the form's fields; `seat` is of every other seat."""

    name: Text
    meaning: Text
    values: dict[str, str]


PRESETS = {
    "bots": Preset(
        _l("Against bots, now"),
        _l("The game begins at once."),
        {
            "seat": USUAL_BOT,
            "visibility": "public",
            "policy": "none",
            "rated": "false",
            "on_timeout": "bot",
        },
    ),
    "friends": Preset(
        _l("With friends"),
        _l("You get a link to send. 3 days a turn."),
        {
            "seat": PERSON,
            "visibility": "private",
            "policy": "per_turn",
            "rated": "false",
            "on_timeout": "bot",
        },
    ),
    "open": Preset(
        _l("Open to everybody"),
        _l("It waits in the lobby. 3 days a turn."),
        {
            "seat": PERSON,
            "visibility": "public",
            "policy": "per_turn",
            "rated": "true",
            "on_timeout": "forfeit",
        },
    ),
}
"""In the order of the form. With people there is a clock, so that every game ends."""

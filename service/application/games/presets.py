"""The presets of the form for a new game: each fills in several fields, which can still be changed."""

from typing import NamedTuple

from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l

PERSON = ""
"""The value of a seat that waits for a person; the other values are names of bots."""


USUAL_BOT = "steady"
"""The bot that forms preselect: a good opponent, but not the strongest."""


class Preset(NamedTuple):
    """A preset: its name, its explanation, and values of form fields; `seat` applies to all other seats."""

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
"""The presets in the order of the form. Those with people have a clock, so that every game ends."""

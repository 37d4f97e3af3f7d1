"""The template functions for texts in the language of the request."""

from datetime import UTC, datetime

from flask import Flask
from markupsafe import Markup

from service.application.i18n import names
from service.application.i18n.games import bots, clocks, events
from service.application.i18n.groups import EVERYWHERE, GROUPS
from service.application.i18n.speaking import install, present
from service.pages.shared.script_data import constant_data, script_data


def register(app: Flask) -> None:
    """Register the text functions `_`, `language()`, `script_words()`, `displayed()`, `bots()` and so on."""
    install(app.jinja_env)
    app.add_template_global(day_of)
    app.add_template_global(present, "language")
    app.add_template_global(constant_data)
    app.add_template_global(script_data)
    app.add_template_global(script_words)
    app.add_template_global(bots.choices, "bots")
    app.add_template_global(bots.script_bots)
    app.add_template_global(events.script_events)
    app.jinja_env.globals["time_controls"] = clocks
    app.add_template_global(names.displayed)
    app.add_template_global(names.people_at)
    app.add_template_global(names.title_of)


def day_of(at: int) -> datetime:
    """The moment at this time in ms UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


def script_words(*groups: str) -> Markup:
    """The JSON block of these groups of texts and of those on every page, for `static/shared/words.js`."""
    return constant_data(
        "words",
        lambda: {
            key: present().word(word)
            for group in (*EVERYWHERE, *groups)
            for key, word in GROUPS[group].items()
        },
        *groups,
    )

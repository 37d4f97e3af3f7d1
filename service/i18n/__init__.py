"""The words of the pages: one catalogue, in `service/translations`, for templates and scripts alike.

English is written where it is used, as the catalogue's keys. Scripts have no words of their own: each page
gives them, in a JSON block, the groups of words that they name.
"""

from flask import Flask
from flask_babel import Babel, get_locale
from markupsafe import Markup

from service.i18n import bots, clocks, names
from service.i18n.pages import audit, board, comments, lobby, replay, session, table, what_if
from service.i18n.script_data import script_data
from service.i18n.speaking import spoken

GROUPS = {
    "audit": audit.WORDS,
    "board": board.WORDS,
    "comments": comments.WORDS,
    "lobby": lobby.WORDS,
    "names": names.WORDS,
    "replay": replay.WORDS,
    "session": session.WORDS,
    "table": table.WORDS,
    "what_if": what_if.WORDS,
}
"""What scripts say, by the part of the pages that says it; each word has a key of its own among all."""

EVERYWHERE = ("session", "names")
"""The groups that every page has."""


def register(app: Flask) -> None:
    """Give templates their words: `_`, `locale()`, `script_words()`, `displayed()`, `bots()` and so on."""
    Babel(app)
    app.add_template_global(get_locale, "locale")
    app.add_template_global(script_data)
    app.add_template_global(script_words)
    app.add_template_global(bots.choices, "bots")
    app.add_template_global(bots.script_bots)
    app.jinja_env.globals["time_controls"] = clocks
    app.add_template_global(names.displayed)


def script_words(*groups: str) -> Markup:
    """The JSON block with these groups of words and those of every page, for `static/shared/words.js`."""
    words = {key: spoken(word) for group in (*EVERYWHERE, *groups) for key, word in GROUPS[group].items()}
    return script_data("words", words)

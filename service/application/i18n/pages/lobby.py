"""The words of the scripts of the lobby, the new game page and lists of games."""

from collections.abc import Mapping

from service.application.i18n.games import deals
from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "lobby.opening": _l("Setting up the table…"),
    "lobby.joining": _l("Taking a seat…"),
    "lobby.seating": _l("Adding a bot…"),
    "lobby.moment": _lp("pattern", "{away}, {time}"),
    "new.usual": _lp("choice", "as usual"),
    "new.near-only": _l(
        "An even game is a single rated game without bots, open to everybody. "
        "Choose that, or another way to play."
    ),
    "new.not-rated": _l("A game with bots is not rated."),
    "new.known-deal": deals.MEANING,
    "new.rated": _l("No bot plays in a rated game."),
    "new.most-invited": plural("{count} person is the most.", "{count} people are the most."),
}

VISITS: Mapping[str, Word] = {
    "visits.new": plural(
        "{count} new event since your last visit", "{count} new events since your last visit"
    ),
}

"""The words of the scripts of the lobby and the new game page."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l

WORDS: Mapping[str, Word] = {
    "lobby.opening": _l("Setting up the table…"),
    "lobby.joining": _l("Taking a seat…"),
    "lobby.seating": _l("Adding a bot…"),
    "lobby.moment": _l("{away}, {time}"),
    "new.usual": _l("as usual"),
    "new.not-rated": _l("A game with bots is not rated."),
    "new.rated": _l("No bot plays in a rated game."),
    "new.most-invited": plural("{count} person is the most.", "{count} people are the most."),
}

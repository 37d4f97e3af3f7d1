"""The words for trying other moves from a version of a game, and for playing on from it."""

from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS = {
    "what-if.open": _l("Try other moves"),
    "what-if.title": _l("What if, from move {version} on"),
    "what-if.note": _l(
        "Place one domino after the other. The others do nothing meanwhile, and nobody chooses a domino. "
        "Nothing of it is kept or shown to anybody."
    ),
    "what-if.note-origins": _l(
        "Place one domino after the other, with the fires of volcanoes. The others do nothing meanwhile, and "
        "nobody chooses a domino or recruits. Nothing of it is kept or shown to anybody."
    ),
    "what-if.seat": _lp("label", "Kingdom"),
    "what-if.moves": _lp("heading", "Your try"),
    "what-if.dominoes": _l("Dominoes to try"),
    "what-if.pick": _l("Choose a domino to try."),
    "what-if.full": _l("No more dominoes come to this kingdom."),
    "what-if.undo": _l("Take back {domino}"),
    "what-if.undo-fire": _l("Take back the fire"),
    "what-if.as-played": _l("Show as played"),
    "what-if.close": _lp("button", "Close"),
    "what-if.before": _l("At move {version}"),
    "what-if.tried": _lp("heading", "What if"),
    "what-if.played": _l("As played, at move {version}"),
    "what-if.difference": _lp("heading", "Difference"),
    "what-if.said": _l("What if: {points}"),
    "playing-on.open": _l("Play on from here"),
    "playing-on.title": _l("Playing on from move {version}"),
    "playing-on.title-better": _l("Playing on from the better move after move {version}"),
    "playing-on.bots": _lp("heading", "Bots"),
    "playing-on.again": _lp("button", "Start again"),
    "playing-on.undo": _l("Undo my last move"),
    "playing-on.note": _l(
        "Bots play for all others. The dominoes that nobody had seen are shuffled anew. "
        "Nothing of it is kept or shown to anybody."
    ),
    "playing-on.better": _l("Play on from it"),
    "what-if.said-played": _l("What if: {points}, {more} next to what was played"),
}

"""The words of pages that are read, and of moves that are made, without a connection."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "offline.stood": _l("You are offline. This is how it stood: {moment}."),
    "offline.waits": _l("Your move waits to be sent."),
    "offline.take-back": _lp("button", "Take back"),
    "offline.stale": _l("Your move was not made: the game had moved on."),
    "offline.refused": _l("Your move was not made: {why}"),
}

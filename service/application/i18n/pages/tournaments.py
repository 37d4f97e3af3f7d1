"""The words of the scripts of tournaments' pages."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "tournament.entering": _lp("message", "Entering…"),
}

"""The words of scripts about receipts."""

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l

WORDS: dict[str, Word] = {
    "receipts.signed": _l("Your move is recorded and signed."),
    "receipts.count": plural("This browser holds {count} receipt.", "This browser holds {count} receipts."),
}

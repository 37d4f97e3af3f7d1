"""The words of all pages on signing in, sharing links, notices, lists, and an unreachable service."""

from service.application.i18n.speaking import Word, pplural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: dict[str, Word] = {
    "session.away": _l("The service cannot be reached. Please try again."),
    "session.strange": _l("The service answered {status}."),
    "session.ended": _l("You are no longer signed in. Sign in, or continue as a guest."),
    "session.sign-in": _lp("button", "Sign in"),
    "list.comma": _lp("pattern", ", "),
    "list.semicolon": _lp("pattern", "; "),
    "list.stop": _lp("pattern", ". "),
    "notices.count": pplural("quantity", "{count} notice", "{count} notices"),
    "notices.none": _l("No new notices"),
    "share.title": _l("To play with others, send them this link"),
    "share.copy": _lp("button", "Copy"),
    "share.copied": _lp("message", "Copied"),
}

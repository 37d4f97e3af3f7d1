"""The words of all pages on signing in, sharing links, notices, and an unreachable service."""

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l

WORDS: dict[str, Word] = {
    "session.away": _l("The service cannot be reached. Please try again."),
    "session.strange": _l("The service answered {status}."),
    "session.ended": _l("You are no longer signed in. Sign in, or continue as a guest."),
    "session.sign-in": _l("Sign in"),
    "notices.count": plural("{count} notice", "{count} notices"),
    "notices.none": _l("No new notices"),
    "share.title": _l("To play with others, send them this link"),
    "share.copy": _l("Copy"),
    "share.copied": _l("Copied"),
}

"""What the pages say about who is here, and where the service does not answer."""

from service.words.speaking import lazy_gettext as _l

WORDS = {
    "session.away": _l("The service cannot be reached. Please try again."),
    "session.strange": _l("The service answered {status}."),
    "session.signed-in": _l("Signed in as {name}"),
}

"""What pages say where something went wrong, by the stable codes of problems."""

from http import HTTPStatus

from service.i18n.speaking import lazy_gettext as _l

TITLES = {
    400: _l("That does not work"),
    403: _l("That does not work"),
    404: _l("Nothing here"),
    405: _l("That does not work"),
    409: _l("That does not work"),
    413: _l("That does not work"),
    421: _l("This is not the address of the service"),
    422: _l("That does not work"),
    429: _l("Please try again"),
    500: _l("Something went wrong"),
    503: _l("Please try again"),
}

DETAILS = {
    "request/unknown-path": _l("There is no page at this address."),
    "request/host": _l(
        "Please open it by the address that you were given. If you run this service: set "
        "KINGDOMINO_PUBLIC_URL to the address that players open, such as http://raspberry.local:8000."
    ),
    "request/malformed": _l("What the browser sent is not complete. Please send it once more."),
    "request/method": _l("This page can be read only."),
    "request/too-large": _l("This is longer than the form may be."),
    "game/unknown": _l("There is no game with this id, or none that you may see."),
    "dynasty/unknown": _l("There is no dynasty with this id."),
    "study/unknown": _l("There is no study with this id."),
    "player/unknown": _l("There is no player with this id."),
    "link/unknown": _l("This link was used already, is too old, or there was a newer one."),
    "email/taken": _l("Another account has this e-mail address by now."),
    "auth/cross-site": _l("This did not come from a page of this service."),
    "token/unknown": _l("The account has no such token."),
    "token/last": _l("This is your last token: without it nobody could use the account any more."),
    "token/too-many": _l("The account has as many tokens as it may have: revoke one first."),
    "limit/storage": _l(
        "There is no room for more. Delete notes, comments, studies or plans, or confirm an e-mail address."
    ),
    "service/fault": _l("It is our fault, and it was logged."),
    "store/away": _l("The games cannot be reached at the moment. Nothing was changed."),
    "store/nearly-full": _l(
        "There is little room left, and it is for the games being played. Please try later."
    ),
    "archive/away": _l("This is over and lies in the archive, which cannot be reached at the moment."),
    "archive/damaged": _l("This lies in the archive, and is no longer what was put there."),
}


def problem_words(status: int, code: str, detail: str) -> tuple[str, str]:
    """The title and the sentence of a problem's page; `detail` where the catalogue has none for the code."""
    title = TITLES.get(status, HTTPStatus(status).phrase)
    return str(title), str(DETAILS.get(code, detail))

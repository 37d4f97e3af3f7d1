"""What pages say where something went wrong, by the stable codes of problems."""

from http import HTTPStatus

from service.words.speaking import lazy_gettext as _l

TITLES = {
    404: _l("Nothing here"),
    405: _l("That does not work"),
    422: _l("That does not work"),
    500: _l("Something went wrong"),
    503: _l("Please try again"),
}

DETAILS = {
    "request/unknown-path": _l("There is no page at this address."),
    "request/method": _l("This page can be read only."),
    "game/unknown": _l("There is no game with this id, or none that you may see."),
    "dynasty/unknown": _l("There is no dynasty with this id."),
    "player/unknown": _l("There is no player with this id."),
    "service/fault": _l("It is our fault, and it was logged."),
    "store/away": _l("The games cannot be reached at the moment. Nothing was changed."),
}


def problem_words(status: int, code: str, detail: str) -> tuple[str, str]:
    """The title and the sentence of a problem's page; `detail` where the catalogue has none for the code."""
    title = TITLES.get(status, HTTPStatus(status).phrase)
    return str(title), str(DETAILS.get(code, detail))

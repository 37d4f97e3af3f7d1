"""The sentences of error pages, by the stable codes of problems."""

from http import HTTPStatus

from service.application.i18n.field_errors import errors_in_words
from service.application.i18n.languages import ENGLISH
from service.application.i18n.refusals import refusal_words
from service.application.i18n.speaking import Text, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.problem import Problem

TITLES = {
    400: _l("That does not work"),
    403: _l("That does not work"),
    404: _lp("heading", "Nothing here"),
    410: _lp("heading", "Nothing here"),
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
        "Please use the address that you were given. If you run this service: set "
        "KINGDOMINO_PUBLIC_URL to the address that players open, such as http://raspberry.local:8000."
    ),
    "request/malformed": _l("The request was incomplete. Please send it again."),
    "request/method": _l("This page can be read only."),
    "request/too-large": _l("The form is too long."),
    "game/unknown": _l("There is no game with this id, or none that you may see."),
    "ratings/unknown-pool": _l("There is no leaderboard of this name."),
    "hints/off": _l("This table plays without a preview of points."),
    "dynasty/unknown": _l("There is no dynasty with this id."),
    "tournament/unknown": _l("There is no tournament with this id."),
    "tournament/not-director": _l("Only the director and the deputies of the tournament can do this."),
    "account/suspended": _l(
        "A moderator has suspended your account. You may finish your games, read, export and erase."
    ),
    "account/name-refused": _l("A moderator took this name, or one like it, away. Choose another one."),
    "report/unknown": _l("There is no such text any more."),
    "report/yourself": _l("This is yours: change or delete it yourself."),
    "report/hidden": _l("A moderator has hidden this already."),
    "moderation/not-a-moderator": _l("Only moderators may do this."),
    "moderation/own-case": _l(
        "Nobody decides on their own text or report, and moderators are not suspended. Ask another moderator."
    ),
    "moderation/conflict": _l(
        "This case is for another moderator: you play with its author or with somebody who reported it, or "
        "did so in the last 7 days, or it is about a game in which you have or had a seat."
    ),
    "moderation/decided": _l(
        "You have decided that already, with the same reason. To decide anew, give another reason."
    ),
    "moderation/until": _l("A suspension needs an end in the future, within five years."),
    "study/unknown": _l("There is no study with this id."),
    "player/unknown": _l("There is no player with this id."),
    "player/never-met": _l("You have not finished a game with this player yet. Invite them to a new one."),
    "contact/yourself": _l("This is you."),
    "contact/too-many": _l("This list is full. Take somebody off it first."),
    "collection/unknown": _l("There is no collection at this address, or none that you may see."),
    "collection/too-many": _l("You have as many collections as you may. Delete one first."),
    "collection/full": _l("This collection is full. Take a game out first."),
    "search/not-built": _l("The list of finished games is being made. Please try again in a minute."),
    "search/too-short": _l("Write two letters of the name at least."),
    "limit/reached": _l("Too many attempts. Please try again later."),
    "seat/refused": _l("This table cannot be joined."),
    "seat/none-free": _l("All seats are taken."),
    "seat/not-invited": _l("The seats at this table are for invited players."),
    "seat/other-opening": _l("The record of this table changed while you sat down. Do not play here."),
    "seat/not-in-log": _l("The public log does not have this table as you saw it. Do not play here."),
    "seat/taken-by-you": _l("You have a seat at this table."),
    "seat/too-many": _l("You sit at as many tables as you may. Finish a game first."),
    "link/unknown": _l("This link was already used, has expired, or was replaced by a newer one."),
    "unsubscribe/unknown": _l("This link is not whole. Copy all of it from the e-mail."),
    "email/missing": _l("Your account has no confirmed e-mail address."),
    "email/taken": _l("Another account has this e-mail address now."),
    "auth/cross-site": _l("This request did not come from a page of this service."),
    "auth/scope": _l("This token may not do that."),
    "token/unknown": _l("The account does not have this token."),
    "token/last": _l("This is your last token: without it nobody could use the account any more."),
    "token/too-many": _l("The account has the maximum number of tokens. Revoke one first."),
    "limit/storage": _l(
        "There is no room for more. Delete notes, comments, messages, studies or plans, or confirm an e-mail "
        "address."
    ),
    "service/fault": _l("This is a fault of the service. It was logged."),
    "store/away": _l("The games are unavailable at the moment. Nothing was changed. Please try again."),
    "store/nearly-full": _l(
        "The service is nearly full and only continues current games. Please try again later."
    ),
    "archive/away": _l("This is in the archive, which is unavailable at the moment. Please try again later."),
    "archive/damaged": _l("The archived copy of this is damaged."),
}


def problem_words(status: int, code: str, detail: str) -> tuple[str, str]:
    """The title and the sentence of a problem's page; the sentence is `detail` if the code has no other.

    In another language than English, in which `detail` is written, it is that of the code's group or status.
    """
    if code in DETAILS:
        said: Text | str = DETAILS[code]
    else:
        said = detail if speaks_english() or not detail.isascii() else refusal_words(status, code)
    return str(_title(status)), str(said)


def problem_in_words(problem: Problem) -> dict[str, object]:
    """The members of a problem document that people read, in the current language; none if it is English."""
    if speaks_english():
        return {}
    title, detail = problem_words(problem.status, problem.code, problem.detail)
    errors = problem.more.get("errors")
    return {"title": title, "detail": detail} | ({"errors": errors_in_words(errors)} if errors else {})


def _title(status: int) -> Text | str:
    if status in TITLES:
        return TITLES[status]
    return HTTPStatus(status).phrase if speaks_english() else TITLES[503 if status > 500 else 400]


def speaks_english() -> bool:
    """True if the current language is that in which details are written."""
    return present().locale.language == ENGLISH

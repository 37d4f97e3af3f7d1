"""The words of the webhook pages: the states of webhooks and deliveries, and the errors of calls."""

from service.application.i18n.problems import DETAILS, problem_words
from service.application.i18n.speaking import Word, gettext
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.problem import Problem

STOPPED: dict[str, Word] = {
    "webhook/gone": _l("Your program answered that it wants no more notices (410)."),
    "webhook/failing": _l("It failed for five days, so it is not called any more."),
    "webhook/paused": _l("You have switched it off."),
}
"""The reasons why a webhook is not called, by code."""

STATES: dict[str, Word] = {
    "waiting": _lp("status", "waits"),
    "delivered": _lp("status", "delivered"),
    "failed": _lp("status", "failed"),
    "skipped": _lp("status", "not sent"),
}
"""The states of a delivery."""

ERRORS: dict[str, Word] = {
    "call/not-allowed": _l("The address may not be called: it is not public, or its port is not allowed."),
    "call/unknown-host": _l("The name of the host has no address."),
    "call/not-connected": _l("Nobody accepted the connection."),
    "call/tls": _l("The connection could not be encrypted: check the certificate."),
    "call/too-slow": _l("There was no complete answer within 15 seconds."),
    "call/broken-answer": _l("The connection broke, or the answer was no HTTP."),
    "call/host-away": _l("The host did not answer a moment ago, so it was not called."),
}
"""The reasons why a call failed, by code."""

TEST = _lp("button", "Test")
"""The kind of a delivery without a notice."""

DONE: dict[str, Word] = {
    "changed": _lp("message", "Saved."),
    "on": _l("The webhook is on. It gets what it missed and what is still true."),
    "off": _l("The webhook is off."),
    "test": _l("A test is on its way. Load this page again to see what came of it."),
    "replay": _l(
        "The notice is sent again, if it is still true. Load this page again to see what came of it."
    ),
    "removed": _l("The webhook is removed."),
}
"""The confirmations, by the completed action."""

PROBLEMS = DETAILS | {
    "webhook/unknown": _l("There is no such webhook."),
    "webhook/unknown-delivery": _l("The log has no such notice any more."),
    "webhook/too-many": _l("You have five webhooks, the maximum. Remove one first."),
    "webhook/stopped": _l("The webhook is off. Switch it on first."),
    "webhook/notice-gone": _l("This notice is not kept any more, so it cannot be sent again."),
    "webhook/url": _l("This URL cannot be called."),
    "idempotency/reused": _l("This form was sent already. Please send it once more."),
    "request/invalid": _l("Please look again at what is marked below."),
}
"""The sentences for problems, by code, including those of any page."""


def said(problem: Problem) -> str:
    """The problem's sentence for people; for an invalid URL with the reason."""
    own = PROBLEMS.get(problem.code)
    words = str(own) if own else problem_words(problem.status, problem.code, problem.detail)[1]
    reason = problem.detail.removeprefix("url: ") if problem.code == "webhook/url" else ""
    return f"{words} {reason[:1].upper()}{reason[1:]}." if reason else words


def outcome(state: str, error: str, status: int | None, ms: int | None) -> str:
    """The outcome of the last attempt, by state, error code, HTTP status and duration in ms."""
    if error in ERRORS:
        return str(ERRORS[error])
    if status is not None:
        return gettext("HTTP %(status)s after %(ms)s ms.", status=status, ms=ms)
    return gettext("True no longer, so it was not sent.") if state == "skipped" else ""

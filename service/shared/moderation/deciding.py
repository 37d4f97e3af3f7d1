"""Moderators' decisions: who may decide a case, and carrying decisions out."""

import logging

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.accounts.access.suspension import Suspension
from service.application.people.moderation.docket import DecidedAlready, NotForThis, OwnCase
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject
from service.application.problem import Problem
from service.services import services
from service.shared.moderation.finding import SubjectState, find, unknown, withheld

LONGEST_MS = 5 * 366 * 24 * 60 * 60 * 1000
"""The maximum length of a suspension, in ms."""

log = logging.getLogger(__name__)


def require_moderator(player: str) -> None:
    """Raise 403 `moderation/not-a-moderator` for an account that is not a moderator."""
    if not services().moderation.docket.is_moderator(player):
        raise Problem(
            403, "moderation/not-a-moderator", "only moderators may do this: the operator names them"
        )


def decide(  # noqa: PLR0913 - a decision and whether it is a retry
    player: str,
    subject: ReportSubject,
    verdict: ModerationVerdict,
    reason: str,
    until: int | None,
    *,
    is_repeat: bool = False,
) -> Decided:
    """Decide on a text, or on its author's account, as a moderator, and carry the decision out.

    With `is_repeat` the request is a retry and gets the same response. 404 for a text that never existed,
    403 `moderation/own-case`, 409 `moderation/decided`, 422 `moderation/verdict` and `moderation/until`.
    """
    parts, now = services().moderation, now_ms()
    if (verdict is ModerationVerdict.SUSPEND) != (until is not None):
        raise Problem(
            422,
            "moderation/until",
            '"until" is required with the verdict "suspend", and not allowed with others',
        )
    found = find(subject)
    if any(withheld([subject], [found])):
        raise _own_case()
    if until is not None and not now < until <= now + LONGEST_MS:
        raise Problem(422, "moderation/until", f'"until" must be ms UTC after {now} and within five years')
    try:
        decided = parts.docket.decide(
            subject, _author_of(subject, found), by=player, verdict=verdict, reason=reason, until=until
        )
    except NotForThis as wrong:
        names = ", ".join(each.value for each in wrong.verdicts)
        detail = f'"verdict" on a {subject.kind} must be one of {names}, not {verdict.value}'
        raise Problem(422, "moderation/verdict", detail) from None
    except OwnCase:
        raise _own_case() from None
    except DecidedAlready as already:
        carry_out()
        if not is_repeat:
            raise _decided(already.decided) from None
        return already.decided
    carry_out()
    return decided


def carry_out() -> None:
    """Carry out pending decisions now; if the store fails, a worker does it later."""
    try:
        while services().moderation.enforcer.go_on():
            pass
    except (StoreAway, UnknownOutcome):
        log.warning("a decision of a moderator waits for a worker")


def _author_of(subject: ReportSubject, found: SubjectState | None) -> str:
    """The author of the text, even if it is gone; 404 `report/unknown` if it never existed."""
    author = found.author if found else services().moderation.docket.case(subject).author
    if not author:
        raise unknown()
    return author


def _decided(decided: Decided) -> Problem:
    detail = f"""you decided "{decided.verdict.value}" with this reason already, at {decided.at} (ms UTC), and
nobody has reported it since: nothing has changed; with another reason it is a new decision"""
    return Problem(409, "moderation/decided", detail.replace("\n", " "))


def _own_case() -> Problem:
    return Problem(
        403,
        "moderation/own-case",
        "you may not decide on your own text or report, on what spectators write about a game that you play, "
        "or to suspend a moderator: ask another moderator",
    )


def suspension_now(found: Suspension | None) -> Suspension | None:
    """The suspension, or None if it is over."""
    return found if found and found.holds(now_ms()) else None

"""Moderators' decisions: making them and carrying them out."""

import logging
from functools import partial

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.accounts.access.suspension import Suspension
from service.application.people.moderation.docket import DecidedAlready, NotForThis
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject
from service.application.problem import Problem
from service.services import services
from service.shared.moderation.cases import case_for
from service.shared.moderation.refusals import refusing

LONGEST_MS = 5 * 366 * 24 * 60 * 60 * 1000
"""The maximum length of a suspension, in ms."""

log = logging.getLogger(__name__)


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

    The case is viewed first, so that no decision is without a view. With `is_repeat` the request is a retry
    and gets the same response. 404 and 403 as in `case_for`, 409 `moderation/decided`, 422
    `moderation/verdict` and `moderation/until`.
    """
    now = now_ms()
    if (verdict is ModerationVerdict.SUSPEND) != (until is not None):
        raise Problem(
            422,
            "moderation/until",
            '"until" is required with the verdict "suspend", and not allowed with others',
        )
    author = case_for(player, subject).case.author
    if until is not None and not now < until <= now + LONGEST_MS:
        raise Problem(422, "moderation/until", f'"until" must be ms UTC after {now} and within five years')
    try:
        with refusing():
            decided = services().moderation.docket.decide(
                subject,
                author,
                by=player,
                verdict=verdict,
                reason=reason,
                until=until,
                check=partial(services().conflicts.check, player),
            )
    except NotForThis as wrong:
        names = ", ".join(each.value for each in wrong.verdicts)
        detail = f'"verdict" on a {subject.kind} must be one of {names}, not {verdict.value}'
        raise Problem(422, "moderation/verdict", detail) from None
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


def _decided(decided: Decided) -> Problem:
    detail = f"""you decided "{decided.verdict.value}" with this reason already, at {decided.at} (ms UTC), and
nobody has reported it since: nothing has changed; with another reason it is a new decision"""
    return Problem(409, "moderation/decided", detail.replace("\n", " "))


def suspension_now(found: Suspension | None) -> Suspension | None:
    """The suspension, or None if it is over."""
    return found if found and found.holds(now_ms()) else None

"""Moderators' decisions: making them and carrying them out."""

import logging
from dataclasses import dataclass
from functools import partial

from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.accounts.access.suspension import Suspension
from service.application.games.sight import Sight
from service.application.moderating.cases import Cases
from service.application.people.moderation.docket import DecidedAlready
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject
from service.application.problem import Problem

LONGEST_MS = 5 * 366 * 24 * 60 * 60 * 1000
"""The maximum length of a suspension, in ms."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Deciding:
    """Decides cases and carries the decisions out."""

    cases: Cases

    def decide(  # noqa: PLR0913 - a decision, who makes it when, and whether it is a retry
        self,
        player: str,
        subject: ReportSubject,
        verdict: ModerationVerdict,
        reason: str,
        until: int | None,
        *,
        sight: Sight,
        now: int,
        is_repeat: bool = False,
    ) -> Decided:
        """Decide on a text, or on its author's account, as a moderator, and carry the decision out.

        The case is viewed first, so that no decision is without a view. With `is_repeat` the request is a
        retry and gets the same response. 404 and 403 as in `Cases.find`, 409 `moderation/decided`, 422
        `moderation/verdict` and `moderation/until`.
        """
        if (verdict is ModerationVerdict.SUSPEND) != (until is not None):
            raise _wrong_end('is required with the verdict "suspend", and not allowed with others')
        author = self.cases.find(player, subject, sight).case.author
        if until is not None and not now < until <= now + LONGEST_MS:
            raise _wrong_end(f"must be ms UTC after {now} and within five years")
        try:
            decided = self.cases.reporting.moderation.docket.decide(
                subject,
                author,
                by=player,
                verdict=verdict,
                reason=reason,
                until=until,
                check=partial(self.cases.conflicts.check, player),
            )
        except DecidedAlready as already:
            self.carry_out()
            if not is_repeat:
                raise
            return already.decided
        self.carry_out()
        return decided

    def carry_out(self) -> None:
        """Carry out pending decisions now; if the store fails, a worker does it later."""
        try:
            while self.cases.reporting.moderation.enforcer.go_on():
                pass
        except (StoreAway, UnknownOutcome):
            log.warning("a decision of a moderator waits for a worker")


def _wrong_end(detail: str) -> Problem:
    return Problem(422, "moderation/until", f'"until" {detail}')


def suspension_now(found: Suspension | None, now: int) -> Suspension | None:
    """The suspension, or None if it is over."""
    return found if found and found.holds(now) else None

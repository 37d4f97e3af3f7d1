"""Cases as moderators see and decide them: who may, the record that they saw, and what a decision needs.

Nothing else gives a text to an account because it is a moderator.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.accounts.access.suspension import Suspension
from service.application.accounts.players import Players
from service.application.cursors import refusing_wrong_cursor
from service.application.games.sight import Sight
from service.application.moderating.finding import SHOWN, SubjectState, unknown
from service.application.moderating.reporting import Reporting
from service.application.people.moderation.case import Case, Reporter
from service.application.people.moderation.conflicts import Conflicts
from service.application.people.moderation.docket import DecidedAlready
from service.application.people.moderation.entries import Decided, Reported
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject
from service.application.problem import Problem

LONGEST_MS = 5 * 366 * 24 * 60 * 60 * 1000
"""The maximum length of a suspension, in ms."""
SHOWN_OTHERS = 10
"""The maximum number of earlier decisions on the author that a case shows."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report as moderators see it; `text` is the reporter's comment, perhaps empty."""

    report: Reported
    name: str | None
    text: str
    is_open: bool
    reporter: Reporter


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case as moderators see it; `found` is None if the text is gone, `text` is the text to judge.

    If `is_withheld`, the text is not shown: nobody has reported it, and the moderator may not see it.
    """

    case: Case
    name: str | None
    found: SubjectState | None
    text: str
    hidden: Hidden | None
    reports: list[ShownReport]
    others: list[Decided]
    names: Mapping[str, str | None]
    is_withheld: bool


@dataclass(frozen=True, slots=True)
class CasePage:
    """A page of cases and the next cursor; `conflicts` counts the page's cases that are left out."""

    cases: list[ShownCase]
    following: str | None
    conflicts: int


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases, for moderators."""

    reporting: Reporting
    conflicts: Conflicts
    players: Players

    def page(self, moderator: str, state: str, cursor: str | None, limit: int) -> CasePage:
        """A page of `open` cases, oldest first, or of `decided` ones, newest first. Records the views.

        Cases on the moderator's own texts are left out silently, those of another conflict are counted.
        """
        docket = self.reporting.moderation.docket
        with refusing_wrong_cursor():
            read = docket.waiting if state == "open" else docket.decided
            found, following = read(moderator, cursor, limit)
        conflicts = self.conflicts.of(moderator, found)
        free = [case for case, conflict in zip(found, conflicts, strict=True) if conflict is None]
        return CasePage(self._shown(moderator, free), following, len(found) - len(free))

    def find(self, moderator: str, subject: ReportSubject, sight: Sight) -> ShownCase:
        """The case of one text, with everything that is needed to decide it. Records that it is seen.

        404 `report/unknown` if nobody has reported or decided on the text and the moderator may not see it;
        403 `moderation/conflict` and `moderation/own-case`.
        """
        case, is_seen = self.reporting.moderation.docket.case(subject), True
        if not case.reports:
            try:
                case = case.by_author(self.reporting.seen(subject, sight).author)
            except Problem:
                is_seen = False
        if not case.author:
            raise unknown()
        self.conflicts.check(moderator, case)
        (shown,) = self._shown(moderator, [case], is_seen=is_seen)
        return shown

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
        retry and gets the same response. 404 and 403 as in `find`, 409 `moderation/decided`, 422
        `moderation/verdict` and `moderation/until`.
        """
        if (verdict is ModerationVerdict.SUSPEND) != (until is not None):
            raise _wrong_end('is required with the verdict "suspend", and not allowed with others')
        author = self.find(player, subject, sight).case.author
        if until is not None and not now < until <= now + LONGEST_MS:
            raise _wrong_end(f"must be ms UTC after {now} and within five years")
        try:
            decided = self.reporting.moderation.docket.decide(
                subject,
                author,
                by=player,
                verdict=verdict,
                reason=reason,
                until=until,
                check=partial(self.conflicts.check, player),
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
            while self.reporting.moderation.enforcer.go_on():
                pass
        except (StoreAway, UnknownOutcome):
            log.warning("a decision of a moderator waits for a worker")

    def _shown(self, moderator: str, cases: Sequence[Case], *, is_seen: bool = False) -> list[ShownCase]:
        """These cases, after it is recorded that the moderator sees them: without the record no text.

        `is_seen` is true if the moderator may see the texts as anybody may. The number of store requests does
        not depend on the number of cases.
        """
        moderation = self.reporting.moderation
        subjects = [case.subject for case in cases]
        moderation.docket.view(moderator, cases)
        around = self._read_around(cases)
        rows = zip(cases, self.reporting.finder.find_each(subjects), moderation.hidden(subjects), strict=True)
        return [
            around.shown(case, text, hidden, is_withheld=not (case.reports or is_seen))
            for case, text, hidden in rows
        ]

    def _read_around(self, cases: Sequence[Case]) -> "_Around":
        authors = [case.author for case in cases]
        docket, texts = self.reporting.moderation.docket, self.reporting.moderation.texts
        reports = [(report.by, case.subject) for case in cases for report in case.reports]
        reporters = docket.reporters(by for by, _ in reports)
        decisions = docket.decisions_on(authors, SHOWN_OTHERS)
        decided = [each.by for case in cases for each in case.decisions]
        decided += [each.by for some in decisions.values() for each in some]
        return _Around(
            texts.said(reports),
            texts.excerpts_of((case.author, case.subject) for case in cases),
            self.players.names([*authors, *reporters, *decided]),
            reporters,
            decisions,
        )


@dataclass(frozen=True, slots=True)
class _Around:
    """The data of some cases besides their entries and texts.

    `said` and `excerpts` are keyed by account and subject; `names`, `reporters` and `decisions` by account.
    """

    said: Mapping[tuple[str, ReportSubject], str]
    excerpts: Mapping[tuple[str, ReportSubject], str]
    names: Mapping[str, str | None]
    reporters: Mapping[str, Reporter]
    decisions: Mapping[str, list[Decided]]

    def shown(
        self, case: Case, found: SubjectState | None, hidden: Hidden | None, *, is_withheld: bool
    ) -> ShownCase:
        """A case as shown; while a report is open, the text to judge is the reported excerpt."""
        excerpt = self.excerpts.get((case.author, case.subject)) if case.open else None
        text = excerpt if excerpt is not None else found.text if found else ""
        return ShownCase(
            case=case,
            name=self.names[case.author],
            found=found,
            text="" if is_withheld else text[:SHOWN],
            hidden=hidden,
            reports=[self._report(case, each) for each in case.reports],
            others=[each for each in self.decisions[case.author] if each.subject != case.subject],
            names=self.names,
            is_withheld=is_withheld,
        )

    def _report(self, case: Case, report: Reported) -> ShownReport:
        said = self.said.get((report.by, case.subject), "")
        return ShownReport(
            report, self.names[report.by], said, report in case.open, self.reporters[report.by]
        )


def _wrong_end(detail: str) -> Problem:
    return Problem(422, "moderation/until", f'"until" {detail}')


def suspension_now(found: Suspension | None, now: int) -> Suspension | None:
    """The suspension, or None if it is over."""
    return found if found and found.holds(now) else None

"""Cases as moderators see them, with everything needed to decide them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.application.people.moderation.case import Case, Reporter
from service.application.people.moderation.entries import Decided, Reported
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import wrong_cursor
from service.services import services
from service.shared.moderation.finding import SHOWN, SubjectState, find_each, withheld

SHOWN_OTHERS = 10
"""The maximum number of earlier decisions on the author that a case shows."""


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

    If `is_withheld`, neither the text nor the reporters' comments are shown.
    """

    case: Case
    author: str
    name: str | None
    found: SubjectState | None
    text: str
    hidden: Hidden | None
    reports: list[ShownReport]
    others: list[Decided]
    names: Mapping[str, str | None]
    is_withheld: bool


def cases(state: str, cursor: str | None, limit: int) -> tuple[list[ShownCase], str | None]:
    """A page of `open` cases, oldest first, or of `decided` ones, newest first; and the next cursor."""
    docket = services().moderation.docket
    try:
        read = docket.waiting if state == "open" else docket.decided
        subjects, following = read(cursor, limit)
    except ValueError:
        raise wrong_cursor() from None
    return shown_cases(subjects), following


def shown_case(subject: ReportSubject) -> ShownCase:
    """The case of one text, with everything that a moderator needs to decide it."""
    return shown_cases([subject])[0]


def shown_cases(subjects: Sequence[ReportSubject]) -> list[ShownCase]:
    """The cases of these texts; the number of store requests does not depend on the number of texts."""
    moderation = services().moderation
    found, texts = moderation.docket.cases(subjects), find_each(subjects)
    authors = [text.author if text else case.author for case, text in zip(found, texts, strict=True)]
    around = _read_around(found, authors)
    rows = zip(found, texts, authors, withheld(subjects, texts), moderation.hidden(subjects), strict=True)
    return [
        around.shown(case, author, text, hidden, is_withheld=is_withheld)
        for case, text, author, is_withheld, hidden in rows
    ]


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
        self, case: Case, author: str, found: SubjectState | None, hidden: Hidden | None, *, is_withheld: bool
    ) -> ShownCase:
        """A case as shown; while a report is open, the text to judge is the reported excerpt."""
        excerpt = self.excerpts.get((author, case.subject)) if case.open else None
        text = excerpt if excerpt is not None else found.text if found else ""
        return ShownCase(
            case=case,
            author=author,
            name=self.names[author],
            found=found,
            text="" if is_withheld else text[:SHOWN],
            hidden=hidden,
            reports=[self._report(case, each, is_withheld=is_withheld) for each in case.reports],
            others=[each for each in self.decisions[author] if each.subject != case.subject],
            names=self.names,
            is_withheld=is_withheld,
        )

    def _report(self, case: Case, report: Reported, *, is_withheld: bool) -> ShownReport:
        said = "" if is_withheld else self.said.get((report.by, case.subject), "")
        return ShownReport(
            report, self.names[report.by], said, report in case.open, self.reporters[report.by]
        )


def _read_around(cases: Sequence[Case], authors: Sequence[str]) -> _Around:
    parts = services()
    docket, texts = parts.moderation.docket, parts.moderation.texts
    reports = [(report.by, case.subject) for case in cases for report in case.reports]
    reporters = docket.reporters(by for by, _ in reports)
    decisions = docket.decisions_on(authors, SHOWN_OTHERS)
    decided = [each.by for case in cases for each in case.decisions]
    decided += [each.by for some in decisions.values() for each in some]
    return _Around(
        texts.said(reports),
        texts.excerpts_of((author, case.subject) for case, author in zip(cases, authors, strict=True)),
        parts.players.names([*authors, *reporters, *decided]),
        reporters,
        decisions,
    )

"""Cases, with the reports and decisions on one text; and the reliability of reporters."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.application.people.moderation.entries import Decided, Reported
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject

JUDGED = 10
"""The number of a reporter's newest answered reports by which the reporter is judged."""
UNFOUNDED = 5
"""A reporter is false if at least this many of these reports changed nothing and none changed anything."""


@dataclass(frozen=True, slots=True)
class Case:
    """The newest reports and decisions on one text, the oldest first.

    `author` is empty if there are neither. `has_older` is true if there are entries before these.
    """

    subject: ReportSubject
    reports: tuple[Reported, ...]
    decisions: tuple[Decided, ...]
    has_older: bool = False

    @property
    def author(self) -> str:
        """The account that wrote the text."""
        authors = [each.author for each in self.reports] + [each.author for each in self.decisions]
        return authors[0] if authors else ""

    @property
    def open(self) -> tuple[Reported, ...]:
        """The reports that no decision answers yet, the newest one of each reporter."""
        answered = max((each.at for each in self.decisions), default=-1)
        later = [each for each in self.reports if each.at > answered]
        return tuple({each.by: each for each in later}.values())


@dataclass(frozen=True, slots=True)
class Reporter:
    """A reporter's newest answered reports: `upheld` ones changed something, `unfounded` ones nothing."""

    upheld: int
    unfounded: int

    @property
    def is_false(self) -> bool:
        """True if none of the reports was upheld and at least `UNFOUNDED` were unfounded."""
        return self.upheld == 0 and self.unfounded >= UNFOUNDED


def judged(reports: Iterable[tuple[Reported, Decided | None]]) -> Reporter:
    """The reporter of these reports, which come newest first, each with the decision that answers it."""
    answers = [answer for _, answer in reports if answer][:JUDGED]
    kept = sum(each.verdict is ModerationVerdict.KEEP for each in answers)
    return Reporter(len(answers) - kept, kept)

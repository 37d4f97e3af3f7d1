"""A case: what was reported and decided about one text; and how far a reporter is to be trusted."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.people.moderation.entries import Decided, Reported
from service.people.moderation.subjects import Subject, Verdict

JUDGED = 10
"""How many of a reporter's newest answered reports tell how far the next one is trusted."""
UNFOUNDED = 5
"""From how many of them on that changed nothing, and none that did, a reporter is a false one."""


@dataclass(frozen=True, slots=True)
class Case:
    """All about one text, the newest entries: its reports and decisions, the oldest first.

    `author` is empty where there is neither. `has_older` if there are entries before these.
    """

    subject: Subject
    reports: tuple[Reported, ...]
    decisions: tuple[Decided, ...]
    has_older: bool = False

    @property
    def author(self) -> str:
        """The account of who wrote it."""
        authors = [each.author for each in self.reports] + [each.author for each in self.decisions]
        return authors[0] if authors else ""

    @property
    def open(self) -> tuple[Reported, ...]:
        """The reports that no decision answers yet, one of each reporter."""
        answered = max((each.at for each in self.decisions), default=-1)
        later = [each for each in self.reports if each.at > answered]
        return tuple({each.by: each for each in later}.values())


@dataclass(frozen=True, slots=True)
class Reporter:
    """How a reporter's newest answered reports ended: so many changed something, and so many nothing."""

    upheld: int
    unfounded: int

    @property
    def is_false(self) -> bool:
        """Whether none of many was right."""
        return self.upheld == 0 and self.unfounded >= UNFOUNDED


def judged(reports: Iterable[tuple[Reported, Decided | None]]) -> Reporter:
    """The reporter of these reports, the newest first, each with its answer if it has one."""
    answers = [answer for _, answer in reports if answer][:JUDGED]
    kept = sum(each.verdict is Verdict.KEEP for each in answers)
    return Reporter(len(answers) - kept, kept)

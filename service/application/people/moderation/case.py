"""Cases, with the reports and decisions on one text; and the reliability of reporters."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from service.application.people.moderation.entries import Decided, Reported
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject

JUDGED = 10
"""The number of a reporter's newest answered reports by which the reporter is judged."""
UNFOUNDED = 5
"""A reporter is false if at least this many of these reports changed nothing and none changed anything."""


@dataclass(frozen=True, slots=True)
class Case:
    """The newest reports and decisions on one text, the oldest first.

    `has_older` is true if there are entries before these. `written_by` is the account that wrote the text, if
    it was given; otherwise the entries name the author.
    """

    subject: ReportSubject
    reports: tuple[Reported, ...]
    decisions: tuple[Decided, ...]
    has_older: bool = False
    written_by: str = ""

    @property
    def author(self) -> str:
        """The account that wrote the text; empty if it was not given and there are no entries."""
        authors = [each.author for each in self.reports] + [each.author for each in self.decisions]
        return self.written_by or (authors[0] if authors else "")

    @property
    def exists(self) -> bool:
        """True if there is a report or a decision on the text."""
        return bool(self.reports or self.decisions)

    def by_author(self, author: str) -> "Case":
        """The case with this author."""
        return replace(self, written_by=author)

    def has_party(self, player: str) -> bool:
        """True if the player wrote the text or reported it, even if the report is answered."""
        return player == self.author or any(each.by == player for each in self.reports)

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

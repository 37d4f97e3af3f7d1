"""The report of an audit: six verdicts, those of a series' own, and a finding for each fault."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from replays.encoding.identity import GameId


class Aspect(Enum):
    """The subjects of verdicts, in the order of the report."""

    INTEGRITY = "integrity"
    COMPLETENESS = "completeness"
    LEGALITY = "legality"
    FAIRNESS = "fairness"
    TIME = "time"
    RESULT = "result"

    @property
    def bit(self) -> int:
        """The aspect's bit in an exit code, 1 to 32."""
        return 1 << list(Aspect).index(self)


Values = Mapping[str, object]
"""The named values in a sentence."""


@dataclass(frozen=True, slots=True)
class OwnAspect:
    """A subject of verdicts that one kind of series has beside the six; `value` is its name.

    In an exit code it counts as one of the six, and who requires that one requires it too. In the text of a
    report `about` says what is checked, `absent` why the verdict is not shown although nothing failed.
    """

    value: str
    counts_as: Aspect
    about: str
    absent: str

    @property
    def bit(self) -> int:
        """The aspect's bit in an exit code: that of the one of the six as which it counts."""
        return self.counts_as.bit


AnyAspect = Aspect | OwnAspect
"""The subject of a verdict."""


class Verdict(Enum):
    """A verdict on an aspect; an aspect that the record does not show never passes."""

    PASS = "pass"  # noqa: S105 - a verdict
    FAIL = "fail"
    NOT_SHOWN = "not shown"


class Condition(Enum):
    """A condition on which verdicts rest and which can be required in addition to them.

    `key`: the head is signed by a key that the auditor gave. `entropy`: without any fault, every person at
    the full table sent entropy for the event 1 of which the auditor gives a head, with draws from version 2
    on. If that head was kept before entropy was sent, no operator who tries seeds could choose the draws.
    `dates`: the time of an event is within a day of when the auditor received its head, and the auditor's
    evidence speaks against no other time.
    """

    KEY = "key"
    ENTROPY = "entropy"
    DATES = "dates"


LONGEST_TEXT = 600
"""The maximum length of a reported sentence: values in a bundle may be of any length."""


MOST_FINDINGS = 1000
"""The maximum number of reported faults, for the walk through the events and for their times separately."""


MOST_IN_GAMES = 20_000
"""The maximum number of reported faults in all games of a series; then one of each aspect in each game."""


def shortened(text: str) -> str:
    """The text, cut to `LONGEST_TEXT` characters.

    >>> shortened("a" * 601)[-3:]
    'aa…'
    """
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault: the aspect that fails, the event's version (None for the bundle), a code, and a sentence.

    A sentence that is longer than `LONGEST_TEXT` is cut. `values` has what a sentence in another language
    needs beside code and version: numbers, names, `seats`, and `case` where one code has several sentences.
    """

    aspect: AnyAspect
    version: int | None
    code: str
    text: str
    values: Values = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", shortened(self.text))


@dataclass(frozen=True, slots=True)
class Note:
    """Information that the reader needs although nothing failed: a code, a sentence, and its values."""

    code: str
    text: str
    values: Values = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", shortened(self.text))


@dataclass(frozen=True, slots=True)
class VersionUse:
    """A version of a subject, such as `draws` or `schema of PlayerSeated`, that a record uses.

    `first` and `last` are the times of its first and last use in ms UTC, `version` is the event of the last.
    """

    subject: str
    number: int
    game: GameId
    version: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Report:
    """The report on one game or series; `parts` are the reports on a series' games.

    `kind` and `game` are None if the input is no bundle. `shown` has the aspects that were fully checked,
    `met` the conditions that hold. `own` are the aspects that this
    kind of series has beside the six. `signer` is the key with a valid signature of the last event, or None;
    `uses` has the versions of formats that the record uses.
    """

    kind: str | None
    game: GameId | None
    findings: tuple[Finding, ...]
    shown: frozenset[AnyAspect]
    notes: tuple[Note, ...] = ()
    parts: tuple["Report", ...] = ()
    met: frozenset[Condition] = frozenset()
    signer: str | None = None
    uses: tuple[VersionUse, ...] = ()
    own: tuple[OwnAspect, ...] = ()

    def meets(self, condition: Condition) -> bool:
        """True if a condition holds, in a series also for each of its games."""
        return condition in self.met and all(part.meets(condition) for part in self.parts)

    @property
    def aspects(self) -> tuple[AnyAspect, ...]:
        """The aspects on which there are verdicts: the six, then the own ones."""
        return (*Aspect, *self.own)

    def verdict(self, aspect: AnyAspect) -> Verdict:
        """The verdict on an aspect: one finding makes it fail, in a series also a finding of a game."""
        if any(finding.aspect is aspect for finding in self.findings):
            return Verdict.FAIL
        verdicts = {part.verdict(aspect) for part in self.parts if aspect in part.aspects}
        if Verdict.FAIL in verdicts:
            return Verdict.FAIL
        return Verdict.PASS if aspect in self.shown and verdicts <= {Verdict.PASS} else Verdict.NOT_SHOWN

    @property
    def verdicts(self) -> dict[AnyAspect, Verdict]:
        """All verdicts."""
        return {aspect: self.verdict(aspect) for aspect in self.aspects}

    def shortened(self) -> "Report":
        """The report with the first finding of each aspect only: its verdicts stay the same."""
        first = {finding.aspect: finding for finding in reversed(self.findings)}
        return replace(self, findings=tuple(first.values()))

    def whole(self) -> Iterator["Report"]:
        """The report itself, and the reports on its games."""
        yield self
        for part in self.parts:
            yield from part.whole()


NOT_SHOWN_BIT = 64
"""The bit of an exit code if a requirement is not shown."""


Requirement = AnyAspect | Condition
"""A requirement of an auditor."""


def exit_code(reports: Iterable[Report], required: Iterable[Requirement] = ()) -> int:
    """The bits of all verdicts that fail in any report, and 64 if a requirement is not shown."""
    code, needed = 0, tuple(required)
    for report in reports:
        for aspect, verdict in report.verdicts.items():
            if verdict is Verdict.FAIL:
                code |= aspect.bit
        if not all(_is_settled(report, requirement) for requirement in needed):
            code |= NOT_SHOWN_BIT
    return code


def _is_settled(report: Report, requirement: Requirement) -> bool:
    """True if a requirement is shown; a failed verdict counts as shown, as it has its own bit."""
    if isinstance(requirement, Condition):
        return report.meets(requirement)
    required = (requirement, *(own for own in report.own if own.counts_as is requirement))
    return all(report.verdict(aspect) is not Verdict.NOT_SHOWN for aspect in required)

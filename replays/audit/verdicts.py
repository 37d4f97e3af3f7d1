"""What an audit says: six verdicts on a game, and a finding for each thing that is wrong."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from replays.audit.bundle.container import Kind
from replays.encoding.identity import GameId


class Aspect(Enum):
    """What there is a verdict on, in the order in which they are told."""

    INTEGRITY = "integrity"
    COMPLETENESS = "completeness"
    LEGALITY = "legality"
    FAIRNESS = "fairness"
    TIME = "time"
    RESULT = "result"

    @property
    def bit(self) -> int:
        """Its bit in an exit code, 1 to 32."""
        return 1 << list(Aspect).index(self)


class Verdict(Enum):
    """Whether it holds; what cannot be seen from the record is never called passed."""

    PASS = "pass"  # noqa: S105 - a verdict
    FAIL = "fail"
    NOT_SHOWN = "not shown"


class Condition(Enum):
    """What a verdict rests on, and a bundle alone cannot show: required beside the verdicts.

    `key`: the head is signed by a key that the auditor gave. `entropy`: every player is protected from an
    operator who tries seeds.
    """

    KEY = "key"
    ENTROPY = "entropy"


LONGEST_TEXT = 600
"""How many characters of a sentence are told: what stands in a bundle may be of any length."""


MOST_FINDINGS = 1000
"""How many faults of one kind are told: of the walk through the events, and of their times."""


def shortened(text: str) -> str:
    """The text, cut to `LONGEST_TEXT` characters.

    >>> shortened("a" * 601)[-3:]
    'aa…'
    """
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: what it makes fail, the event (None for the bundle), a code, a sentence.

    A longer sentence than `LONGEST_TEXT` is cut.
    """

    aspect: Aspect
    version: int | None
    code: str
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", shortened(self.text))


@dataclass(frozen=True, slots=True)
class Note:
    """What the reader has to know although nothing failed: a code and a sentence."""

    code: str
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", shortened(self.text))


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit of one game or dynasty says; `parts` are the reports on a dynasty's games.

    `kind` and `game` are None for what is no bundle. `shown` has the aspects that were looked at to the end,
    `met` the conditions that hold.
    """

    kind: Kind | None
    game: GameId | None
    findings: tuple[Finding, ...]
    shown: frozenset[Aspect]
    notes: tuple[Note, ...] = ()
    parts: tuple["Report", ...] = ()
    met: frozenset[Condition] = frozenset()

    def meets(self, condition: Condition) -> bool:
        """Whether a condition holds, in a dynasty also for each of its games."""
        return condition in self.met and all(part.meets(condition) for part in self.parts)

    def verdict(self, aspect: Aspect) -> Verdict:
        """The verdict: one fault makes it fail, in a dynasty also one of a game."""
        if any(finding.aspect is aspect for finding in self.findings):
            return Verdict.FAIL
        verdicts = {part.verdict(aspect) for part in self.parts}
        if Verdict.FAIL in verdicts:
            return Verdict.FAIL
        return Verdict.PASS if aspect in self.shown and verdicts <= {Verdict.PASS} else Verdict.NOT_SHOWN

    @property
    def verdicts(self) -> dict[Aspect, Verdict]:
        """All six."""
        return {aspect: self.verdict(aspect) for aspect in Aspect}

    def whole(self) -> Iterator["Report"]:
        """The report itself, and those of its games."""
        yield self
        for part in self.parts:
            yield from part.whole()


NOT_SHOWN_BIT = 64
"""The bit of an exit code that says: something that was required is not shown."""


Requirement = Aspect | Condition
"""What an auditor may insist on."""


def exit_code(reports: Iterable[Report], required: Iterable[Requirement] = ()) -> int:
    """The bits of all verdicts that fail in any report, and 64 where something required is not shown."""
    code, needed = 0, tuple(required)
    for report in reports:
        for aspect, verdict in report.verdicts.items():
            if verdict is Verdict.FAIL:
                code |= aspect.bit
        if not all(_is_settled(report, requirement) for requirement in needed):
            code |= NOT_SHOWN_BIT
    return code


def _is_settled(report: Report, requirement: Requirement) -> bool:
    """Whether something required is shown; a verdict that fails has a bit of its own."""
    if isinstance(requirement, Condition):
        return report.meets(requirement)
    return report.verdict(requirement) is not Verdict.NOT_SHOWN

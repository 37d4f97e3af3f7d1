"""A report as text for people, and as JSON for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from replays.audit.verdicts import Aspect, Condition, Finding, Report, Verdict
from service.cli.terminal.clean import clean

LONGEST_LIST = 10
"""How many faults of one game are told; the JSON has them all."""

SUBJECT = {
    Aspect.INTEGRITY: "the bytes, the chain of hashes, the signature by a key that you gave",
    Aspect.COMPLETENESS: "no event missing, no end cut off",
    Aspect.LEGALITY: "every event by the rules",
    Aspect.FAIRNESS: "the committed seed, and every draw from it",
    Aspect.TIME: "the order of the times",
    Aspect.RESULT: "points and places",
}
"""What each verdict is about."""

ABSENT = {
    Aspect.INTEGRITY: "there is no event",
    Aspect.COMPLETENESS: "the game goes on: only a head that somebody kept can show it (--against)",
    Aspect.LEGALITY: "the events cannot be followed to the end",
    Aspect.FAIRNESS: "the seed is not revealed before the end of the game",
    Aspect.TIME: "the events cannot be followed to the end",
    Aspect.RESULT: "the game is not scored",
}
"""Why a verdict is not shown, where nothing else failed."""

UNKNOWN_SIGNER = "chain holds, signer unknown"
"""What integrity says where it passes and no key was given."""

MET = {True: "shown", False: "not shown"}
"""Whether a condition holds."""

UNREPEATED = "choices of bots were not repeated: see the note"
"""Why fairness is not shown where the seed is there."""

BROKEN = "could not be looked at: see the faults"
"""Why a verdict is not shown where something failed."""


def document(source: str, report: Report) -> dict[str, Any]:
    """The report as JSON; of a dynasty with those of its games."""
    value = {
        "source": source,
        "game": report.game,
        "verdicts": {aspect.value: verdict.value for aspect, verdict in report.verdicts.items()},
        "faults": [
            {
                "verdict": finding.aspect.value,
                "version": finding.version,
                "code": finding.code,
                "text": finding.text,
            }
            for finding in report.findings
        ],
        "notes": [{"code": note.code, "text": note.text} for note in report.notes],
        "conditions": {condition.value: MET[report.meets(condition)] for condition in Condition},
    }
    if report.kind == "dynasty":
        value["games"] = [document(f"{source}#{n}", part) for n, part in enumerate(report.parts, start=1)]
    return value


def told(source: str, report: Report, indent: str = "") -> Iterator[str]:
    """The report line by line: verdicts, then the faults in order of versions, then what is to be known."""
    name = f"{report.kind} {report.game}" if report.game else "not a bundle"
    yield f"{indent}{clean(source)}: {name}"
    for aspect, verdict in report.verdicts.items():
        shown = verdict.value.upper() if verdict is Verdict.FAIL else verdict.value
        why = _why_absent(report, aspect) if verdict is Verdict.NOT_SHOWN else ""
        yield f"{indent}  {aspect.value:<13} {shown:<10} {_subject(report, aspect)}{why}"
    faults = sorted(report.findings, key=lambda finding: finding.version or 0)
    for finding in faults[:LONGEST_LIST]:
        yield f"{indent}  {_fault(finding)}"
    if len(faults) > LONGEST_LIST:
        yield f"{indent}  … and {len(faults) - LONGEST_LIST} more faults (--json has them all)"
    for note in report.notes:
        if note.code != "head/early":  # told beside completeness
            yield f"{indent}  note: {clean(note.text)}"
    for number, part in enumerate(report.parts, start=1):
        yield from told(f"game {number}", part, indent + "  ")


def _subject(report: Report, aspect: Aspect) -> str:
    """What a verdict says: of integrity no more than was shown of the signer."""
    is_known = report.meets(Condition.KEY) or report.verdict(aspect) is not Verdict.PASS
    return SUBJECT[aspect] if aspect is not Aspect.INTEGRITY or is_known else UNKNOWN_SIGNER


def _why_absent(report: Report, aspect: Aspect) -> str:
    noted = {note.code for part in report.whole() for note in part.notes}
    failed = any(part.findings for part in report.whole())
    early = [note.text for note in report.notes if note.code == "head/early"]
    if early and aspect is Aspect.COMPLETENESS:
        why = clean(early[0])
    elif failed:
        why = BROKEN
    elif aspect is Aspect.FAIRNESS and "bot/not-repeated" in noted:
        why = UNREPEATED
    else:
        why = ABSENT[aspect]
    return f" ({why})"


def _fault(finding: Finding) -> str:
    where = f"event {finding.version}" if finding.version is not None else "the bundle"
    return f"{where}: {clean(finding.text)} [{finding.aspect.value}, {finding.code}]"


def summed_up(reports: Sequence[Report]) -> Iterator[str]:
    """How many bundles there were, how the verdicts fell, and how many of them each note concerns."""
    yield f"{len(reports)} audited"
    for aspect in Aspect:
        counts = Counter(report.verdict(aspect) for report in reports)
        told_counts = ", ".join(
            f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]
        )
        yield f"  {aspect.value:<13} {told_counts}"
    notes = Counter(text for report in reports for text in _note_texts(report))
    for text, count in notes.items():
        yield f"  note on {count}: {clean(text)}"


def _note_texts(report: Report) -> dict[str, None]:
    """What has to be known of a bundle, its games included, each once and in order."""
    return dict.fromkeys(note.text for part in report.whole() for note in part.notes)

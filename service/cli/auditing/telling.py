"""A report as text for people, and as JSON for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from replays.audit.verdicts import AnyAspect, Aspect, Condition, Finding, OwnAspect, Report, Verdict
from replays.kinds import KINDS
from service.cli.terminal.clean import clean

LONGEST_LIST = 10
"""The most faults of one game, and games of one series, in the text; the JSON has all of them."""

SUBJECT = {
    Aspect.INTEGRITY: "the bytes, the chain of hashes, the signature by a key that you gave",
    Aspect.COMPLETENESS: "no event missing, none cut off at the end",
    Aspect.LEGALITY: "every event by the rules",
    Aspect.FAIRNESS: "the committed seed, and every draw from it",
    Aspect.TIME: "the order of the times, the deadlines, the times at which heads were received",
    Aspect.RESULT: "points and places",
}
"""The subject of each verdict."""

ABSENT = {
    Aspect.INTEGRITY: "there is no event",
    Aspect.COMPLETENESS: "the game is not over: only a head saved earlier can show it (--against)",
    Aspect.LEGALITY: "the events cannot be checked to the end",
    Aspect.FAIRNESS: "the seed is not revealed before the end of the game",
    Aspect.TIME: "the events cannot be checked to the end",
    Aspect.RESULT: "the game is not scored",
}
"""The reason why a verdict is not shown if nothing failed."""

UNATTESTED = "the order of the times, the deadlines; the dates are the service's word"
"""The subject of time if no kept head attests the time of an event."""

DOUBTS = frozenset({"time/future", "time/receipt-late", "time/before-keys"})
"""The notes on times against which the auditor's evidence speaks."""

DOUBTED = "the auditor's evidence speaks against the times: see the note"
"""The reason why time is not shown although nothing failed."""

UNKNOWN_SIGNER = "chain holds, signer unknown"
"""The subject of integrity if it passes and the signer is unknown."""

MET = {True: "shown", False: "not shown"}
"""The words for a condition that holds or not."""

UNREPEATED = "choices of bots were not repeated: see the note"
"""The reason why fairness is not shown although the seed is known."""

BROKEN = "could not be checked: see the faults"
"""The reason why a verdict is not shown if something failed."""


def document(source: str, report: Report) -> dict[str, Any]:
    """The report as JSON; for a series with the reports of its games."""
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
    if report.kind and KINDS.series_named(report.kind):
        value["games"] = [document(f"{source}#{n}", part) for n, part in enumerate(report.parts, start=1)]
    return value


def told(source: str, report: Report, indent: str = "") -> Iterator[str]:
    """The lines of the report: the verdicts, the faults in the order of versions, and the notes."""
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
        if note.code != "head/early":  # printed next to completeness
            yield f"{indent}  note: {clean(note.text)}"
    yield from _games(report.parts, indent + "  ")


def _games(parts: Sequence[Report], indent: str) -> Iterator[str]:
    """The lines of a series' games: of each, or of many the failed ones and a summary."""
    many = len(parts) > LONGEST_LIST
    named = [(f"game {number}", part) for number, part in enumerate(parts, start=1)]
    shown = [each for each in named if not many or Verdict.FAIL in each[1].verdicts.values()]
    for name, part in shown[: LONGEST_LIST if many else None]:
        yield from told(name, part, indent)
    if len(shown) > LONGEST_LIST:
        yield f"{indent}… and {len(shown) - LONGEST_LIST} more games with faults (--json has them all)"
    if many:
        yield from (f"{indent}{line}" for line in summed_up(parts))


def _subject(report: Report, aspect: AnyAspect) -> str:
    """The subject of a verdict; it claims nothing about an unknown signer or unattested dates."""
    if isinstance(aspect, OwnAspect):
        return aspect.about
    if aspect is Aspect.TIME and not report.meets(Condition.DATES):
        return UNATTESTED
    is_known = report.meets(Condition.KEY) or report.verdict(aspect) is not Verdict.PASS
    return SUBJECT[aspect] if aspect is not Aspect.INTEGRITY or is_known else UNKNOWN_SIGNER


def _why_absent(report: Report, aspect: AnyAspect) -> str:
    noted = {note.code for part in report.whole() for note in part.notes}
    failed = any(part.findings for part in report.whole())
    early = [note.text for note in report.notes if note.code == "head/early"]
    if early and aspect is Aspect.COMPLETENESS:
        why = clean(early[0])
    elif failed:
        why = BROKEN
    elif aspect is Aspect.TIME and noted & DOUBTS:
        why = DOUBTED
    elif aspect is Aspect.FAIRNESS and "bot/not-repeated" in noted:
        why = UNREPEATED
    else:
        why = aspect.absent if isinstance(aspect, OwnAspect) else ABSENT[aspect]
    return f" ({why})"


def _fault(finding: Finding) -> str:
    where = f"event {finding.version}" if finding.version is not None else "the bundle"
    return f"{where}: {clean(finding.text)} [{finding.aspect.value}, {finding.code}]"


def summed_up(reports: Sequence[Report]) -> Iterator[str]:
    """The summary: the number of bundles, and the number of bundles with each verdict and each note."""
    yield f"{len(reports)} audited"
    for aspect in dict.fromkeys(aspect for report in reports for aspect in report.aspects):
        counts = Counter(report.verdict(aspect) for report in reports if aspect in report.aspects)
        told_counts = ", ".join(
            f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]
        )
        yield f"  {aspect.value:<13} {told_counts}"
    notes = Counter(text for report in reports for text in _note_texts(report))
    for text, count in notes.items():
        yield f"  note on {count}: {clean(text)}"


def _note_texts(report: Report) -> dict[str, None]:
    """The texts of the notes on a bundle and its games, each once and in order."""
    return dict.fromkeys(note.text for part in report.whole() for note in part.notes)

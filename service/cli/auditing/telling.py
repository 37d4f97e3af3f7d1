"""A report as text for people, and as JSON for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len

from replays.audit.verdicts import AnyAspect, Aspect, Condition, Finding, Report, Verdict
from replays.kinds import KINDS
from service.application.i18n.commands import audit as words
from service.application.i18n.commands.findings import fault_text, note_text
from service.application.i18n.commands.terminal import digits
from service.application.i18n.speaking import Text, present
from service.cli.terminal.clean import clean

LONGEST_LIST = 10
"""The most faults of one game, and games of one series, in the text; the JSON has all of them."""

DOUBTS = frozenset({"time/future", "time/receipt-late", "time/before-keys"})
"""The notes on times against which the auditor's evidence speaks."""

MET = {True: "shown", False: "not shown"}
"""The words for a condition that holds or not."""


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
    named = words.bundle_name(report.kind, report.game) if report.kind and report.game else words.NO_BUNDLE
    yield f"{indent}{clean(source)}: {named}"
    for aspect, verdict in report.verdicts.items():
        why = _why_absent(report, aspect) if verdict is Verdict.NOT_SHOWN else ""
        yield f"{indent}  {_name(aspect)} {_outcome(verdict)} {_subject(report, aspect)}{why}"
    faults = sorted(report.findings, key=lambda finding: finding.version or 0)
    for finding in faults[:LONGEST_LIST]:
        yield f"{indent}  {_fault(finding)}"
    if len(faults) > LONGEST_LIST:
        yield f"{indent}  {words.MORE_FAULTS.told(count=len(faults) - LONGEST_LIST)}"
    for note in report.notes:
        if note.code != "head/early":  # printed next to completeness
            text = clean(note_text(note.code, note.text, note.values))
            yield f"{indent}  {words.NOTE.said(text=text)}"
    yield from _games(report.parts, indent + "  ")


def _name(aspect: AnyAspect) -> str:
    """The name of a verdict, as wide as the column."""
    return _padded(words.aspect_name(aspect), 13, map(words.aspect_name, Aspect))


def _outcome(verdict: Verdict) -> str:
    """A verdict, as wide as the column."""
    return _padded(words.emphasized(verdict), 10, map(words.outcome, Verdict))


def _padded(text: str, least: int, all_: Iterable[str]) -> str:
    """The text, filled up to the widest of a column; the width of letters differs between scripts."""
    width = max(least, *map(cell_len, all_))
    return text + " " * (width - cell_len(text))


def _games(parts: Sequence[Report], indent: str) -> Iterator[str]:
    """The lines of a series' games: of each, or of many the failed ones and a summary."""
    many = len(parts) > LONGEST_LIST
    named = [(words.GAME.said(id=digits(number)), part) for number, part in enumerate(parts, start=1)]
    shown = [each for each in named if not many or Verdict.FAIL in each[1].verdicts.values()]
    for name, part in shown[: LONGEST_LIST if many else None]:
        yield from told(name, part, indent)
    if len(shown) > LONGEST_LIST:
        yield f"{indent}{words.MORE_GAMES.told(count=len(shown) - LONGEST_LIST)}"
    if many:
        yield from (f"{indent}{line}" for line in summed_up(parts))


def _subject(report: Report, aspect: AnyAspect) -> Text | str:
    """The subject of a verdict; it claims nothing about an unknown signer or unattested dates."""
    if aspect is Aspect.TIME and not report.meets(Condition.DATES):
        return words.UNATTESTED
    is_known = report.meets(Condition.KEY) or report.verdict(aspect) is not Verdict.PASS
    is_signed = aspect is not Aspect.INTEGRITY or is_known
    return words.subject(aspect) if is_signed else words.UNKNOWN_SIGNER


def _why_absent(report: Report, aspect: AnyAspect) -> str:
    noted = {note.code for part in report.whole() for note in part.notes}
    failed = any(part.findings for part in report.whole())
    early = [note for note in report.notes if note.code == "head/early"]
    why: Text | str
    if early and aspect is Aspect.COMPLETENESS:
        why = clean(note_text(early[0].code, early[0].text, early[0].values))
    elif failed:
        why = words.BROKEN
    elif aspect is Aspect.TIME and noted & DOUBTS:
        why = words.DOUBTED
    elif aspect is Aspect.FAIRNESS and "bot/not-repeated" in noted:
        why = words.UNREPEATED
    elif aspect is Aspect.FAIRNESS and "deal/known" in noted:
        why = words.DEALT
    else:
        why = words.absent(aspect)
    return f" ({why})"


def _fault(finding: Finding) -> str:
    text = clean(fault_text(finding.version, finding.code, finding.text, finding.values))
    return f"{text} [{words.aspect_name(finding.aspect)}, {finding.code}]"


def summed_up(reports: Sequence[Report]) -> Iterator[str]:
    """The summary: the number of bundles, and the number of bundles with each verdict and each note."""
    yield words.AUDITED.said(count=digits(len(reports)))
    for aspect in dict.fromkeys(aspect for report in reports for aspect in report.aspects):
        counts = Counter(report.verdict(aspect) for report in reports if aspect in report.aspects)
        told_counts = present().sequence(
            f"{digits(counts[verdict])} {words.outcome(verdict)}" for verdict in Verdict if counts[verdict]
        )
        yield f"  {_name(aspect)} {told_counts}"
    notes = Counter(text for report in reports for text in _note_texts(report))
    for text, count in notes.items():
        yield f"  {words.NOTE_ON.said(count=digits(count), text=clean(text))}"


def _note_texts(report: Report) -> dict[str, None]:
    """The texts of the notes on a bundle and its games, each once and in order."""
    found = (note for part in report.whole() for note in part.notes)
    return dict.fromkeys(note_text(note.code, note.text, note.values) for note in found)

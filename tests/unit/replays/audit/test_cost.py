"""The cost of auditing a hostile file, in calls and in memory: linear in the file's size, and bounded."""

import sys
import tracemalloc
from types import FrameType
from typing import Any

import pytest

from harness.audit.audits import bundle
from harness.audit.forging import Forger
from harness.audit.hostile import HOSTILE, ROOM, member, outages, vacations
from replays.audit.verdicts import LONGEST_TEXT, MOST_FINDINGS, Finding, Note
from replays.audit.verifier import audit
from replays.commands.series import FEW_GAMES
from replays.encoding.canonical import LONGEST
from replays.match.deciding.outages import MOST_IN_A_TURN

pytestmark = pytest.mark.slow

LINEAR = ["vacations", "vacations with a pause", "takeovers", "times backwards"]
STEP = 12_000


def calls_of_audit(content: bytes) -> int:
    """The number of calls of functions, Python's and C's, and generator steps while the file is audited."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        audit(content)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", LINEAR)
def test_the_work_is_linear(name: str) -> None:
    """Additional content costs the same, whatever precedes it."""
    make = HOSTILE[name]
    once, twice, four = (calls_of_audit(make(ROOM + STEP * times)) for times in (1, 2, 4))
    assert four - twice <= 2.3 * max(twice - once, 1000)


PARSED = {"manifest of arrays": 8, "long signature": 8}
"""MiB that the values of one line take while they are parsed."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "name", [name for name in HOSTILE if "vacations" not in name and name != "events of arrays"]
)
def test_memory_is_bounded(name: str) -> None:
    """The peak is a few times the file's size, plus the parsed values of one long line at a time."""
    content = HOSTILE[name](2**19)
    audit(bundle(2))  # loads what is cached once, which is no cost of the file
    tracemalloc.start()
    try:
        audit(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= 4 * len(content) + (3 + PARSED.get(name, 0)) * 2**20


def test_a_vacation_of_each_day_is_no_more_than_an_event() -> None:
    """Thousands of vacations are followed to the end of the record without faults."""
    report = audit(vacations(ROOM + 200_000))
    assert {finding.code for finding in report.findings} <= {"bundle/derived"}


def test_the_outages_of_a_turn_are_limited() -> None:
    """As many as there can be are followed to the end of the record, with all events after them."""
    report = audit(outages(ROOM + 200_000))
    assert {finding.code for finding in report.findings} <= {"bundle/derived"}
    assert f"{MOST_IN_A_TURN} outages" in " ".join(note.text for note in report.notes)


def test_more_lines_than_a_bundle_has() -> None:
    """An archive of line feeds is refused before its lines are parsed."""
    [finding] = audit(member("events.ndjson", ROOM + FEW_GAMES.lines + 1, b"\n")).findings
    assert finding.code == "bundle/too-large"
    assert str(FEW_GAMES.lines) in finding.text
    [finding] = audit(bytes(FEW_GAMES.size) + bundle(2)).findings
    assert finding.code == "bundle/too-large"


@pytest.mark.parametrize("name", ["manifest.json", "signature.json", "events.ndjson"])
def test_json_that_is_too_long_to_be_parsed(name: str) -> None:
    """A JSON text that is too long gives its own code and is not parsed."""
    codes = {finding.code for finding in audit(member(name, LONGEST + ROOM + 2, b"[],")).findings}
    assert codes & {"manifest/form", "signature/form", "events/too-long"}


def test_a_long_value_is_not_told_whole() -> None:
    """Faults and notes truncate long values."""
    forger = Forger(bundle(2))
    forger.events[3]["type"] = "x" * 100_000
    finding = next(found for found in audit(forger.forged()).findings if found.version == 4)
    assert (finding.code, len(finding.text)) == ("log/unknown-type", LONGEST_TEXT + 1)
    assert Note("a/b", "x" * 100_000).text.endswith("x…")
    assert isinstance(finding, Finding)


def test_faults_without_number_are_not_all_told() -> None:
    """The report has the first faults of each kind only; the verdict is the same."""
    report = audit(HOSTILE["times backwards"](ROOM + 360_000))
    assert sum(finding.code == "time/back" for finding in report.findings) == MOST_FINDINGS

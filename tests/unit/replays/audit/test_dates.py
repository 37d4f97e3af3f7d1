"""The times of a record are the service's word, unless the auditor's own times bound them."""

import pytest

from harness.audit.audits import KNOWN_KEY, START, bundle, dynasty_of, game
from harness.audit.forging import Forger
from replays.audit.dates import TOLERANCE_MS as DAY
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Aspect, Condition, Report, Verdict
from replays.audit.verifier import audit
from replays.encoding.entries import Head
from replays.encoding.identity import Version

FAR = 9_007_199_000_000_000
"""A time in the year 287396."""


def moved(by: int) -> bytes:
    """The bundle of the scored game, all of whose times are so much later."""
    forger = Forger(bundle(2))
    for event in forger.events:
        event["at"] += by
    return forger.forged()


def received(content: bytes, version: int, at: int) -> Held:
    """The head of an event of a bundle, received then."""
    return Held(Head(Version(version), Forger(content).events[version - 1]["hash"]), received=at)


def times(report: Report) -> tuple[Verdict, list[str], list[str]]:
    """The verdict on time, the codes of its faults and of the notes on it."""
    faults = [found.code for found in report.findings if found.aspect is Aspect.TIME]
    return report.verdict(Aspect.TIME), faults, [n.code for n in report.notes if n.code.startswith("time/")]


@pytest.mark.parametrize("by", [-START, FAR - START])
def test_without_evidence_dates_are_not_shown(by: int) -> None:
    """The order of times is judged alone, and the condition `dates` says that no time is attested."""
    report = audit(moved(by))
    assert times(report) == (Verdict.PASS, [], [])
    assert not report.meets(Condition.DATES)


def test_a_game_of_the_future() -> None:
    """The verifier's own clock bounds the times from above."""
    report = audit(moved(FAR - START), Evidence(now=START + 2 * DAY))
    assert times(report) == (Verdict.NOT_SHOWN, [], ["time/future"])
    assert times(audit(bundle(2), Evidence(now=START))) == (Verdict.PASS, [], [])


def test_a_game_of_1970() -> None:
    """A head that came long after its event's time, or keys that were used only later, speak against it."""
    early = moved(-START)
    report = audit(early, Evidence((received(early, 9, START),)))
    assert times(report) == (Verdict.NOT_SHOWN, [], ["time/receipt-late"])
    assert not report.meets(Condition.DATES)
    assert times(audit(early, Evidence(since=START))) == (Verdict.NOT_SHOWN, [], ["time/before-keys"])


def test_events_dated_after_their_receipt() -> None:
    """What had happened when a head came cannot be dated after that."""
    late = moved(3 * DAY)
    report = audit(late, Evidence((received(late, 9, START),)))
    assert times(report) == (Verdict.FAIL, ["time/receipt"], [])


def test_a_receipt_attests_dates() -> None:
    """With a head that came on the day of its event the condition holds, else it does not."""
    content, at = bundle(2), game(2)[1][8].record["at"]
    kept = audit(content, Evidence((received(content, 9, at + DAY),), now=at + DAY))
    assert times(kept) == (Verdict.PASS, [], [])
    assert kept.meets(Condition.DATES)
    undated = Held(received(content, 9, at).head)
    assert not audit(content, Evidence((undated,), now=at)).meets(Condition.DATES)
    other = Held(Head(Version(9), "ab" * 32), received=at)
    assert not audit(content, Evidence((other,))).meets(Condition.DATES)


def test_the_games_of_a_dynasty_are_dated_too() -> None:
    """The times of a dynasty and of its games are compared, each with the heads of its own stream."""
    report = audit(dynasty_of(), Evidence(now=START - 2 * DAY, keys=KNOWN_KEY.keys))
    assert [times(part)[2] for part in report.whole()] == [["time/future"]] * 4
    assert report.verdict(Aspect.TIME) is Verdict.NOT_SHOWN

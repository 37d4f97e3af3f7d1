"""Compares the times of a record with the auditor's own: an event's time is only the service's word.

An auditor bounds it from outside by the time of the audit, by the times at which receipts were received, and
by the time since which the service lists its first key.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from replays.audit.evidence import Evidence, Held
from replays.audit.moments import when
from replays.audit.verdicts import MOST_FINDINGS, Aspect, Finding, Note
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId

TOLERANCE_MS = 24 * 60 * 60 * 1000
"""The allowed difference between clocks, and between a request and its repetition: a day."""


@dataclass(frozen=True, slots=True)
class Dated:
    """The findings and notes on a record's times, and whether the auditor's evidence attests a time."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[Note, ...] = ()
    attested: bool = False

    @property
    def doubted(self) -> bool:
        """True if the evidence speaks against the times without excluding them."""
        return bool(self.notes)


def dated(record: Sequence[StoredEvent], game: GameId, evidence: Evidence) -> Dated:
    """Compare the events' times with the evidence.

    Code of findings: `time/receipt`. Codes of notes: `time/future`, `time/receipt-late`, `time/before-keys`.
    """
    times = _times(record)
    fitting = [
        held
        for held in evidence.of(game)
        if held.received is not None
        and held.head.version <= len(times)
        and record[held.head.version - 1].hash == held.head.hash
    ]
    findings = tuple(each for held in fitting for each in _after(times, held))
    notes = (*_future(times, evidence.now), *_early(times, fitting), *_before_keys(times, evidence.since))
    return Dated(findings[:MOST_FINDINGS], notes, attested=bool(fitting) and not findings and not notes)


def _times(record: Sequence[StoredEvent]) -> list[int]:
    """The times of the events, up to the first that is no whole number."""
    times: list[int] = []
    for event in record:
        at = event.unread().record["at"]
        if type(at) is not int:
            break
        times.append(at)
    return times


def _future(times: Sequence[int], now: int | None) -> Iterator[Note]:
    """The first event after the time of the audit: no fault, as the verifier's clock can be wrong."""
    for version, at in enumerate(times, start=1):
        if now is not None and at > now + TOLERANCE_MS:
            text = f"event {version} is dated {when(at)}, and it is {when(now)} by the clock of this verifier"
            yield Note("time/future", text)
            return


def _after(times: Sequence[int], held: Held) -> Iterator[Finding]:
    """The first event up to the head that is dated after the head was received."""
    received = held.received or 0
    for version, at in enumerate(times[: held.head.version], start=1):
        if at > received + TOLERANCE_MS:
            text = (
                f"the time is {when(at)}, and the head of event {held.head.version} was received at "
                f"{when(received)}, when this event had happened"
            )
            yield Finding(Aspect.TIME, version, "time/receipt", text)
            return


def _early(times: Sequence[int], fitting: Sequence[Held]) -> Iterator[Note]:
    """The first event whose receipt came long after its time: no fault, as a request can be repeated late."""
    for held in fitting:
        received, at = held.received or 0, times[held.head.version - 1]
        if at < received - TOLERANCE_MS:
            text = (
                f"event {held.head.version} is dated {when(at)}, and its head was received at "
                f"{when(received)}: unless it was requested again, the time is wrong"
            )
            yield Note("time/receipt-late", text)
            return


def _before_keys(times: Sequence[int], since: int | None) -> Iterator[Note]:
    if since is not None and times and times[0] < since - TOLERANCE_MS:
        text = (
            f"the record begins at {when(times[0])}, and the service lists its first key since "
            f"{when(since)}: unless it ran without keys before, the time is wrong"
        )
        yield Note("time/before-keys", text)

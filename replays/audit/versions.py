"""Finds downgrades: an older version of draws, rules or an event's data after a newer one at one service.

A service that is updated writes newer versions from then on. So an older one after a newer one is either of
an older process that still ran, or of somebody who wants what the newer one prevents: draws of version 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kingdomino.rules.versions import VERSIONS
from replays.audit.moments import when
from replays.audit.verdicts import Note, Report, VersionUse
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import EVENT_TYPES
from replays.events.stream_events import STREAMS
from replays.match.randomness.draws import VERSION as MOST_DRAWS

KNOWN = {"draws": range(1, MOST_DRAWS + 1), "rules_version": VERSIONS.numbers}
"""The versions that a first event states for the whole record, and those of them that follow one another.

Draws of a known deal have a version of their own, which is neither older nor newer than that of new draws.
"""


def uses_in(game: GameId, record: Iterable[StoredEvent]) -> tuple[VersionUse, ...]:
    """The versions that a record uses, each with the times of its first and its last use.

    The draws and rules of a series' games are the series', so they are not of the game's own time.
    """
    found: dict[tuple[str, int], VersionUse] = {}
    for event in record:
        stored = event.unread().record
        if type(stored["at"]) is not int:
            break
        for subject, number in _stated(stored):
            use = VersionUse(subject, number, game, event.version, stored["at"], stored["at"])
            before = found.get((subject, number))
            found[subject, number] = replace(use, first=before.first) if before else use
    return tuple(found.values())


def _stated(stored: Any) -> Iterator[tuple[str, int]]:
    """The subjects and versions in an event; only known ones, so that no file can make them many."""
    kind, schema, data = stored["type"], stored["schema"], stored["data"]
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        return
    if type(schema) is int and 1 <= schema <= EVENT_TYPES[kind].schema:
        yield f"schema of {kind}", schema
    options = data.get("options") if isinstance(data, dict) else None
    if kind in STREAMS.opens and isinstance(options, dict) and options.keys().isdisjoint(STREAMS.series):
        for name, known in KNOWN.items():
            number = data.get(name, 1)
            if type(number) is int and number in known:
                yield name, number


class _Service:
    """The versions in all records of one service; `earliest` has the first use of each, by subject."""

    def __init__(self) -> None:
        self.earliest: dict[str, dict[int, VersionUse]] = {}

    def add(self, use: VersionUse) -> None:
        """Add a use of a version by one of the records."""
        numbers = self.earliest.setdefault(use.subject, {})
        if use.number not in numbers or use.first < numbers[use.number].first:
            numbers[use.number] = use

    def above(self, use: VersionUse) -> VersionUse | None:
        """The earliest use of a newer version before the last use of this one, or None."""
        others = self.earliest[use.subject].values()
        newer = (other for other in others if other.number > use.number and other.first < use.last)
        return min(newer, key=lambda other: other.first, default=None)


def with_downgrades(reports: Sequence[Report], keys: frozenset[str] | None) -> list[Report]:
    """The reports, with the note `version/downgrade` for each older version after a newer one.

    Compared are the events of a record, a series with its games, and all records that one service signed.
    """
    services: dict[object, _Service] = {}
    owners = [_owner(number, report, keys) for number, report in enumerate(reports)]
    for owner, report in zip(owners, reports, strict=True):
        service = services.setdefault(owner, _Service())
        for part in report.whole():
            for use in part.uses:
                service.add(use)
    return [_noted(report, services[owner]) for owner, report in zip(owners, reports, strict=True)]


def _owner(number: int, report: Report, keys: frozenset[str] | None) -> object:
    """A name of the service that signed the report's record; a record without a valid signature is alone."""
    if report.signer is None:
        return number
    return "given" if report.signer in (keys or ()) else report.signer


def _noted(report: Report, service: _Service) -> Report:
    """The report with its notes, and those of its games."""
    parts = tuple(_noted(part, service) for part in report.parts)
    return replace(report, notes=(*report.notes, *_downgrades(report.uses, service)), parts=parts)


def _downgrades(uses: Iterable[VersionUse], service: _Service) -> Iterator[Note]:
    for use in uses:
        newer = service.above(use)
        if newer is not None:
            text = (
                f"event {use.version} of {when(use.last)} has {use.subject} {use.number}, and {newer.game} "
                f"had {newer.number} already at {when(newer.first)}: an older version after a newer one"
            )
            yield Note("version/downgrade", text, {"version": use.version})

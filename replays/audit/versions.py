"""Finds downgrades: an older version of draws, rules or an event's data after a newer one at one service.

A service that is updated writes newer versions from then on. So an older one after a newer one is either of
an older process that still ran, or of somebody who wants what the newer one prevents: draws of version 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from replays.audit.moments import when
from replays.audit.verdicts import Note, Report, VersionUse
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId

OF_TABLES = {"GameCreated": ("draws", "rules_version"), "DynastyCreated": ("draws", "rules_version")}
"""The versions that a first event states for the whole record."""


def uses_in(game: GameId, record: Iterable[StoredEvent]) -> tuple[VersionUse, ...]:
    """The versions that a record uses, each with the times of its first and its last use.

    The draws and rules of a dynasty's games are the dynasty's, so they are not of the game's own time.
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
    kind, schema, data = stored["type"], stored["schema"], stored["data"]
    if isinstance(kind, str) and type(schema) is int:
        yield f"schema of {kind}", schema
    options = data.get("options") if isinstance(data, dict) else None
    if not isinstance(options, dict) or "dynasty" in options or kind not in OF_TABLES:
        return
    for name in OF_TABLES[kind]:
        number = data.get(name, 1)
        if type(number) is int:
            yield name, number


@dataclass(frozen=True, slots=True)
class _Service:
    """The records of one service: the same signer, or signers whose keys were all given."""

    uses: tuple[VersionUse, ...]

    def above(self, use: VersionUse) -> VersionUse | None:
        """The earliest use of a newer version before the last use of this one, or None."""
        newer = (
            other
            for other in self.uses
            if other.subject == use.subject and other.number > use.number and other.first < use.last
        )
        return min(newer, key=lambda other: other.first, default=None)


def with_downgrades(reports: Sequence[Report], keys: frozenset[str] | None) -> list[Report]:
    """The reports, with the note `version/downgrade` for each older version after a newer one.

    Compared are the events of a record, a dynasty with its games, and all records that one service signed.
    """
    services: dict[object, list[VersionUse]] = {}
    owners = [_owner(number, report, keys) for number, report in enumerate(reports)]
    for owner, report in zip(owners, reports, strict=True):
        services.setdefault(owner, []).extend(use for part in report.whole() for use in part.uses)
    found = {owner: _Service(tuple(uses)) for owner, uses in services.items()}
    return [_noted(report, found[owner]) for owner, report in zip(owners, reports, strict=True)]


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
            yield Note("version/downgrade", text)

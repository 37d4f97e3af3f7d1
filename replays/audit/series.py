"""The interface of the checks of a kind of series: its own stream against its games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from replays.audit.verdicts import Finding, Note, OwnAspect
from replays.commands.series import S
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match

RecordOf = Callable[[int], Sequence[StoredEvent]]
"""Reads the events of a game of the series again, by its number; they are in memory only for as long."""


@dataclass(frozen=True, slots=True)
class SeriesCourse(Generic[S]):
    """The series as far as it could be followed, the findings, and whether all events were followed.

    `shown` has those of the kind's own aspects that were fully checked, `notes` why others were not.
    """

    series: S | None
    findings: tuple[Finding, ...]
    whole: bool
    shown: frozenset[OwnAspect] = frozenset()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesAudit(Generic[S]):
    """The checks of a kind of series.

    `follow` follows a record whose bytes are intact. It gets the games as they ended, without their positions
    (`Match.game`), which would be most of the memory. A game that could not be followed is None. What depends
    on an earlier state of a game reads its events again.
    `is_decided` is true once the series has its result. `own` are the kind's own aspects, in the order of the
    report: `follow` judges them, by findings and by `SeriesCourse.shown`.
    """

    follow: Callable[[GameId, Sequence[StoredEvent], Sequence[Match | None], RecordOf], SeriesCourse[S]]
    is_decided: Callable[[S], bool]
    own: tuple[OwnAspect, ...] = ()

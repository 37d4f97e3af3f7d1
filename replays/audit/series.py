"""The interface of the checks of a kind of series: its own stream against its games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from replays.audit.verdicts import Finding
from replays.commands.series import S
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match


@dataclass(frozen=True, slots=True)
class SeriesCourse(Generic[S]):
    """The series as far as it could be followed, the findings, and whether all events were followed."""

    series: S | None
    findings: tuple[Finding, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class SeriesAudit(Generic[S]):
    """The checks of a kind of series.

    `follow` follows a record whose bytes are intact; a game that could not be followed itself is None.
    `is_decided` is true once the series has its result.
    """

    follow: Callable[[GameId, Sequence[StoredEvent], Sequence[Match | None]], SeriesCourse[S]]
    is_decided: Callable[[S], bool]

"""Advancing a series."""

from functools import cache
from typing import Any

from replays.commands.series import SeriesKind, UnknownSeries
from replays.encoding.identity import GameId
from workers.jobs.parts import Parts
from workers.jobs.task import Task


@cache
def advancing(kind: SeriesKind[Any, Any]) -> Task:
    """The task that starts or counts the due games of a series of this kind; it changes no other series."""

    def advance(parts: Parts, series: GameId) -> None:
        parts.streams.commands(kind).advance(series)

    undone = f"{kind.name} {{}} is not advanced"
    return Task(kind.work, kind.name, undone, advance, UnknownSeries, setback=kind.work)

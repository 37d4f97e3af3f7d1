"""The parts that jobs use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from types import MappingProxyType
from typing import Self

from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.duties import Duties
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.kinds import HandledStreams
from service.application.channels.target import Target
from service.application.pictures.animations import AnimationRequest

Deliver = Callable[[Target], None]
"""Delivers the due notices to a target."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The tables of a log, the streams of all kinds, and the due work of bots, plans and clocks.

    `draw` draws a requested animation; `review` creates its review.
    `couriers` deliver notices, by the names of their channels; `now` returns ms UTC.
    """

    tables: Tables
    streams: HandledStreams
    duties: Duties
    draw: Callable[[AnimationRequest], None]
    review: Callable[[GameId], None]
    couriers: Mapping[str, Deliver] = field(default_factory=dict)
    now: Callable[[], int] = now_ms

    @classmethod
    def of(
        cls,
        tables: Tables,
        clock: Callable[[], float] = monotonic,
        draw: Callable[[AnimationRequest], None] = lambda _animation: None,
        review: Callable[[GameId], None] = lambda _game: None,
        couriers: Mapping[str, Deliver] = MappingProxyType({}),
    ) -> Self:
        """The parts for these tables; `clock` returns seconds and limits the time of a job."""
        duties = Duties(tables, Attendance(tables), Planning(tables, now_ms), clock)
        return cls(tables, HandledStreams(tables, now_ms), duties, draw, review, couriers)

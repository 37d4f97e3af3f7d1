"""A game or a study move by move: folded once for all replay formats, single states and pages."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import orjson

from replays.encoding.entries import Fault
from replays.match.aggregate import Match
from replays.projections.changes import changes
from replays.projections.replay import Replay
from replays.projections.studies import Study
from replays.projections.view import SHOWN, State, View

MATCH_BYTES = 2_048
"""The approximate memory of a match, which shares its unchanged parts with the matches before and after."""


@dataclass(frozen=True)
class RenderedEvents:
    """The events in order as JSON, the match after each, and the first fault, if any.

    `show` yields the states of matches one by one, because all of them together are far larger than the rest.
    """

    events: Sequence[bytes]
    matches: Sequence[Match]
    show: Callable[[Sequence[Match]], Iterator[State]]
    fault: Fault | None = None

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory."""
        return sum(map(len, self.events)) + MATCH_BYTES * len(self.matches)

    @cached_property
    def etag(self) -> str:
        """The SHA-256 of the events, of the last state, which has the players' names, and of the fault."""
        last = [self.state(len(self.matches) - 1)] if self.matches else []
        return hashlib.sha256(b"\n".join([*self.events, *last, _dumped(self.fault)])).hexdigest()

    @property
    def lasts(self) -> bool:
        """False if there is a fault: a damaged log may be repaired."""
        return self.fault is None

    def shown(self, index: int) -> State:
        """The state after the event with this index; callers must not modify it."""
        [state] = self.show([self.matches[index]])
        return state

    def state(self, index: int) -> bytes:
        """The same as JSON."""
        return orjson.dumps(self.shown(index))

    def frames(self) -> Iterator[bytes]:
        """Yield each event with the state after it, as a JSON object."""
        for number, state in enumerate(self.show(self.matches)):
            yield self._frame(number, b"state", state)

    def changes(self) -> Iterator[bytes]:
        """Yield the first frame, then each later event with its changes of the state (`changes.py`)."""
        yield from map(self._first, self.matches[:1])
        for number, (before, after) in enumerate(pairwise(self.show(self.matches)), start=1):
            yield self._frame(number, b"changes", changes(before, after))

    def _first(self, match: Match) -> bytes:
        return self._frame(0, b"state", next(self.show([match])))

    def _frame(self, number: int, name: bytes, value: Any) -> bytes:
        version = self.matches[number].head.version
        return b'{"version":%d,"event":%b,"%b":%b}' % (
            version,
            self.events[number],
            name,
            orjson.dumps(value),
        )


def json_of(frames: Iterable[bytes], fault: Fault | None) -> bytes:
    """All frames, and the fault if any, as one JSON object on one line."""
    end = b',"fault":%b' % _dumped(fault) if fault else b""
    return b'{"frames":[%b]%b}\n' % (b",".join(frames), end)


def lines_of(frames: Iterable[bytes], fault: Fault | None) -> Iterator[bytes]:
    """The same as NDJSON: one frame on each line, and the fault on the last."""
    for frame in frames:
        yield frame + b"\n"
    if fault:
        yield b'{"fault":%b}\n' % _dumped(fault)


def rendered_game(found: Replay, names: Mapping[str, str | None]) -> RenderedEvents:
    """A game, up to the first fault in its log, with the names of its players."""

    def show(matches: Sequence[Match]) -> Iterator[State]:
        return map(View(matches[0], names, SHOWN).state, matches) if matches else iter(())

    return RenderedEvents(
        [frame.event.public_bytes() for frame in found.frames],
        [frame.match for frame in found.frames],
        show,
        found.fault,
    )


def rendered_study(study: Study) -> RenderedEvents:
    """A study; its names are part of it."""
    return RenderedEvents(
        [orjson.dumps(frame.public()) for frame in study.frames],
        [frame.match for frame in study.frames],
        partial(map, study.state),
    )


def fault_of(fault: Fault) -> dict[str, Any]:
    """The fault as JSON."""
    return {"version": fault.version, "code": fault.code, "text": fault.text}


def _dumped(fault: Fault | None) -> bytes:
    return orjson.dumps(fault_of(fault)) if fault else b""

"""A game or a study move by move: folded once for all forms of its replay, single states and pages."""

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
"""What a match takes beside its neighbours, with which it shares what did not change."""


@dataclass(frozen=True)
class Rendered:
    """The events in order as JSON, the match after each, and the first fault, if there is one.

    `show` gives the states of these matches, one by one: together they are far larger than all else.
    """

    events: Sequence[bytes]
    matches: Sequence[Match]
    show: Callable[[Iterable[Match]], Iterator[State]]
    fault: Fault | None = None

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory."""
        return sum(map(len, self.events)) + MATCH_BYTES * len(self.matches)

    @cached_property
    def etag(self) -> str:
        """The SHA-256 of the last state, which has the players' names, and of all that led to it."""
        last = [self.state(len(self.matches) - 1)] if self.matches else []
        return hashlib.sha256(b"\n".join([*self.events, *last, _dumped(self.fault)])).hexdigest()

    @property
    def lasts(self) -> bool:
        """A damaged log may be repaired."""
        return self.fault is None

    def state(self, index: int) -> bytes:
        """The state after an event, by its index, as JSON."""
        [state] = self.show([self.matches[index]])
        return orjson.dumps(state)

    def frames(self) -> Iterator[bytes]:
        """Each event with the state after it, as a JSON object."""
        for number, state in enumerate(self.show(self.matches)):
            yield self._frame(number, b"state", state)

    def changes(self) -> Iterator[bytes]:
        """The first frame, and each later event with what it changed in the state (`changes.py`)."""
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
    """All frames, and the fault if there is one, as one JSON object in a line."""
    end = b',"fault":%b' % _dumped(fault) if fault else b""
    return b'{"frames":[%b]%b}\n' % (b",".join(frames), end)


def lines_of(frames: Iterable[bytes], fault: Fault | None) -> Iterator[bytes]:
    """The same as NDJSON: a frame a line, and the fault in the last one."""
    for frame in frames:
        yield frame + b"\n"
    if fault:
        yield b'{"fault":%b}\n' % _dumped(fault)


def rendered_game(found: Replay, names: Mapping[str, str | None]) -> Rendered:
    """A game as far as its log can be read, with these names of its players."""

    def show(matches: Iterable[Match]) -> Iterator[State]:
        view: View | None = None
        for match in matches:
            view = view or View(match, names, SHOWN)
            yield view.state(match)

    return Rendered(
        [frame.event.public_bytes() for frame in found.frames],
        [frame.match for frame in found.frames],
        show,
        found.fault,
    )


def rendered_study(study: Study) -> Rendered:
    """A study, which has names of its own."""
    return Rendered(
        [orjson.dumps(frame.public()) for frame in study.frames],
        [frame.match for frame in study.frames],
        partial(map, study.state),
    )


def fault_of(fault: Fault) -> dict[str, Any]:
    """The fault as JSON."""
    return {"version": fault.version, "code": fault.code, "text": fault.text}


def _dumped(fault: Fault | None) -> bytes:
    return orjson.dumps(fault_of(fault)) if fault else b""

"""A game or a study move by move, as it is sent: made once for JSON, NDJSON, single states and pages."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from replays.encoding.entries import Fault
from replays.match.aggregate import Match
from replays.projections.replay import Replay
from replays.projections.studies import Study
from replays.projections.view import WRITTEN, View

MATCH_BYTES = 2_048
"""What a match takes beside its neighbours, with which it shares what did not change."""


@dataclass(frozen=True)
class Rendered:
    """The frames in order: event and state as JSON, and the match; then the first fault, if there is one."""

    events: Sequence[bytes]
    states: Sequence[bytes]
    matches: Sequence[Match]
    fault: Fault | None = None

    @property
    def size(self) -> int:
        """Roughly how many bytes it takes."""
        return sum(map(len, self.events)) + sum(map(len, self.states)) + MATCH_BYTES * len(self.matches)

    @cached_property
    def etag(self) -> str:
        """The SHA-256 of its JSON."""
        return hashlib.sha256(self.json()).hexdigest()

    @property
    def lasts(self) -> bool:
        """A damaged log may be repaired."""
        return self.fault is None

    def json(self) -> bytes:
        """All frames, and the fault if there is one, as one JSON object in a line."""
        fault = b',"fault":%b' % orjson.dumps(_fault(self.fault)) if self.fault else b""
        return b"".join([b'{"frames":[', *self._frames(b","), b"]", fault, b"}\n"])

    def lines(self) -> bytes:
        """The same as NDJSON: a frame a line, and the fault in the last one."""
        end = b"\n" if self.events else b""
        fault = orjson.dumps({"fault": _fault(self.fault)}) + b"\n" if self.fault else b""
        return b"".join([*self._frames(b"\n"), end, fault])

    def _frames(self, between: bytes) -> Iterator[bytes]:
        """The pieces of all frames, which are large and so not put together one by one."""
        before = b""
        for match, event, state in zip(self.matches, self.events, self.states, strict=True):
            yield b'%b{"version":%d,"event":' % (before, match.head.version)
            yield event
            yield b',"state":'
            yield state
            yield b"}"
            before = between


def rendered_game(found: Replay, names: Mapping[str, str | None]) -> Rendered:
    """A game as far as its log can be read, with these names of its players."""
    matches = [frame.match for frame in found.frames]
    view = View(matches[-1], names, WRITTEN) if matches else None
    return Rendered(
        [frame.event.public_bytes() for frame in found.frames],
        [orjson.dumps(view.state(match)) for match in matches] if view else [],
        matches,
        found.fault,
    )


def rendered_study(study: Study) -> Rendered:
    """A study, which has names of its own."""
    return Rendered(
        [orjson.dumps(frame.public()) for frame in study.frames],
        [orjson.dumps(study.state(frame)) for frame in study.frames],
        [frame.match for frame in study.frames],
    )


def _fault(fault: Fault) -> dict[str, Any]:
    return {"version": fault.version, "code": fault.code, "text": fault.text}

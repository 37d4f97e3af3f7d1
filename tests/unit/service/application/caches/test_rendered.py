"""Replays are rendered while they are sent."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import orjson
import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.encoding.entries import Fault
from replays.encoding.identity import Version
from replays.match.aggregate import Match
from replays.projections.replay import replay
from replays.projections.view import State
from service.application.caches.rendered import RenderedEvents, fault_of, json_of, lines_of, rendered_game

SHAPES = [RenderedEvents.frames, RenderedEvents.changes]


@pytest.fixture(scope="module")
def read() -> RenderedEvents:
    """Give the replay of a game."""
    tables = tables_on(FakeEventLog())
    return rendered_game(replay(tables.log, play_out(tables, 2, Rules(), seeded(1))), {})


@pytest.mark.parametrize("shape", SHAPES)
def test_a_line_is_there_before_the_next_state(
    read: RenderedEvents, shape: Callable[[RenderedEvents], Iterator[bytes]]
) -> None:
    """At most two states exist at the same time, however long the game is."""
    shown: list[int] = []

    def show(matches: Sequence[Match]) -> Iterator[State]:
        for match, state in zip(matches, read.show(matches), strict=False):
            shown.append(match.head.version)
            yield state

    lines = lines_of(shape(replace(read, show=show)), None)
    for number, _ in enumerate(islice(lines, 10), start=1):
        assert max(shown) == number


@pytest.mark.parametrize("shape", SHAPES)
def test_lines_and_json_are_alike(
    read: RenderedEvents, shape: Callable[[RenderedEvents], Iterator[bytes]]
) -> None:
    """NDJSON and JSON have the same bytes between separators."""
    lines = b"".join(lines_of(shape(read), None)).splitlines()
    assert json_of(shape(read), None) == b'{"frames":[%b]}\n' % b",".join(lines)


def test_a_replay_of_nothing(read: RenderedEvents) -> None:
    """If the first event is damaged, the replay consists of the fault."""
    fault = Fault(Version(1), "log/keys", "other members")
    nothing = replace(read, events=[], matches=[], fault=fault)
    for shape in SHAPES:
        assert orjson.loads(json_of(shape(nothing), fault)) == {"frames": [], "fault": fault_of(fault)}
        assert list(map(orjson.loads, lines_of(shape(nothing), fault))) == [{"fault": fault_of(fault)}]
    assert nothing.etag != replace(nothing, fault=None).etag


def test_the_validator_changes_with_names_and_events(read: RenderedEvents) -> None:
    """One state suffices for the names, since the events are hashed as well."""
    fewer = replace(read, events=read.events[:-1], matches=read.matches[:-1])
    other = replace(read, events=[b"{}", *read.events[1:]])
    assert len({read.etag, fewer.etag, other.etag}) == 3

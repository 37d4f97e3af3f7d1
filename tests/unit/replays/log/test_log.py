"""An append refuses events that the log would later report as damaged."""

from dataclasses import replace

import pytest

from harness.store.records import GAME, STILL, first, following
from replays.log.event_log import Append, Head


def test_an_append_knows_its_head_and_types() -> None:
    """Both are derived from its events."""
    append = first(count=2)
    assert append.head == Head(append.events[1].version, append.events[1].hash)
    assert append.types == ("DominoPlaced", "DominoPlaced")


def test_an_append_without_events_is_refused() -> None:
    """An append needs at least one event."""
    with pytest.raises(ValueError, match="without events"):
        first(events=())


def test_events_that_do_not_follow_are_refused() -> None:
    """A gap, a wrong order and a hash of another chain are refused."""
    one, two = first(count=2).events
    for events in ((two,), (two, one), (one, one), (one, replace(two, hash="00" * 32))):
        with pytest.raises(ValueError, match="does not continue the chain"):
            first(events=events)


def test_a_secret_comes_with_the_first_event_only() -> None:
    """A later secret could only replace the one that the commitment names."""
    head = first().head
    with pytest.raises(ValueError, match="first event only"):
        Append(GAME, head, following(head), STILL, secret=b"late")

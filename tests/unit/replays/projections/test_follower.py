"""The follower reads a backlog in few batches, and goes on from the partitions that have advanced."""

from collections.abc import Mapping, Sequence

import pytest

from harness.store.fake_log import FakeEventLog
from harness.store.records import first, games, later
from replays.log.event_log import StoreAway
from replays.log.feeds import FeedEntry
from replays.log.occasions import Advance
from replays.projections.follower import AT_ONCE, Effects, FeedFollower, Round


class Log(FakeEventLog):
    """A log that counts the writes of places; with `cut`, the next write stops after so many partitions."""

    writes = 0
    cut: int | None = None

    def advance(self, group: str, *steps: Advance) -> bool:
        """Advance, or only in some partitions."""
        self.writes += 1
        cut, self.cut = self.cut, None
        done = super().advance(group, *steps[:cut])
        if cut is not None:
            raise StoreAway("cut short")
        return done


class Seen:
    """A projection that keeps the batches it got."""

    def __init__(self, log: Log) -> None:
        self.batches: list[list[FeedEntry]] = []
        self.follower = FeedFollower(log, "seen", self._project)

    def _project(self, entries: Sequence[FeedEntry]) -> Mapping[int, Effects]:
        self.batches.append(list(entries))
        return {}


def test_a_backlog_is_one_batch_and_one_write() -> None:
    """However many appends wait, up to a full batch, their places are written once; then nothing is."""
    log = Log()
    seen = Seen(log)
    seen.follower.join()
    for game in games(16):
        log.append(first(game))
        log.append(later(log, game))
    assert seen.follower.go_on(0) == Round(32)
    assert (len(seen.batches), log.writes) == (1, 1)
    assert not seen.follower.go_on(0)
    assert log.writes == 1


def test_a_full_batch_says_that_more_waits() -> None:
    """So the next batch comes soon."""
    log = Log()
    seen = Seen(log)
    log.append(first())
    for _ in range(AT_ONCE):
        log.append(later(log))
    assert seen.follower.go_on(0) == Round(AT_ONCE, is_behind=True)
    assert seen.follower.go_on(0) == Round(1)


def test_a_write_that_is_cut_short_repeats_only_the_rest() -> None:
    """Partitions that have advanced are not projected again, and no entry of the others is missed."""
    log, ids = Log(), games(8)
    seen = Seen(log)
    for game in ids:
        log.append(first(game))
    log.cut = 3
    with pytest.raises(StoreAway):
        seen.follower.go_on(0)
    again = Seen(log)
    assert again.follower.go_on(0) == Round(5)
    [rest] = again.batches
    assert {entry.game for entry in rest} == set(ids[3:])
    assert not again.follower.go_on(0)

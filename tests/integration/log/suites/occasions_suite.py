"""The contract of every `EventLog` for projections: places, alarms and occasions; one suite for all."""

from abc import ABC, abstractmethod

import pytest

from harness.store.records import GAME, first, games, later
from replays.encoding.identity import PARTITIONS, Version, partition
from replays.log.event_log import EventLog
from replays.log.occasions import ALARM, COMMENT_WRITTEN, PLAN_FAILED, TOLD, Advance, Told

GROUP = "projection"
HERE = partition(GAME)


class OccasionsSuite(ABC):
    """The suite; a subclass defines the log."""

    @pytest.fixture
    @abstractmethod
    def log(self) -> EventLog:
        """Give an empty log."""

    @abstractmethod
    def read_as_consumer(self, group: str, number: int) -> None:
        """Read the new entries of a partition's feed as a consumer of the group, directly."""

    def test_what_a_dead_consumer_has_read_is_taken_back(self, log: EventLog) -> None:
        """Somebody read entries as a consumer of a projection's group and died; the projection gets all."""
        log.append(first())
        places = log.places("notices")
        [one] = log.tail(places, 0)
        assert log.advance("notices", Advance(one.partition, places[one.partition], one.entry_id))
        log.append(later(log))
        log.append(later(log))
        others = log.tail(log.places("notices"), 0)
        assert len(others) == 2
        self.read_as_consumer("notices", one.partition)
        assert not log.advance("notices", Advance(one.partition, one.entry_id, others[-1].entry_id))
        places = log.places("notices")
        assert log.tail(places, 0) == others
        assert log.advance("notices", Advance(one.partition, places[one.partition], others[-1].entry_id))
        log.trim_feeds()
        assert log.tail(dict.fromkeys(places, "0-0"), 0) == others[-1:]

    def test_a_projection_begins_with_the_oldest_entry(self, log: EventLog) -> None:
        """A projection starts before the oldest entry of each partition, and then advances."""
        log.append(first())
        places = log.places(GROUP)
        assert set(places) == set(range(PARTITIONS))
        assert log.places(GROUP) == places
        (entry,) = log.tail(places, 0)
        assert log.advance(GROUP, Advance(HERE, places[HERE], entry.entry_id))
        assert log.places(GROUP) == {**places, HERE: entry.entry_id}
        assert log.tail(log.places(GROUP), 0) == []

    def test_a_step_is_taken_once(self, log: EventLog) -> None:
        """A step succeeds once, from its own place; other steps, and unknown projections, change nothing."""
        log.append(first())
        places = log.places(GROUP)
        (entry,) = log.tail(places, 0)
        step = Advance(HERE, places[HERE], entry.entry_id, {GAME: 5}, (Told("ann", 1, GAME),))
        assert not log.advance("unknown", step)
        assert log.advance(GROUP, step)
        assert not log.advance(GROUP, Advance(HERE, places[HERE], entry.entry_id, {GAME: 9}))
        assert log.alarms(10, 9) == [(GAME, 5)]
        (told,) = log.tail(log.places(GROUP), 0)
        assert (told.occasion, told.told) == (TOLD, (Told("ann", 1, GAME),))

    def test_steps_in_several_partitions_are_taken_together(self, log: EventLog) -> None:
        """Each step is taken from its own place, also if another one of them was taken before."""
        for game in games(3):
            log.append(first(game))
        places, ends = log.places(GROUP), log.feed_ends()
        steps = [Advance(number, places[number], ends[number]) for number in range(3)]
        assert log.advance(GROUP, steps[1])
        assert not log.advance(GROUP, *steps)
        assert log.places(GROUP) == {**places, **{number: ends[number] for number in range(3)}}

    def test_no_entry_is_trimmed_before_a_projection_is_done_with_it(self, log: EventLog) -> None:
        """No entry is trimmed before a projection has processed it, even if all other consumers have."""
        log.append(first())
        log.append(later(log))
        places, entries = log.places(GROUP), log.tail(log.places(GROUP), 0)
        assert log.places("another") == places
        assert log.advance("another", Advance(HERE, places[HERE], entries[-1].entry_id))
        assert log.trim_feeds() == 0
        assert log.advance(GROUP, Advance(HERE, places[HERE], entries[-1].entry_id))
        assert log.trim_feeds() == 1

    def test_alarms_go_off_the_earliest_first(self, log: EventLog) -> None:
        """Alarms come earliest first, up to a time and a number; steps set, change and clear them."""
        ids = games(5)
        for number, game in enumerate(ids):
            where = partition(game)
            log.report(game, Version(1), PLAN_FAILED, "0")
            place = log.places(GROUP)[where]
            end = log.tail({where: place}, 0)[-1].entry_id
            assert log.advance(GROUP, Advance(where, place, end, {game: 100 - number}))
        assert log.alarms(99, 9) == [(game, 100 - ids.index(game)) for game in reversed(ids[1:])]
        assert log.alarms(200, 2) == [(ids[4], 96), (ids[3], 97)]
        where = partition(ids[4])
        place = log.places(GROUP)[where]
        log.report(ids[4], Version(1), PLAN_FAILED, "0")
        end = log.tail({where: place}, 0)[-1].entry_id
        assert log.advance(GROUP, Advance(where, place, end, {ids[4]: None}))
        assert log.alarms(200, 1) == [(ids[3], 97)]

    def test_an_alarm_rings_once(self, log: EventLog) -> None:
        """An alarm rings once, as an occasion in the game's feed, unless its time has changed meanwhile."""
        log.append(first())
        place = log.places(GROUP)[HERE]
        end = log.tail({HERE: place}, 0)[-1].entry_id
        assert log.advance(GROUP, Advance(HERE, place, end, {GAME: 1_798_502_400_000}))
        assert not log.ring(GAME, 5)
        assert log.ring(GAME, 1_798_502_400_000)
        assert not log.ring(GAME, 1_798_502_400_000)
        (entry,) = log.tail(log.places(GROUP), 0)
        assert (entry.game, entry.occasion, entry.detail) == (GAME, ALARM, "1798502400000")
        assert log.alarms(2**52, 9) == []

    def test_an_occasion_lies_in_order_among_the_appends(self, log: EventLog) -> None:
        """An occasion stands in order among the appends, with its version and detail."""
        log.append(first())
        log.report(GAME, Version(1), COMMENT_WRITTEN, "7 one ann")
        log.append(later(log))
        entries = log.tail({HERE: "0-0"}, 0)
        assert [entry.occasion for entry in entries] == [None, COMMENT_WRITTEN, None]
        assert (entries[1].version, entries[1].detail) == (1, "7 one ann")

"""The contract of every `EventLog` for setbacks: one suite, run on each implementation."""

from abc import ABC, abstractmethod

import pytest

from harness.store.records import games
from replays.log.event_log import EventLog
from replays.log.setbacks import FIRST_DELAY_MS, LONGEST_DELAY_MS, Setback
from replays.log.works import ACT, SCORE, WORKS

NOW = 1_900_000_000_000
ONE, OTHER, THIRD = games(3)


class SetbacksSuite(ABC):
    """The suite; a subclass defines the log."""

    @pytest.fixture
    @abstractmethod
    def log(self) -> EventLog:
        """Give an empty log."""

    def test_each_failure_doubles_the_delay_up_to_an_hour(self, log: EventLog) -> None:
        """The time of the first failure stays, the code is the last one's."""
        now, delays = NOW, []
        for tries in range(1, 15):
            delay = min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS)
            found = log.step_back(ACT, ONE, f"code/{tries}", now)
            assert found == Setback(ACT, ONE, NOW, tries, now + delay, f"code/{tries}")
            assert log.setbacks_of(ACT, [ONE, OTHER]) == {ONE: found}
            delays.append(found.again - now)
            now = found.again
        assert delays[:4] == [2_000, 4_000, 8_000, 16_000]
        assert delays[-1] == LONGEST_DELAY_MS == 3_600_000

    def test_works_are_apart_and_counted(self, log: EventLog) -> None:
        """The same game can fail in two works; those that failed since the given time are counted."""
        for work, item, at in ((ACT, OTHER, NOW), (ACT, ONE, NOW + 1), (SCORE, ONE, NOW + 2)):
            log.step_back(work, item, "vault/refused", at)
        assert log.stuck(NOW + 9) == {**dict.fromkeys(WORKS, 0), ACT: 2, SCORE: 1}
        assert log.stuck(NOW) == {**dict.fromkeys(WORKS, 0), ACT: 1}
        assert [each.item for each in log.longest_stuck(ACT, 9)] == [OTHER, ONE]
        assert [each.item for each in log.longest_stuck(ACT, 1)] == [OTHER]
        log.recover(ACT, [ONE, THIRD])
        log.recover(ACT, [])
        assert log.stuck(NOW + 9) == {**dict.fromkeys(WORKS, 0), ACT: 1, SCORE: 1}
        assert log.setbacks_of(ACT, [ONE]) == {}
        assert log.setbacks_of(ACT, []) == {}

    def test_what_is_due_again_comes_the_earliest_first(self, log: EventLog) -> None:
        """Items whose delay is over, at most `limit`; a recovered one begins again."""
        log.step_back(ACT, ONE, "a/b", NOW)
        log.step_back(ACT, ONE, "a/b", NOW)  # again at 4 s
        log.step_back(ACT, OTHER, "a/b", NOW)  # again at 2 s
        assert log.due_again(ACT, NOW + 1_999, 9) == []
        assert log.due_again(ACT, NOW + 2_000, 9) == [OTHER]
        assert log.due_again(ACT, NOW + 4_000, 9) == [OTHER, ONE]
        assert log.due_again(ACT, NOW + 4_000, 1) == [OTHER]
        log.recover(ACT, [ONE])
        assert log.step_back(ACT, ONE, "a/b", NOW + 5_000).tries == 1

"""Workers that die, and workers at once: each step of a tournament is done once, whoever does it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness.games import tables_on
from harness.play.tournaments import DIRECTOR, SHORT, Season, check_complete, plan, resign_all
from harness.store.cut_short import CutShort, Meanwhile
from harness.store.fake_log import FakeEventLog
from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway, UnknownOutcome
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.tournaments import Tournaments

pytestmark = pytest.mark.slow

ROUNDS = 2
APPENDS = ROUNDS * len(("paired", "game 1", "game 2", "opened", "counted", "revealed")) + len(("ended",))


def begun(log: FakeEventLog, players: int = 5) -> Season:
    """A tournament of duels on this log, which has started; nothing is paired."""
    season = Season(plan(rounds=ROUNDS, options=SHORT), log)
    season.enter(f"player-{number}" for number in range(players))
    season.decide(lambda now, _: opening.start(now, DIRECTOR))
    return season


def worker(season: Season) -> Tournament:
    """A new process does what is due."""
    return Tournaments(tables_on(season.log), now_ms).advance(season.id)


class Course:
    """A whole tournament in which the workers die once, at their append of this number, from 0."""

    def __init__(self, appends: int | None, *, after: bool = False) -> None:
        self.log = CutShort()
        self.log.after = after
        self.left = appends
        self.done = 0
        self.season = begun(self.log)
        while not self.season.now.finished:
            self._work()
            resign_all(self.season)
            self._work()
            now = self.season.now
            self.season.all.close(now, now.paired, DIRECTOR)
        self._work()
        check_complete(self.season, ROUNDS)

    def _work(self) -> None:
        """A worker does what is due; if it dies on the way, the next one goes on."""
        before, self.log.appends = self.log.done, self.left
        try:
            worker(self.season)
        except (StoreAway, UnknownOutcome):
            worker(self.season)
        self.left, self.log.appends = self.log.appends, None
        self.done += self.log.done - before


def test_the_points_of_failure_are_all_of_them() -> None:
    """The number of appends by workers in a whole tournament; the next test cuts each of them short."""
    assert Course(None).done == APPENDS


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("appends", range(APPENDS))
def test_a_worker_that_dies_at_any_append_is_followed_by_another(appends: int, *, after: bool) -> None:
    """Before the append nothing is written; after it, the next worker knows that it is done."""
    assert Course(appends, after=after).left is None


def test_workers_at_once_do_everything_once() -> None:
    """Four workers start at the same moment, before and after each round."""
    workers = 4
    season = begun(FakeEventLog())
    with ThreadPoolExecutor(workers) as pool:
        while not season.now.is_over:
            together = threading.Barrier(workers)

            def advance(_: int, together: threading.Barrier = together) -> Tournament:
                mine = Tournaments(tables_on(season.log), now_ms)
                mine.tournament(season.id)
                together.wait()
                return mine.advance(season.id)

            assert len({now.head for now in pool.map(advance, range(workers))}) == 1
            now = season.now
            if now.running and now.is_done(now.running):
                season.all.close(now, now.paired, DIRECTOR)
            else:
                resign_all(season)
    check_complete(season, ROUNDS)


def test_an_act_while_a_worker_pairs_is_not_lost() -> None:
    """The pairing is decided again on the record with the withdrawal, so it does not seat the player."""
    log = Meanwhile()
    season = begun(log)
    log.meanwhile = lambda: season.decide(lambda now, _: opening.withdraw(now, "player-2", "no time"))
    worker(season)
    (round_,) = season.now.rounds
    assert 2 not in {*round_.paired.byes, *(entrant for table in round_.tables for entrant in table.entrants)}

"""The contract of every `EventLog` for due times and plans: one suite, run on each implementation."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from harness.store.records import ASKED, CREATED, GAME, OPEN, STILL, first, following, games, later
from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId
from replays.log.event_log import Append, Conflict, EventLog, Head, Repeated

FOREVER = 9_999_999_999_999
DEADLINE = CREATED + 60_000
ANN, BOB = Seat(0), Seat(1)
PLAN = b'{"secret":"\xc3\xa9 \x00\xff"}'


class AgendaSuite(ABC):
    """The suite; a subclass defines the log."""

    @pytest.fixture
    @abstractmethod
    def log(self) -> EventLog:
        """Give an empty log."""

    # due times

    def test_due_games_come_the_earliest_first(self, log: EventLog) -> None:
        """Due games come from all partitions, up to `until` inclusive, by time, then id, at most `limit`."""
        ids = games(40)
        for number, game in enumerate(ids):
            log.append(first(game, index=replace(OPEN, due=CREATED + number // 3)))
        earliest = sorted(ids, key=lambda game: (ids.index(game) // 3, game))
        assert log.due(CREATED - 1, 99) == []
        assert log.due(CREATED, 99) == earliest[:3]
        assert log.due(CREATED + 4, 99) == earliest[:15]
        for limit in (1, 7, 39, 40, 99):
            assert log.due(FOREVER, limit) == earliest[:limit]

    def test_when_games_are_due_is_told(self, log: EventLog) -> None:
        """`due_of` gives each game's time in ms, and leaves out games without one and unknown games."""
        soon, never, late, unknown = games(4)
        log.append(first(soon, index=replace(OPEN, due=CREATED)))
        log.append(first(never))
        log.append(first(late, index=replace(OPEN, due=FOREVER)))
        assert log.due_of([late, never, unknown, soon]) == {late: FOREVER, soon: CREATED}
        assert log.due_of([]) == {}

    def test_only_what_is_due_is_postponed(self, log: EventLog) -> None:
        """A due time that another append has set in the meantime, or that is gone, stays."""
        log.append(first(index=replace(OPEN, due=CREATED)))
        assert not log.postpone(GAME, CREATED - 1, FOREVER)
        assert log.postpone(GAME, CREATED, DEADLINE)
        assert log.due_of([GAME]) == {GAME: DEADLINE}
        assert not log.postpone(games(2)[1], FOREVER, FOREVER)
        log.append(later(log))
        assert not log.postpone(GAME, FOREVER, FOREVER)
        assert log.due_of([GAME]) == {}

    def test_every_append_sets_the_due_time_anew(self, log: EventLog) -> None:
        """Every append sets the due time anew, earlier or later, or clears it."""
        log.append(first(index=replace(OPEN, due=DEADLINE)))
        for due in (DEADLINE + 5, CREATED):
            log.append(later(log, index=replace(STILL, due=due)))
            assert log.due_of([GAME]) == {GAME: due}
        log.append(later(log))
        assert log.due_of([GAME]) == {}
        assert log.due(FOREVER, 9) == []

    def test_a_refused_or_repeated_append_leaves_the_agenda_alone(self, log: EventLog) -> None:
        """A refused or repeated append changes neither the due time nor plans."""
        append = first(command=ASKED, index=replace(OPEN, due=CREATED), plan_fired=ANN, retire=True)
        log.append(append)
        log.append(later(log, index=replace(STILL, due=DEADLINE)))
        _plan_at_head(log, ANN)
        assert log.append(append) == Repeated(append.head.version, same_request=True)
        with pytest.raises(Conflict):
            log.append(replace(append, command=None))
        assert log.due_of([GAME]) == {GAME: DEADLINE}
        assert log.plan(GAME, ANN) == PLAN

    def test_the_due_time_is_settled_at_the_head(self, log: EventLog) -> None:
        """The due time is set or cleared while the log is at the expected head, and both can be repeated."""
        head = _begun(log)
        for due, told in ((DEADLINE, {GAME: DEADLINE}), (None, {}), (CREATED, {GAME: CREATED})):
            assert log.settle_due(GAME, head, due)
            assert log.settle_due(GAME, head, due)
            assert log.due_of([GAME]) == told

    @pytest.mark.parametrize("due", [None, CREATED])
    def test_the_due_time_of_another_head_is_not_settled(self, log: EventLog, due: int | None) -> None:
        """The due time is not changed for an older version, or for another event of the same version."""
        older = _begun(log)
        log.append(later(log, index=replace(STILL, due=DEADLINE)))
        head = log.head(GAME)
        assert head is not None
        for expected in (older, Head(head.version, "00" * 32), Head.genesis(GAME)):
            assert not log.settle_due(GAME, expected, due)
            assert log.due_of([GAME]) == {GAME: DEADLINE}

    def test_an_append_wins_over_a_settlement_of_the_position_before(self, log: EventLog) -> None:
        """An append's due time wins over a simultaneous settlement of the head before it."""
        for game in games(30):
            head = _begun(log, game)
            append = Append(game, head, following(head), replace(STILL, due=DEADLINE))
            _race(partial(log.append, append), partial(log.settle_due, game, head, CREATED))
            assert log.due_of([game]) == {game: DEADLINE}

    # plans

    def test_a_plan_is_kept_for_its_seat(self, log: EventLog) -> None:
        """A plan is read back byte for byte, only for its seat and game, and a new one replaces it."""
        other = games(1)[0]
        _begun(log, other)
        head = _begun(log)
        log.put_plan(GAME, ANN, b"older", head)
        log.put_plan(GAME, ANN, PLAN, head)
        assert log.plan(GAME, ANN) == PLAN
        assert log.plan(GAME, BOB) is None
        assert log.plan(other, ANN) is None

    def test_a_plan_stays_until_it_is_dropped(self, log: EventLog) -> None:
        """A plan survives appends; dropping it returns whether it existed, and keeps other plans."""
        _begun(log)
        _plan_at_head(log, ANN, BOB)
        log.append(later(log))
        assert log.plan(GAME, ANN) == PLAN
        assert log.drop_plan(GAME, ANN)
        assert not log.drop_plan(GAME, ANN)
        assert log.plan(GAME, ANN) is None
        assert log.plan(GAME, BOB) == PLAN

    def test_a_plan_for_another_head_is_a_conflict(self, log: EventLog) -> None:
        """A plan for another version or hash is refused with the log's head; the old plan stays."""
        older = _begun(log)
        _plan_at_head(log, ANN)
        append = later(log)
        log.append(append)
        for expected in (older, Head(append.head.version, "00" * 32), Head.genesis(GAME)):
            with pytest.raises(Conflict) as refused:
                log.put_plan(GAME, ANN, b"newer", expected)
            assert refused.value.current == append.head
            assert log.plan(GAME, ANN) == PLAN

    def test_a_plan_is_due_once_its_seat_is_to_act(self, log: EventLog) -> None:
        """The plan of the seat to act is due at the time of the last event, or at an earlier deadline."""
        _begun(log)
        _plan_at_head(log, ANN)
        now = CREATED + 3
        for mover, due, told in (
            (BOB, DEADLINE, DEADLINE),
            (None, DEADLINE, DEADLINE),
            (ANN, DEADLINE, now + 4),
            (ANN, None, now + 6),
            (ANN, CREATED, CREATED),
        ):
            append = later(log, count=2, index=replace(STILL, due=due, mover=mover))
            log.append(append)
            assert log.due_of([GAME]) == {GAME: told}

    def test_the_plan_that_fired_is_gone(self, log: EventLog) -> None:
        """A plan that fired is deleted and no longer due, even if its seat acts again; other plans stay."""
        _begun(log)
        _plan_at_head(log, ANN, BOB)
        log.append(later(log, plan_fired=ANN, index=replace(STILL, due=DEADLINE, mover=ANN)))
        assert log.plan(GAME, ANN) is None
        assert log.plan(GAME, BOB) == PLAN
        assert log.due_of([GAME]) == {GAME: DEADLINE}

    def test_what_is_left_of_a_plan_stays_and_is_due_in_its_turn(self, log: EventLog) -> None:
        """What is left takes the plan's place in the same append, and is due if its seat acts again."""
        _begun(log)
        _plan_at_head(log, ANN, BOB)
        for mover, due in ((BOB, CREATED + 2), (ANN, CREATED + 3)):
            index = replace(STILL, due=DEADLINE, mover=mover)
            log.append(later(log, plan_fired=ANN, plan_left=b"the rest", index=index))
            assert log.plan(GAME, ANN) == b"the rest"
            assert log.plan(GAME, BOB) == PLAN
            assert log.due_of([GAME]) == {GAME: due}

    def test_nothing_is_left_of_a_plan_that_was_deleted(self, log: EventLog) -> None:
        """A plan that its owner deletes while it is carried out does not come back."""
        _begun(log)
        _plan_at_head(log, ANN)
        append = later(log, plan_fired=ANN, plan_left=b"the rest", index=replace(STILL, mover=ANN))
        log.drop_plan(GAME, ANN)
        log.append(append)
        assert log.plan(GAME, ANN) is None
        assert log.due_of([GAME]) == {}

    def test_a_game_that_ends_has_no_plans_and_nothing_due(self, log: EventLog) -> None:
        """The append that ends a game deletes all plans and the due time."""
        _begun(log)
        _plan_at_head(log, ANN, BOB)
        log.append(later(log, index=replace(STILL, due=DEADLINE)))
        log.append(later(log, index=replace(STILL, mover=ANN), retire=True))
        assert log.plan(GAME, ANN) is log.plan(GAME, BOB) is None
        assert log.due_of([GAME]) == {}

    def test_a_plan_is_put_in_time_or_refused(self, log: EventLog) -> None:
        """A plan is either refused or due, whichever of plan and append comes first."""
        for game in games(30):
            head = _begun(log, game)
            append = Append(game, head, following(head), replace(STILL, due=DEADLINE, mover=BOB))
            _race(partial(log.append, append), partial(_put_or_lose, log, game, head))
            planned = log.plan(game, BOB) is not None
            assert log.due_of([game]) == {game: append.due_by_plan if planned else DEADLINE}

    def test_a_plan_is_nowhere_else(self, log: EventLog) -> None:
        """Plans are not in events, feeds, lists or conflicts."""
        starts = log.feed_ends()
        older = _begun(log)
        _plan_at_head(log, ANN)
        log.append(later(log, index=replace(STILL, mover=ANN)))
        log.append(later(log, plan_fired=ANN))
        with pytest.raises(Conflict) as refused:
            log.put_plan(GAME, ANN, PLAN, older)
        told = (log.read(GAME), log.tail(starts, block_ms=0), log.list_games(limit=9), str(refused.value))
        assert "secret" not in repr(told)


def _begun(log: EventLog, game: GameId = GAME) -> Head:
    append = first(game)
    log.append(append)
    return append.head


def _plan_at_head(log: EventLog, *seats: Seat) -> None:
    head = log.head(GAME)
    assert head is not None
    for seat in seats:
        log.put_plan(GAME, seat, PLAN, head)


def _put_or_lose(log: EventLog, game: GameId, head: Head) -> None:
    try:
        log.put_plan(game, BOB, PLAN, head)
    except Conflict:
        return


def _race(*runners: Callable[[], object]) -> None:
    """Run all of these at the same time, and raise what any of them raises."""
    together = threading.Barrier(len(runners))

    def run(runner: Callable[[], object]) -> None:
        together.wait()
        runner()

    with ThreadPoolExecutor(len(runners)) as pool:
        list(pool.map(run, runners))

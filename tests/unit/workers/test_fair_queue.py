"""Who is next: people before bots alone, accounts in turn, and who thinks before who does not."""

from functools import cache

import pytest

from replays.encoding.identity import derived_game_id
from tests.support.clock import Clock
from tests.support.games import seeded
from workers.fair_queue import (
    CREDIT,
    FORGOTTEN_SECONDS,
    LONGEST_REST,
    TURNS_FOR_BOTS,
    FairQueue,
    Priority,
)
from workers.tasks import ACT, Work


@pytest.fixture
def queue(clock: Clock) -> FairQueue:
    """Give a queue that has been there for long."""
    queue = FairQueue(clock)
    clock.advance(3600.0)
    return queue


@cache
def work(name: str) -> Work:
    """What is due in the game of this name."""
    found = Work(ACT, derived_game_id(name))
    NAMES[found] = name
    return found


NAMES: dict[Work, str] = {}


def add(queue: FairQueue, *names: str, people: bool = True) -> None:
    """Let games wait, each named `<account>/<game>`."""
    for name in names:
        queue.add(work(name), Priority(name.partition("/")[0], people))


def turn(queue: FairQueue) -> str:
    """The next game; its job has ended."""
    taken = queue.take()
    assert taken is not None
    queue.end(taken[1])
    return NAMES[taken[0]]


def test_what_waits_is_taken_once(queue: FairQueue) -> None:
    """However often it is added; afterwards nothing is left."""
    add(queue, "ann/1", "ann/1")
    assert (len(queue), work("ann/1") in queue) == (1, True)
    assert turn(queue) == "ann/1"
    assert (len(queue), work("ann/1") in queue) == (0, False)
    assert queue.take() is None


def test_what_is_removed_is_not_taken(queue: FairQueue) -> None:
    """And it can be added again."""
    add(queue, "ann/1", "ann/2")
    queue.remove(work("ann/1"))
    queue.remove(work("nobody's"))
    add(queue, "ann/1")
    assert [turn(queue) for _ in range(2)] == ["ann/2", "ann/1"]
    add(queue, "ann/1")
    queue.remove(work("ann/1"))
    assert queue.take() is None


def test_accounts_take_turns(queue: FairQueue) -> None:
    """However many games one of them has, and each with its games in order."""
    names = ["ann/1", "ann/2", "ann/3", "ben/1", "ben/2", "cid/1"]
    add(queue, *names)
    assert [turn(queue) for _ in names] == ["ann/1", "ben/1", "cid/1", "ann/2", "ben/2", "ann/3"]


def test_tables_of_people_come_first(queue: FairQueue, clock: Clock) -> None:
    """But for every tenth turn, so that bots alone come to their end, too."""
    bots, people = [f"bot{n}/1" for n in range(20)], [f"ann{n}/1" for n in range(40)]
    add(queue, *bots, people=False)
    clock.advance(60.0)
    add(queue, *people)
    taken = [turn(queue) for _ in range(40)]
    assert [name for name in taken if name in bots] == bots[: 40 // TURNS_FOR_BOTS]
    assert taken[: TURNS_FOR_BOTS - 1] == people[: TURNS_FOR_BOTS - 1]


def crowd(queue: FairQueue, clock: Clock, seconds: float) -> list[str]:
    """Two hundred accounts whose scripts move as soon as they are answered, for so long; gives their games.

    Each answer takes 40 ms, so that each script waits for eight seconds.
    """
    scripts = [f"script{n}/1" for n in range(200)]
    add(queue, *scripts)
    for _ in range(int(seconds / 0.04)):
        clock.advance(0.04)
        add(queue, turn(queue))
    return scripts


@pytest.mark.parametrize("thinking", [1.0, 2.0, 10.0])
def test_who_thinks_comes_before_who_does_not(queue: FairQueue, clock: Clock, thinking: float) -> None:
    """Whenever a person moves, after some thought, it is that person's turn next."""
    crowd(queue, clock, seconds=30.0)
    for _ in range(10):
        for _ in range(int(thinking / 0.04)):
            clock.advance(0.04)
            add(queue, turn(queue))
        add(queue, "ann/1")
        clock.advance(0.04)
        assert turn(queue) == "ann/1"


def play(queue: FairQueue, clock: Clock, name: str, thinking: float) -> None:
    """Somebody plays some turns, while there is no crowd."""
    for _ in range(5):
        add(queue, name)
        assert turn(queue) == name
        clock.advance(thinking)


def test_a_person_may_be_quick_at_times(queue: FairQueue, clock: Clock) -> None:
    """Who thought before moves three times in a row at once, and is the next each time."""
    play(queue, clock, "ann/1", thinking=5.0)
    crowd(queue, clock, seconds=30.0)
    for _ in range(3):
        add(queue, "ann/1")
        clock.advance(0.04)
        assert turn(queue) == "ann/1"


def test_an_answer_in_several_jobs_keeps_its_place(queue: FairQueue, clock: Clock) -> None:
    """Where bots take long, what is left of their answer goes on at once."""
    play(queue, clock, "ann/1", thinking=5.0)
    crowd(queue, clock, seconds=30.0)
    add(queue, "ann/1")
    for _ in range(3):
        clock.advance(0.05)
        assert turn(queue) == "ann/1"
        add(queue, "ann/1")


def test_a_person_thinks_now_long_now_hardly(queue: FairQueue, clock: Clock) -> None:
    """Every turn comes before all scripts, also where the answer takes several jobs."""
    random = seeded(1)
    play(queue, clock, "ann/1", thinking=5.0)
    crowd(queue, clock, seconds=30.0)
    for _ in range(100):
        for _ in range(random.randint(1, 5)):
            add(queue, "ann/1")
            clock.advance(0.04)
            assert turn(queue) == "ann/1"
        for _ in range(random.randint(0, 250)):
            clock.advance(0.04)
            add(queue, turn(queue))


def test_a_crowd_is_found_out_soon(queue: FairQueue, clock: Clock) -> None:
    """New accounts all have the same credit: a new person waits one round of them at most, and then never."""
    waits = []
    crowd(queue, clock, seconds=0.0)
    for _ in range(10):
        add(queue, "ann/1")
        begun = clock()
        while (other := turn(queue)) != "ann/1":
            clock.advance(0.04)
            add(queue, other)
        waits.append(clock() - begun)
        for _ in range(50):
            clock.advance(0.04)
            add(queue, turn(queue))
    assert 0.0 < waits[0] <= 8.0
    assert waits[1:] == [0.0] * 9


def test_who_was_there_before_is_not_delayed_by_a_crowd(queue: FairQueue, clock: Clock) -> None:
    """Not even at first, when all of its accounts are new."""
    play(queue, clock, "ann/1", thinking=5.0)
    crowd(queue, clock, seconds=0.4)
    add(queue, "ann/1")
    assert turn(queue) == "ann/1"


def test_a_new_person_comes_before_an_old_crowd(queue: FairQueue, clock: Clock) -> None:
    """Of whom nothing is known yet but that they are new."""
    crowd(queue, clock, seconds=30.0)
    add(queue, "ann/1")
    assert turn(queue) == "ann/1"


def test_equals_are_served_alike(queue: FairQueue, clock: Clock) -> None:
    """Where people alone are too many, all wait as long, once it is known how each of them plays."""
    names = [f"ann{number}/1" for number in range(20)]
    due = {name: clock() for name in names}
    served = dict.fromkeys(names, 0)
    for number in range(3000):  # each answer takes 0.5 seconds, and each person thinks for three
        if number == 2000:
            served = dict.fromkeys(names, 0)
        clock.advance(0.5)
        add(queue, *(name for name, at in due.items() if at <= clock() and work(name) not in queue))
        name = turn(queue)
        served[name] += 1
        due[name] = clock() + 3.0
    assert max(served.values()) - min(served.values()) <= 2


def test_nobody_waits_for_ever(queue: FairQueue, clock: Clock) -> None:
    """Beside any number of accounts with the whole credit, a script waits so much longer at most."""
    scripts = crowd(queue, clock, seconds=60.0)
    waiting = set(scripts)
    most = int(CREDIT * LONGEST_REST) + 60
    for number in range(most):
        clock.advance(1.0)
        add(queue, f"fresh{number}/1")
        waiting.discard(turn(queue))
    assert len(waiting) < len(scripts)


def test_rests_are_remembered_as_long_as_they_matter(queue: FairQueue, clock: Clock) -> None:
    """An account that was not heard of for an hour is forgotten."""
    for number in range(1000):
        add(queue, f"guest{number}/1")
        turn(queue)
        clock.advance(FORGOTTEN_SECONDS / 100)
    assert len(queue._people._resting) <= 102
    assert queue._people._accounts.keys() == queue._people._resting.keys()


def test_a_game_of_bots_alone_takes_nothing_from_its_accounts_other_tables(
    queue: FairQueue, clock: Clock
) -> None:
    """Whoever resigned somewhere, where the bots play on, rests all the same at the own table."""
    add(queue, "ann/left", people=False)
    scripts = [f"script{n}/1" for n in range(10)]
    add(queue, *scripts)
    for _ in range(20):
        clock.advance(0.1)
        name = turn(queue)
        add(queue, name, people=name in scripts)
    add(queue, "ann/1")
    assert turn(queue) == "ann/1"

"""Who is next: people before bots alone, accounts in turn, and who thinks before who does not."""

import pytest

from replays.identity import derived_game_id
from tests.support.clock import Clock
from workers.fair_queue import CREDIT, MOST_CREDIT, TURNS_FOR_BOTS, FairQueue, Priority
from workers.tasks import ACT, Work


@pytest.fixture
def queue(clock: Clock) -> FairQueue:
    """Give a queue that has been there for long."""
    queue = FairQueue(clock)
    clock.advance(3600.0)
    return queue


def work(name: str) -> Work:
    """What is due in the game of this name."""
    return Work(ACT, derived_game_id(name))


def add(queue: FairQueue, *names: str, people: bool = True) -> None:
    """Let games wait, each named `<account>/<game>`."""
    for name in names:
        queue.add(work(name), Priority(name.partition("/")[0], people))


def turn(queue: FairQueue, *names: str) -> str:
    """The next of these games; its job has ended."""
    taken = queue.take()
    assert taken is not None
    queue.end(taken[1])
    return {work(name): name for name in names}[taken[0]]


def test_what_waits_is_taken_once(queue: FairQueue) -> None:
    """However often it is added; afterwards nothing is left."""
    add(queue, "ann/1", "ann/1")
    assert (len(queue), work("ann/1") in queue) == (1, True)
    assert turn(queue, "ann/1") == "ann/1"
    assert (len(queue), work("ann/1") in queue) == (0, False)
    assert queue.take() is None


def test_what_is_removed_is_not_taken(queue: FairQueue) -> None:
    """And it can be added again."""
    add(queue, "ann/1", "ann/2")
    queue.remove(work("ann/1"))
    queue.remove(work("nobody's"))
    add(queue, "ann/1")
    assert [turn(queue, "ann/1", "ann/2") for _ in range(2)] == ["ann/2", "ann/1"]
    add(queue, "ann/1")
    queue.remove(work("ann/1"))
    assert queue.take() is None


def test_accounts_take_turns(queue: FairQueue) -> None:
    """However many games one of them has, and each with its games in order."""
    names = ["ann/1", "ann/2", "ann/3", "ben/1", "ben/2", "cid/1"]
    add(queue, *names)
    assert [turn(queue, *names) for _ in names] == ["ann/1", "ben/1", "cid/1", "ann/2", "ben/2", "ann/3"]


def test_tables_of_people_come_first(queue: FairQueue, clock: Clock) -> None:
    """But for every tenth turn, so that bots alone come to their end, too."""
    bots, people = [f"bot{n}/1" for n in range(20)], [f"ann{n}/1" for n in range(40)]
    add(queue, *bots, people=False)
    clock.advance(60.0)
    add(queue, *people)
    taken = [turn(queue, *bots, *people) for _ in range(40)]
    assert [name for name in taken if name in bots] == bots[: 40 // TURNS_FOR_BOTS]
    assert taken[: TURNS_FOR_BOTS - 1] == people[: TURNS_FOR_BOTS - 1]


def test_who_thinks_comes_before_who_does_not(queue: FairQueue, clock: Clock) -> None:
    """Two hundred accounts of scripts are due again as soon as they are served; a person plays on.

    Whenever the person moves, after two seconds of thought, it is the person's turn next.
    """
    scripts = [f"script{n}/1" for n in range(200)]
    names = [*scripts, "ann/1"]
    add(queue, *scripts)
    for _ in scripts:
        add(queue, turn(queue, *names))
    for _ in range(10):
        for _ in range(50):  # in two seconds
            clock.advance(0.04)
            add(queue, turn(queue, *names))
        add(queue, "ann/1")
        clock.advance(0.04)
        assert turn(queue, *names) == "ann/1"


def test_accounts_that_were_never_seen_have_one_credit(queue: FairQueue, clock: Clock) -> None:
    """New accounts come first once, in the order in which they came; then they are as all others."""
    fresh = [f"fresh{n}/1" for n in range(100)]
    names = [*fresh, "ann/1"]
    add(queue, *fresh)
    clock.advance(1.0)
    add(queue, "ann/1")
    for name in fresh:
        assert turn(queue, *names) == name
        add(queue, name)
        clock.advance(0.01)
    assert turn(queue, *names) == "ann/1"


def test_nobody_waits_for_ever(queue: FairQueue, clock: Clock) -> None:
    """Beside any number of accounts with the whole credit, a script waits so much longer at most."""
    add(queue, "script/1")
    assert turn(queue, "script/1") == "script/1"
    add(queue, "script/1")
    waited = 0
    while True:
        add(queue, f"fresh{waited}/1")
        if turn(queue, "script/1", *(f"fresh{n}/1" for n in range(waited + 1))) == "script/1":
            break
        clock.advance(1.0)
        waited += 1
    assert MOST_CREDIT <= waited <= MOST_CREDIT + 1


def test_after_a_start_nobody_has_credit(clock: Clock) -> None:
    """For the queue cannot know who rested: who is due first is next, and rests count from then on."""
    queue = FairQueue(clock)
    scripts = [f"script{n}/1" for n in range(100)]
    add(queue, *scripts)
    clock.advance(1.0)
    add(queue, "ann/1")
    assert turn(queue, *scripts, "ann/1") == "ann/1"  # a second of rest is ten of waiting
    assert CREDIT == 10.0


def test_rests_are_remembered_as_long_as_they_matter(queue: FairQueue, clock: Clock) -> None:
    """An account that rested for longer has the whole credit, like one of which nothing is known."""
    for number in range(1000):
        add(queue, f"guest{number}/1")
        turn(queue, f"guest{number}/1")
        clock.advance(1.0)
    assert len(queue._people._resting) <= MOST_CREDIT / CREDIT + 2
    assert queue._people._accounts == {}


def test_a_game_of_bots_alone_takes_nothing_from_its_accounts_other_tables(
    queue: FairQueue, clock: Clock
) -> None:
    """Whoever resigned somewhere, where the bots play on, rests all the same at the own table."""
    add(queue, "ann/left", people=False)
    scripts = [f"script{n}/1" for n in range(10)]
    add(queue, *scripts)
    for _ in range(20):
        clock.advance(0.1)
        name = turn(queue, *scripts, "ann/left")
        add(queue, name, people=name in scripts)
    add(queue, "ann/1")
    assert turn(queue, *scripts, "ann/1") == "ann/1"

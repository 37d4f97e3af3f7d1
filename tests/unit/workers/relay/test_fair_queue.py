"""The fair queue: people before bots, then groups, accounts and games take turns."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.encoding.identity import derived_game_id
from workers.jobs.registry import ACT, Work
from workers.relay.fair_queue import TURNS_FOR_BOTS, FairQueue, Priority


@pytest.fixture
def queue() -> FairQueue:
    """Give a queue in which nothing waits."""
    return FairQueue()


@cache
def work(name: str) -> Work:
    """Due work in the game of this name."""
    found = Work(ACT, derived_game_id(name))
    NAMES[found] = name
    return found


NAMES: dict[Work, str] = {}


def add(queue: FairQueue, *names: str, people: bool = True) -> None:
    """Add games named `<group>/<account>/<game>`; the group may be omitted if it is the account."""
    for name in names:
        *groups, account, _ = name.split("/")
        queue.add(work(name), Priority("/".join(groups) or account, account, people))


def turn(queue: FairQueue) -> str:
    """Take and return the next game."""
    taken = queue.take()
    assert taken is not None
    return NAMES[taken[0]]


def test_what_waits_is_taken_once(queue: FairQueue) -> None:
    """Adding a game twice queues it once."""
    add(queue, "ann/1", "ann/1")
    assert (len(queue), work("ann/1") in queue) == (1, True)
    assert turn(queue) == "ann/1"
    assert (len(queue), work("ann/1") in queue) == (0, False)
    assert queue.take() is None


def test_what_is_removed_is_not_taken(queue: FairQueue) -> None:
    """A removed game can be added again."""
    add(queue, "ann/1", "ann/2")
    queue.remove(work("ann/1"))
    queue.remove(work("nobody's"))
    add(queue, "ann/1")
    assert [turn(queue) for _ in range(2)] == ["ann/2", "ann/1"]
    add(queue, "ann/1")
    queue.remove(work("ann/1"))
    assert queue.take() is None


def test_accounts_take_turns(queue: FairQueue) -> None:
    """Accounts take turns, however many games one has; each account's games are in order."""
    names = ["ann/1", "ann/2", "ann/3", "ben/1", "ben/2", "cid/1"]
    add(queue, *names)
    assert [turn(queue) for _ in names] == ["ann/1", "ben/1", "cid/1", "ann/2", "ben/2", "ann/3"]


def test_groups_take_turns(queue: FairQueue) -> None:
    """Groups take turns, however many accounts one has; accounts take turns within their group."""
    names = ["house/ann/1", "house/ann/2", "house/ben/1", "cid/1", "cid/2", "cid/3"]
    add(queue, *names)
    assert [turn(queue) for _ in names] == [
        "house/ann/1",
        "cid/1",
        "house/ben/1",
        "cid/2",
        "house/ann/2",
        "cid/3",
    ]


def test_tables_of_people_come_first(queue: FairQueue) -> None:
    """Every tenth turn is for games of bots only, so that they finish too."""
    bots, people = [f"bot{n}/1" for n in range(20)], [f"ann{n}/1" for n in range(40)]
    add(queue, *bots, people=False)
    add(queue, *people)
    taken = [turn(queue) for _ in range(40)]
    assert [name for name in taken if name in bots] == bots[: 40 // TURNS_FOR_BOTS]
    assert taken[: TURNS_FOR_BOTS - 1] == people[: TURNS_FOR_BOTS - 1]


def test_a_crowd_of_one_address_delays_nobody_elsewhere(queue: FairQueue) -> None:
    """Two hundred busy accounts of one address have one turn together, from the beginning."""
    add(queue, *(f"house/script{n}/1" for n in range(200)))
    for _ in range(100):
        add(queue, "ann/1")
        waited = [turn(queue), turn(queue)]
        assert "ann/1" in waited
        add(queue, *(name for name in waited if name != "ann/1"))


PLAYERS = st.tuples(st.sampled_from("abcde"), st.sampled_from("xyz"), st.integers(1, 3))


@given(st.lists(PLAYERS, min_size=1), st.lists(PLAYERS | st.none()))
def test_nobody_waits_longer_than_one_turn_of_each_other_group(
    first: list[tuple[str, str, int]], then: list[tuple[str, str, int] | None]
) -> None:
    """The bound holds for anything waiting, and for anything added meanwhile."""
    queue = FairQueue()
    add(queue, *(f"{group}/{group}{account}/{game}" for group, account, game in first))
    groups = {group for group, _, _ in first}
    add(queue, "ann/1")
    for late in then:
        if late:
            add(queue, f"{late[0]}/{late[0]}{late[1]}/{late[2]}")
    taken = [turn(queue) for _ in range(len(groups) + 1)]
    assert "ann/1" in taken
    assert len({name.partition("/")[0] for name in taken}) == len(taken)

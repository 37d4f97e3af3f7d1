"""The queue of requests takes turns and is bounded fairly: on a real store, on a cluster, and in memory."""

from typing import cast

import pytest
from redis import Redis

from harness.store.trips import trips
from replays.streams.feeds import REQUESTED
from replays.streams.keys import work
from service.application.quotas.request_queue import (
    DISPLACED_SECONDS,
    Added,
    Requester,
    RequestQueue,
    Waiting,
)

NAME = "pictures:wanted"
MOST, SHARE, LEASE_MS, NOW = 6, 4, 1000, 1_800_000_000_000


@pytest.fixture
def queue(store: Redis) -> RequestQueue:
    """Give an empty queue."""
    return another(store)


def another(store: Redis) -> RequestQueue:
    """The queue of another process, or of a process that was started again."""
    return RequestQueue(store, NAME, MOST, SHARE, LEASE_MS)


def add(queue: RequestQueue, *names: str) -> list[Added]:
    """Add requests named `<group>/<account>/<subject>`; the subject is the whole name."""
    return [queue.add(name, Requester(*name.split("/")[:2]), NOW) for name in names]


def taken(queue: RequestQueue, most: int = MOST) -> list[str]:
    """Take at most so many subjects."""
    return [subject for _ in range(most) if (subject := queue.take(NOW))]


def test_addresses_take_turns(queue: RequestQueue) -> None:
    """A newcomer waits for one request of each address, however many an address has."""
    crowd = [f"crowd/guest{n}/1" for n in range(SHARE)]
    assert {*add(queue, *crowd, "ann/ann/1")} == {Added.WAITS}
    assert taken(queue) == [crowd[0], "ann/ann/1", *crowd[1:]]


def test_a_request_wakes_the_relay(queue: RequestQueue, store: Redis) -> None:
    """A waiting request is work for the relay; a refused one does not."""
    add(queue, *(f"crowd/a/{number}" for number in range(SHARE + 1)))
    entries = cast("list[tuple[bytes, dict[bytes, bytes]]]", store.xrange(work(0)))
    assert [fields[b"t"] for _, fields in entries] == [REQUESTED.encode()] * SHARE


def test_accounts_of_an_address_take_turns(queue: RequestQueue) -> None:
    """A person beside a busy account of the same address waits for one request of it."""
    add(queue, "home/a/1", "home/a/2", "home/a/3", "home/b/1")
    assert taken(queue) == ["home/a/1", "home/b/1", "home/a/2", "home/a/3"]


def test_whoever_was_served_goes_to_the_end_of_the_line(queue: RequestQueue) -> None:
    """An address that always asks again when it was served does not overtake anybody."""
    add(queue, "crowd/a/1", "ann/ann/1", "bob/bob/1")
    assert queue.take(NOW) == "crowd/a/1"
    add(queue, "crowd/a/2")
    assert taken(queue) == ["ann/ann/1", "bob/bob/1", "crowd/a/2"]


def test_turns_outlast_processes(queue: RequestQueue, store: Redis) -> None:
    """Each process sees the same line, whoever added and whoever took before."""
    add(queue, "crowd/a/1", "crowd/a/2")
    add(another(store), "ann/ann/1", "crowd/b/1")
    assert [another(store).take(NOW) for _ in range(4)] == [
        "crowd/a/1",
        "ann/ann/1",
        "crowd/b/1",
        "crowd/a/2",
    ]


def test_nobody_delays_a_subject_by_requesting_it_first(queue: RequestQueue) -> None:
    """A subject is served at the first turn of all who requested it, and once."""
    crowd = Requester("crowd", "a")
    for subject in ("x", "y", "victims"):
        queue.add(subject, crowd, NOW)
    queue.add("victims", Requester("victim", "v"), NOW)
    assert taken(queue) == ["x", "victims", "y"]


def test_a_repeated_request_keeps_its_place(queue: RequestQueue) -> None:
    """Clients that wait repeat their requests."""
    add(queue, "a/a/1", "a/a/2", "a/a/1")
    assert taken(queue) == ["a/a/1", "a/a/2"]


def test_an_address_has_its_share(queue: RequestQueue) -> None:
    """Beyond its share an address is refused, and the others have room."""
    assert add(queue, *(f"crowd/a/{n}" for n in range(SHARE + 1)))[-1] is Added.SHARE
    assert add(queue, "ann/ann/1") == [Added.WAITS]


def test_accounts_have_room_beside_a_busy_one_of_their_address(queue: RequestQueue) -> None:
    """The newest request of the busiest account makes room, as long as that account has more."""
    add(queue, *(f"home/a/{n}" for n in range(SHARE)))
    assert add(queue, "home/b/1", "home/b/2", "home/b/3") == [Added.WAITS, Added.WAITS, Added.SHARE]
    assert [queue.state(f"home/a/{n}", NOW) for n in range(SHARE)] == [
        *2 * [Waiting.WAITS],
        *2 * [Waiting.DISPLACED],
    ]
    assert taken(queue) == ["home/a/0", "home/b/1", "home/a/1", "home/b/2"]


def test_a_full_queue_refuses_who_filled_it(queue: RequestQueue) -> None:
    """A newcomer gets the place of the newest request of the address with the most."""
    add(queue, *(f"crowd/a/{n}" for n in range(4)), "ann/ann/1", "bob/bob/1")
    assert add(queue, "cid/cid/1") == [Added.WAITS]
    assert add(queue, "crowd/a/9", "crowd/b/1") == [Added.FULL, Added.WAITS]
    assert queue.state("crowd/a/3", NOW) is Waiting.DISPLACED
    assert queue.state("crowd/a/9", NOW) is Waiting.ABSENT
    assert len(taken(queue)) == MOST


def test_a_place_that_was_given_is_not_taken_back_by_equals(queue: RequestQueue) -> None:
    """Nobody is displaced for somebody who would then have more, so two cannot displace each other."""
    names = [f"{name}/{name}/1" for name in "abcdef"]
    add(queue, *names)
    assert add(queue, "g/g/1", "a/a/2", "a/b/1") == 3 * [Added.FULL]
    assert taken(queue) == names


def test_what_was_displaced_can_be_requested_again(queue: RequestQueue) -> None:
    """Its owner can see it for an hour, or until the subject waits again."""
    add(queue, *(f"crowd/a/{n}" for n in range(4)), "ann/ann/1", "bob/bob/1", "cid/cid/1")
    assert queue.state("crowd/a/3", NOW + 1000 * DISPLACED_SECONDS - 1) is Waiting.DISPLACED
    assert queue.state("crowd/a/3", NOW + 1000 * DISPLACED_SECONDS) is Waiting.ABSENT
    assert add(queue, "crowd/a/3") == [Added.FULL]
    assert queue.state("crowd/a/3", NOW) is Waiting.DISPLACED
    taken(queue, 1)
    assert add(queue, "crowd/a/3") == [Added.WAITS]
    assert queue.state("crowd/a/3", NOW) is Waiting.WAITS


def test_what_others_want_too_is_not_displaced(queue: RequestQueue) -> None:
    """The subject still waits for the other one who requested it."""
    add(queue, *(f"crowd/a/{n}" for n in range(4)), "ann/ann/1")
    queue.add("crowd/a/3", Requester("bob", ""), NOW)
    assert add(queue, "cid/cid/1") == [Added.WAITS]
    assert queue.state("crowd/a/3", NOW) is Waiting.WAITS


def test_what_was_taken_is_not_taken_again(queue: RequestQueue) -> None:
    """While it is worked on, a client that asks again uses up no turn; a lost job is forgotten in time."""
    add(queue, "a/a/1")
    assert taken(queue) == ["a/a/1"]
    assert add(queue, "a/a/1") == [Added.WAITS]
    assert queue.state("a/a/1", NOW) is Waiting.WAITS
    assert taken(queue) == []
    assert queue.state("a/a/1", NOW + LEASE_MS) is Waiting.ABSENT
    assert queue.state("a/a/1", NOW - 1) is Waiting.ABSENT, "the lease is from a clock that was ahead"
    queue.done("a/a/1")
    assert add(queue, "a/a/1") == [Added.WAITS]
    assert taken(queue) == ["a/a/1"]


def test_requests_of_the_previous_release_are_served(queue: RequestQueue, store: Redis) -> None:
    """They have no requester, and count as one group each."""
    store.zadd(NAME, {"old1": NOW - 2, "old2": NOW - 1})
    add(queue, "ann/ann/1", "ann/ann/2")
    assert queue.state("old2", NOW) is Waiting.WAITS
    assert taken(queue) == ["old1", "old2", "ann/ann/1", "ann/ann/2"]


def test_an_empty_queue_keeps_nothing(queue: RequestQueue, store: Redis) -> None:
    """Neither addresses nor accounts stay in the store."""
    add(queue, *(f"crowd/a/{n}" for n in range(4)), "ann/ann/1", "bob/bob/1", "cid/cid/1")
    for subject in taken(queue):
        queue.done(subject)
    kinds = ("turns", "taken", "displaced")
    kept = {key: store.zrange(key, 0, -1) for key in (NAME, *(f"{{{NAME}}}:{kind}" for kind in kinds))}
    assert [key for key, members in kept.items() if members] == [f"{{{NAME}}}:displaced"]
    assert [member for members in kept.values() for member in members] == [b"crowd/a/3"]


def test_each_step_is_one_round_trip(queue: RequestQueue) -> None:
    """After the first use, which loads the script; a request that waits has one more, to wake the relay."""
    for _ in range(2):
        with trips() as counted:
            add(queue, "ann/ann/1")
            queue.state("ann/ann/1", NOW)
            queue.take(NOW)
    assert len(counted) == 4

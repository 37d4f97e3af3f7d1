"""An outage is logged once when it begins and once when it is over, however many parts notice it."""

from threading import Thread

import pytest
from redis import ResponseError
from redis.exceptions import BusyLoadingError, ClusterDownError, OutOfMemoryError, ReadOnlyError, RedisError
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered

from harness.clock import Clock
from replays.encoding.identity import Version
from replays.log.event_log import ArchiveAway, Conflict, Head, LogError, StoreAway, UnknownOutcome
from replays.store.outages import FORGOTTEN_SECONDS, OutageLog, is_store_outage

GONE = StoreAway("refused")


@pytest.fixture
def clock() -> Clock:
    """Give a clock that the test advances."""
    return Clock()


@pytest.fixture
def said() -> list[str]:
    """Give the list of what is logged."""
    return []


@pytest.fixture
def outages(said: list[str], clock: Clock) -> OutageLog:
    """Give the outage log of one process."""
    return OutageLog(said.append, clock=clock)


def test_an_outage_is_two_records(outages: OutageLog, said: list[str], clock: Clock) -> None:
    """Many parts fail many times; the outage is over when the last of them works."""
    parts = ["requests", "projection", "jobs"]
    for _ in range(5):
        for part in parts:
            outages.away(GONE, part)
    clock.advance(12.4)
    outages.back("requests")
    outages.back("another, which has not failed")
    outages.away(StoreAway("timeout"), "requests")  # half of a cluster is back
    for part in parts:
        assert said == ["the store is away: refused"]
        outages.back(part)
    assert said == ["the store is away: refused", "the store is back after 12 seconds"]
    outages.back("jobs")
    outages.away(StoreAway("again"), "jobs")
    assert said[2:] == ["the store is away: again"]


def test_a_part_is_a_thread_unless_it_is_named(outages: OutageLog, said: list[str]) -> None:
    """A thread that works does not speak for another one that fails."""
    outages.away(GONE)
    other = Thread(target=outages.back)
    other.start()
    other.join()
    assert len(said) == 1
    outages.back()
    assert len(said) == 2


def test_a_part_that_does_not_try_again_is_forgotten(
    outages: OutageLog, said: list[str], clock: Clock
) -> None:
    """A job that another worker has done, or a thread that has ended, does not keep an outage going."""
    outages.away(GONE, "a job")
    outages.away(GONE, "a thread")
    clock.advance(FORGOTTEN_SECONDS - 1)
    outages.back("a thread")
    assert len(said) == 1
    clock.advance(1)
    outages.back("a thread")
    assert len(said) == 2


def caused(error: LogError, cause: Exception) -> LogError:
    """The error of the log with the store's error behind it."""
    error.__cause__ = cause
    return error


OUTAGES = [
    GONE,
    UnknownOutcome("0 of 1 replicas have it"),
    *(caused(StoreAway("x"), cause("x")) for cause in (Unreachable, Unanswered, BusyLoadingError)),
    *(caused(StoreAway("x"), cause("x")) for cause in (OutOfMemoryError, ReadOnlyError, ClusterDownError)),
    caused(StoreAway("x"), ResponseError("MISCONF Errors writing to the AOF file: No space left on device")),
    caused(UnknownOutcome("x"), Unanswered("x")),
    Unreachable("x"),
    RedisError("x"),
]
FAULTS = [
    caused(StoreAway("x"), ResponseError("WRONGTYPE Operation against a key")),
    ResponseError("WRONGTYPE Operation against a key"),
    ArchiveAway("x"),
    Conflict(Head(Version(1), "00")),
    ValueError("x"),
]


@pytest.mark.parametrize("error", OUTAGES, ids=repr)
def test_a_store_that_is_unreachable_or_takes_no_writes_is_an_outage(error: Exception) -> None:
    """The whole process waits for it, so it is one record."""
    assert is_store_outage(error)


@pytest.mark.parametrize("error", FAULTS, ids=repr)
def test_a_refused_request_is_a_fault_of_its_part(error: Exception) -> None:
    """A foreign value at a key concerns one part, which reports it itself."""
    assert not is_store_outage(error)

"""Signs of life on a real server: each outage is found once, from the last sign, whoever gives the next."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis

from harness.store.server import running_server
from replays.log.event_log import StoreAway
from replays.log.life import AWAY_MS, SERVICE, KnownOutage, Life, OutageReason
from replays.store import clients
from replays.store.life import BACK_MS, KEPT, OUTAGES, SIGN, LifeStore

START = 1_798_502_400_000


def away(start: int, end: int) -> KnownOutage:
    """The outage in this interval that nobody declared."""
    return KnownOutage(start, end, OutageReason.AWAY, SERVICE)


def test_before_the_first_sign_nothing_is_known(store: Redis) -> None:
    """A new store, or one of an older version, has no outage before its first sign."""
    life = LifeStore(store)
    assert life.read() == Life(None)
    assert life.beat(START) == life.read() == Life(START)


def test_a_time_without_a_sign_is_an_outage(store: Redis) -> None:
    """It lasts from the last sign to the next; a shorter time is none."""
    life = LifeStore(store)
    life.beat(START)
    assert life.beat(START + AWAY_MS - 1) == Life(START + AWAY_MS - 1)
    later = START + 2 * AWAY_MS - 1
    assert life.beat(later) == life.read() == Life(later, (away(START + AWAY_MS - 1, later),))


def test_one_of_many_processes_finds_it(store: Redis) -> None:
    """Processes that start together, with clocks that differ, find one outage in all."""
    life = LifeStore(store)
    life.beat(START)
    nows = [START + AWAY_MS + ms for ms in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(life.beat, nows))
    assert len(life.read().outages) == 1
    assert life.read().last == nows[-1]
    assert all(answer.outages == life.read().outages for answer in answers)


def test_a_process_whose_clock_is_behind(store: Redis) -> None:
    """It takes nothing from the last sign and finds no outage, and neither does the process ahead of it."""
    life = LifeStore(store)
    life.beat(START + BACK_MS)
    assert life.beat(START) == Life(START + BACK_MS)
    assert life.beat(START + BACK_MS + 1) == Life(START + BACK_MS + 1)


def test_a_clock_that_was_far_ahead_is_forgotten(store: Redis) -> None:
    """After the clock was corrected by more than an hour, outages are found again."""
    life = LifeStore(store)
    life.beat(START + BACK_MS + 1)
    assert life.beat(START) == Life(START)
    assert life.beat(START + AWAY_MS).outages == (away(START, START + AWAY_MS),)


def test_a_declared_outage(store: Redis) -> None:
    """It is stored once, beside those that were found, in order of the ends."""
    life = LifeStore(store)
    life.beat(START)
    life.beat(START + AWAY_MS)
    declared = KnownOutage(START - 5, START, OutageReason.FAULTY, "ann")
    assert [life.declare(declared), life.declare(declared)] == [True, False]
    assert life.read().outages == (declared, away(START, START + AWAY_MS))


def test_the_newest_outages_are_kept(store: Redis) -> None:
    """A service that is away again and again fills no store."""
    life = LifeStore(store)
    for number in range(KEPT + 3):
        life.beat(START + number * AWAY_MS)
    found = life.read().outages
    assert (len(found), found[-1].end) == (KEPT, START + (KEPT + 2) * AWAY_MS)
    life.declare(KnownOutage(0, 1, OutageReason.HALTED))
    assert life.read().outages == found


def test_what_others_wrote_there(store: Redis) -> None:
    """A foreign text is no sign and no outage."""
    store.set(SIGN, "yesterday")
    store.zadd(OUTAGES, {"1 2 3": 4, "1 2 weather system": 6})
    store.zadd(OUTAGES, {b"\xff": 5})
    life = LifeStore(store)
    assert life.read() == Life(None)
    assert life.beat(START) == Life(START)


@pytest.mark.long
def test_a_store_that_takes_no_move_takes_no_sign() -> None:
    """While the memory of the server is full, or it is down, nobody can move, so there is no sign either."""
    with running_server() as server, clients.writer(server.url) as client:
        life = LifeStore(client)
        life.beat(START)
        client.config_set("maxmemory", "1")
        with pytest.raises(StoreAway):
            life.beat(START + 1)
        client.config_set("maxmemory", "0")
        server.kill()
        with pytest.raises(StoreAway):
            life.beat(START + 1)
        server.restart()
        assert life.beat(START + AWAY_MS) == Life(START + AWAY_MS, (away(START, START + AWAY_MS),))

"""Requests that several processes count themselves, on stores of each kind."""

from collections.abc import Callable, Iterable
from itertools import cycle, islice
from unittest.mock import patch

import pytest
from redis import Redis

from harness.games import seeded
from harness.service import KEY
from harness.store.server import Server
from harness.store.trips import trips
from replays.log.event_log import StoreAway
from replays.store import clients
from replays.store.scripts import Script
from service.application.accounts.access.known import KnownAccess
from service.application.accounts.admission import AdmissionControl
from service.application.accounts.players import Players
from service.application.accounts.tokens import Access
from service.application.quotas.counters import Limit
from service.application.quotas.tallies import CHEAP, PORTIONS

HERE, THERE = "192.0.2.1", "192.0.2.2"
LIMIT = Limit(160, 600)
PORTION = LIMIT.most // PORTIONS
WIDE = Limit(10**6, 600)


class Process:
    """The admission of a process that knows tokens; its clock for them stands still."""

    def __init__(self, store: Redis, of_address: Limit = LIMIT, of_account: Limit = WIDE) -> None:
        self.known = KnownAccess[Access](lambda: 0.0)
        self.known.confirmed = 0.0
        self.control = AdmissionControl(store, of_address, of_account, self.known)

    def admits(self, weight: int = 1, token: str | None = None, address: str = HERE) -> bool:
        """Send a request; true if it is below all limits."""
        admitted = self.control.admit(address, token, weight, changes=True)
        of_account = admitted.account.number if admitted.account else 0
        return admitted.address.number <= LIMIT.most and of_account <= LIMIT.most


def admitted(processes: Iterable[Process], most: int = 400) -> int:
    """The number of requests that are admitted, if these processes get one after the other."""
    return sum(process.admits() for process in islice(processes, most))


def test_one_process_admits_just_the_limit(store: Redis) -> None:
    """And says with each request how many are left."""
    process = Process(store)
    numbers = [process.control.admit(HERE, None, 1, changes=False).address.number for _ in range(170)]
    assert numbers == list(range(1, 171))


ORDERS: dict[str, Callable[[list[Process]], Iterable[Process]]] = {
    "in turn": cycle,
    "one, then the other": lambda made: (made[number // 200] for number in range(400)),
    "a few each": lambda made: (made[number // 15 % 2] for number in range(400)),
    "at random": lambda made: (seeded(number).choice(made) for number in range(400)),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_two_processes_admit_at_most_a_portion_more(
    store: Redis, order: Callable[[list[Process]], Iterable[Process]]
) -> None:
    """And nobody is refused before the limit."""
    made = [Process(store), Process(store)]
    assert LIMIT.most <= admitted(order(made)) <= LIMIT.most + PORTION


def test_a_process_that_dies_takes_a_portion_with_it(store: Redis) -> None:
    """Its unreported count is lost; nobody is refused for what nobody requested."""
    dying, other = Process(store), Process(store)
    assert admitted([dying] * (1 + PORTION)) == 1 + PORTION
    assert LIMIT.most <= 1 + PORTION + admitted(cycle([other])) <= LIMIT.most + PORTION


def test_the_store_goes_and_comes_back(store: Redis) -> None:
    """A process counts on up to a portion; after it nothing goes uncounted. At most one report is lost."""
    process = Process(store)
    assert process.admits()
    with patch.object(Script, "ask", side_effect=StoreAway("gone")):
        assert admitted([process] * PORTION) == PORTION
        for _ in range(2):
            with pytest.raises(StoreAway):
                process.admits()
    assert LIMIT.most <= 1 + PORTION + admitted(cycle([process])) <= LIMIT.most + PORTION


def test_a_restarted_store_begins_new_windows(store: Redis) -> None:
    """Counts are lost with the store's memory; what was not reported belongs to no window there."""
    process = Process(store)
    assert admitted([process] * (1 + PORTION)) == 1 + PORTION
    store.delete(f"requests:address:{HERE}")
    assert process.control.admit(HERE, None, 1, changes=False).address.number == 1


def test_heavy_requests_are_counted_exactly(store: Redis) -> None:
    """By two processes in turn; what each has counted itself is reported with them."""
    made = [Process(store), Process(store)]
    assert sum(process.admits() for process in made for _ in range(2)) == 4
    weight = CHEAP + 1
    assert sum(process.admits(weight) for process in islice(cycle(made), 100)) == (LIMIT.most - 4) // weight


def test_a_change_is_counted_for_both(store: Redis) -> None:
    """A change by a known token is counted for the account wherever it comes from, exactly by one process."""
    ann = Players(store, KEY, bytes, lambda: 0.0).register("Ann", None, HERE, 1)
    process = Process(store, WIDE, LIMIT)
    addresses = cycle([HERE, THERE])
    assert sum(process.admits(1, ann.token, next(addresses)) for _ in range(300)) == LIMIT.most


def test_a_token_that_nobody_knows_uses_up_nothing(store: Redis) -> None:
    """Such requests are counted for their address; the account's count is reported later."""
    ann = Players(store, KEY, bytes, lambda: 0.0).register("Ann", None, HERE, 1)
    process = Process(store, WIDE, LIMIT)
    for number in range(LIMIT.most):
        assert process.admits(1, ann.token)
        assert process.control.admit(THERE, f"{ann.id}.guess{number}", 1, changes=True).account is None
    assert not process.admits(1, ann.token)


def test_most_requests_take_no_round_trip(server: Server) -> None:
    """Of the changes by one token a portion's share; of all that only read, less."""
    with clients.writer(server.url) as store:
        store.flushall()
        ann = Players(store, KEY, bytes, lambda: 0.0).register("Ann", None, HERE, 1)
        process = Process(store)
        with trips() as sent:
            for _ in range(LIMIT.most):
                assert process.admits(1, ann.token)
        assert len(sent) <= LIMIT.most // PORTION + 2


def test_scripts_are_as_many_as_reports(store: Redis) -> None:
    """The same on each kind of store: the first request, and one after each portion."""
    process = Process(store)
    with patch.object(Script, "_send", autospec=True, side_effect=Script._send) as sent:
        assert admitted(cycle([process]), LIMIT.most) == LIMIT.most
    assert sent.call_count == -(-LIMIT.most // (PORTION + 1))

"""Concurrent calls per host: counted, with a clock that the test controls."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from types import SimpleNamespace
from typing import Any, cast

import pytest

from harness.clock import Clock
from harness.waiting import eventually
from service.application.channels.http.client import Client, HttpResponse
from service.application.channels.http.errors import NotAllowed, TooSlow
from service.application.channels.http.hosts import (
    AT_ONE,
    AT_UNPROVEN,
    LONGEST_OPEN,
    LONGEST_WAIT,
    OPEN_AFTER,
    SLOW,
    SLOW_LASTS,
    Away,
    Busy,
    CallPermit,
    Hosts,
)
from service.application.channels.webhooks.caller import HOST_AWAY, Caller
from service.application.channels.webhooks.schedule import Called
from workers.worker.delivering.deliveries import THREADS

DEAD, ALIVE = "https://dead.test/", "https://alive.test/"
LIVING = [f"https://{number}.alive.test/" for number in range(20)]


@dataclass
class Network:
    """Stands in for the client: calls to `dead` hosts hang until `given_up` is set."""

    dead: frozenset[str] = frozenset({"dead.test"})
    given_up: threading.Event = field(default_factory=threading.Event)
    calls: Counter[str] = field(default_factory=Counter)
    now: Counter[str] = field(default_factory=Counter)
    most: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def destinations(self) -> "Network":
        """Return the resolver of names, which is this object."""
        return self

    def find(self, url: str) -> Any:
        """Return the destination; all hosts of `one-address.test` share one address."""
        host = url.split("/")[2]
        address = "192.0.2.1" if host.endswith(".one-address.test") else f"address of {host}"
        return SimpleNamespace(host=host, addresses=(address,))

    def send(self, to: Any, *_: Any) -> HttpResponse:
        """Count the call; on a dead host it hangs."""
        name = "dead" if to.host in self.dead or to.host.endswith(".dead.test") else to.host
        with self.lock:
            self.calls[name] += 1
            self.now[name] += 1
            self.most[name] = max(self.most[name], self.now[name])
        try:
            if name == "dead":
                assert self.given_up.wait(60)
                raise TooSlow
            return HttpResponse(204, {}, b"")
        finally:
            with self.lock:
                self.now[name] -= 1


@pytest.fixture
def network() -> Iterator[Network]:
    """Give a network whose hanging calls end with the test."""
    here = Network()
    yield here
    here.given_up.set()


def caller(network: Network, clock: Clock) -> Caller:
    """A caller that uses this network."""
    return Caller(cast("Client", network), Hosts(clock), clock)


@pytest.mark.slow
def test_a_thousand_webhooks_to_a_dead_host_delay_nobody_else(network: Network) -> None:
    """With a worker's number of threads, one hangs and all other calls continue at once."""
    calling = caller(network, Clock())
    for url in LIVING:
        calling.post(url, b"", {})
    with ThreadPoolExecutor(THREADS["webhook"]) as threads:
        dead = [threads.submit(calling.post, DEAD, b"", {}) for _ in range(1000)]
        living = [threads.submit(calling.post, url, b"", {}) for url in LIVING]
        assert [each.result(60) for each in living] == [Called(204, 0)] * 20
        eventually(lambda: sum(each.done() for each in dead) == 1000 - 1, 60)
        eventually(lambda: network.calls["dead"])  # its thread may be on the way there
        assert network.calls["dead"] == network.most["dead"] == 1
        put_off = [each.result() for each in dead if each.done()]
        assert all(isinstance(each, Busy) for each in put_off)
        network.given_up.set()


@pytest.mark.slow
def test_a_thousand_names_of_a_dead_network_delay_nobody_else(network: Network) -> None:
    """Unproven hosts share three threads; proven ones are called as usual."""
    calling = caller(network, Clock())
    for url in LIVING:
        calling.post(url, b"", {})
    with ThreadPoolExecutor(THREADS["webhook"]) as threads:
        for number in range(1000):
            threads.submit(calling.post, f"https://{number}.dead.test/", b"", {})
        living = [threads.submit(calling.post, url, b"", {}) for url in LIVING]
        assert [each.result(60) for each in living] == [Called(204, 0)] * 20
        eventually(lambda: network.calls["dead"] >= AT_UNPROVEN)  # their threads may be on the way there
        assert network.calls["dead"] == AT_UNPROVEN
        network.given_up.set()


def test_one_address_with_many_names_is_called_by_two_threads() -> None:
    """The limit holds although each of its hosts is proven."""
    hosts = Hosts(Clock())
    with ExitStack() as stack:
        for number in range(AT_ONE + 1):
            hosts.answered(f"{number}.one-address.test")
            turn = stack.enter_context(hosts.turn(f"{number}.one-address.test"))
            assert isinstance(turn, CallPermit)
            busy = turn.and_addresses(["192.0.2.1"])
            assert (busy is None) == (number < AT_ONE)


def test_hosts_that_answer_slowly_share_a_few_threads() -> None:
    """They answer just in time, each at its own address, after a quick first call."""
    clock = Clock()
    hosts = Hosts(clock)
    for number in range(100):
        hosts.answered(f"{number}.slow.test")
        hosts.answered(f"{number}.slow.test", SLOW)
        clock.advance(1)
    hosts.answered("quick.test")
    with ExitStack() as stack:
        turns = [stack.enter_context(hosts.turn(f"{number}.slow.test")) for number in range(100)]
        assert sum(isinstance(turn, CallPermit) for turn in turns) == AT_UNPROVEN
        assert isinstance(stack.enter_context(hosts.turn("quick.test")), CallPermit)
    hosts.answered("0.slow.test")
    with ExitStack() as stack:
        turns = [stack.enter_context(hosts.turn(f"{number}.slow.test")) for number in range(AT_UNPROVEN + 1)]
        assert isinstance(turns[-1], Busy), "one quick answer in between makes none of them quick"
    clock.advance(SLOW_LASTS)
    with ExitStack() as stack:
        turns = [stack.enter_context(hosts.turn(f"{number}.slow.test")) for number in range(100)]
        assert all(isinstance(turn, CallPermit) for turn in turns)


@pytest.mark.parametrize(("seconds", "kind"), [(SLOW / 2, CallPermit), (SLOW, Busy)])
def test_the_time_of_an_answer_tells_whether_it_was_slow(
    network: Network, seconds: float, kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all unproven slots in use, only a quick host is still called."""
    clock = Clock()
    hosts = Hosts(clock)

    def send(*_: Any) -> HttpResponse:
        clock.advance(seconds)
        return HttpResponse(204, {}, b"")

    monkeypatch.setattr(network, "send", send)
    Caller(cast("Client", network), hosts, clock).post(ALIVE, b"", {})
    with ExitStack() as stack:
        for number in range(AT_UNPROVEN):
            stack.enter_context(hosts.turn(f"{number}.made-up.test"))
        assert isinstance(stack.enter_context(hosts.turn("alive.test")), kind)


def test_nobody_takes_all_places_at_the_address_of_others() -> None:
    """A made-up name can have the address of a proven host without blocking it."""
    hosts = Hosts(Clock())
    hosts.answered("alive.test")
    with ExitStack() as stack:
        for number in range(AT_UNPROVEN):
            turn = stack.enter_context(hosts.turn(f"{number}.made-up.test"))
            assert isinstance(turn, CallPermit)
            turn.and_addresses(["192.0.2.1"])
        turn = stack.enter_context(hosts.turn("alive.test"))
        assert isinstance(turn, CallPermit)
        assert turn.and_addresses(["192.0.2.1"]) is None


def test_an_ipv6_network_counts_as_one_address(network: Network) -> None:
    """The owner of one address of the network has all of them."""
    calling, first = caller(network, Clock()), int(IPv6Address("2001:db8:1:2::1"))
    names = [f"{number}.dead.test" for number in range(4)]

    def find(url: str) -> Any:
        host = url.split("/")[2]
        return SimpleNamespace(host=host, addresses=(IPv6Address(first + names.index(host)),))

    network.find = find  # type: ignore[method-assign]
    with ThreadPoolExecutor(4) as threads:
        results = [threads.submit(calling.post, f"https://{name}/", b"", {}) for name in names]
        eventually(lambda: sum(each.done() for each in results) == 3, 60)
        assert network.calls["dead"] == 1
        network.given_up.set()


def test_who_is_put_off_comes_back_one_after_the_other() -> None:
    """Waits are spread, and at most one minute."""
    hosts = Hosts(Clock())
    with hosts.turn("slow.test"), hosts.turn("slow.test"):
        waits = []
        for _ in range(1000):
            with hosts.turn("slow.test") as turn:
                assert isinstance(turn, Busy)
                waits.append(turn.wait)
    assert waits == sorted(waits)
    assert len(set(waits)) > 100
    assert waits[-1] <= LONGEST_WAIT
    with hosts.turn("slow.test") as turn:
        assert isinstance(turn, CallPermit)


@pytest.mark.long
def test_a_host_that_does_not_answer_is_called_rarely(network: Network) -> None:
    """While the breaker is open, attempts fail without a call; then one thread at a time probes."""
    clock = Clock()
    calling = caller(network, clock)
    network.given_up.set()
    for _ in range(OPEN_AFTER):
        assert calling.post(DEAD, b"", {}) == Called(None, 0, TooSlow.code)
    for _ in range(1000):
        assert calling.post(DEAD, b"", {}) == Called(None, 0, HOST_AWAY)
    assert network.calls["dead"] == OPEN_AFTER
    day = 24 * 60 * 60
    for _ in range(day):
        clock.advance(1)
        calling.post(DEAD, b"", {})
    assert network.calls["dead"] <= OPEN_AFTER + 10 + day / LONGEST_OPEN
    network.dead = frozenset()
    clock.advance(LONGEST_OPEN)
    assert calling.post(DEAD, b"", {}) == Called(204, 0)
    assert calling.post(DEAD, b"", {}) == Called(204, 0)


def test_one_probe_at_a_time() -> None:
    """A single probe is made after the breaker's open time."""
    clock = Clock()
    hosts = Hosts(clock)
    for _ in range(OPEN_AFTER):
        hosts.failed("dead.test")
    with hosts.turn("dead.test") as turn:
        assert isinstance(turn, Away)
    clock.advance(LONGEST_OPEN)
    with hosts.turn("dead.test") as first, hosts.turn("dead.test") as second:
        assert isinstance(first, CallPermit)
        assert isinstance(second, Busy)


def test_an_address_that_may_not_be_called_says_nothing_of_the_host(network: Network) -> None:
    """Forbidden URLs, such as another webhook's port, do not open the breaker."""
    calling = caller(network, Clock())

    def refused(_: str) -> Any:
        raise NotAllowed("the port")

    network.find, found = refused, network.find  # type: ignore[method-assign, assignment]
    for _ in range(10):
        assert calling.post(ALIVE, b"", {}) == Called(None, 0, NotAllowed.code)
    network.find = found  # type: ignore[method-assign]
    assert calling.post(ALIVE, b"", {}) == Called(204, 0)

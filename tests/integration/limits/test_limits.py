"""Limits of a running service, which every other suite switches off."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from harness.service import API, Service, ok, running_service
from replays.store.life import SIGN
from service.application.account_keys import uses_key
from service.application.quotas.tallies import PORTIONS

MOST = 300
"""The number of changes that an account may request in ten seconds."""
DEAR = 50
"""The number of changes as which a decision of a moderator counts."""
WRITTEN = re.compile(rb"\*\d+\r\n\$\d+\r\n[A-Z]+\r\n\$\d+\r\n([^\r]+)\r\n")
"""A command with a key in the log of a store."""


@pytest.fixture(scope="module")
def limited() -> Iterator[Service]:
    """Give a service with limits, behind one proxy."""
    with running_service(["web"], KINGDOMINO_LIMITS="on", KINGDOMINO_PROXIES="1") as running:
        yield running


def test_an_account_is_limited_and_nobody_else(limited: Service) -> None:
    """An account is limited on all addresses until the window ends; others are not. Counts stay in memory."""
    ann, bob = limited.accounts(2)
    ok(ann.mine("GET", "/me"))  # the first use of a token is stored
    before = limited.store.info("persistence")["aof_current_size"]
    # Few requests, of which some count as many: they have to come within ten seconds.
    paths = [*["/games"] * DEAR, *["/decisions"] * (MOST // DEAR)]
    *admitted, refused = (
        ann.post(path, {"players": 7}, X_Forwarded_For=f"192.0.2.{number}")
        for number, path in enumerate(paths)
    )
    assert {answer.status for answer in admitted} == {422}
    assert admitted[0].headers["ratelimit"] == '"address";r=1999;t=10, "account";r=299;t=10'
    assert '"account";r=0;' in admitted[-1].headers["ratelimit"]
    assert (refused.status, refused.code) == (429, "limit/requests")
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    # A sign of life is written now and then, and with a new time the use of a token.
    assert written_since(limited, before) <= {SIGN, str(uses_key(ann.id))}
    ok(bob.post("/games", {"players": 2}), 201)
    ok(ann.get("/games"))


def written_since(limited: Service, size: int) -> set[str]:
    """The keys of the commands in the store's log behind its first `size` bytes."""
    [log] = Path(urlsplit(limited.store_url).path).parent.glob("appendonlydir/*.incr.aof")
    return {key.decode() for key in WRITTEN.findall(log.read_bytes()[size:])}


def test_addresses_are_those_that_the_proxy_tells(limited: Service) -> None:
    """Each address has its own limit; entries in front of the proxy's address are ignored."""
    left = [
        limited.http().get(f"{API}/games?limit=1", X_Forwarded_For=told).headers["ratelimit"]
        for told in ("198.51.100.1", "198.51.100.2", "203.0.113.9, 198.51.100.1")
    ]
    assert [each.partition(";t=")[0] for each in left] == [f'"address";r={n}' for n in (1999, 1999, 1998)]


def test_bodies_that_are_not_complete_register_nobody(limited: Service) -> None:
    """Incomplete and invalid bodies register nobody, and do not count as registrations of the address."""
    told = "203.0.113.77"
    head = (
        f"POST {API}/players HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {told}\r\n"
        "Content-Length: 100\r\n\r\n"
    )
    for _ in range(3):
        with socket.create_connection((limited.host, limited.port), timeout=10) as raw:
            raw.sendall(head.encode() + b'{"name": "An')
            raw.shutdown(socket.SHUT_WR)
            assert raw.recv(100).startswith(b"HTTP/1.1 400 ")
    http = limited.http()
    assert http.post(f"{API}/players", {"name": "\u3164"}, X_Forwarded_For=told).status == 422
    made = http.post(f"{API}/players", {"name": "Ann"}, X_Forwarded_For=told)
    assert made.status == 201
    assert '"registration";r=599;' in made.headers["ratelimit"]


def test_a_body_that_does_not_come_holds_no_neighbour_up(limited: Service) -> None:
    """An incomplete body does not delay other requests of its address, although one runs at a time."""
    told = "203.0.113.78"
    head = (
        f"POST {API}/players HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {told}\r\n"
        "Content-Length: 100\r\n\r\n"
    )
    with socket.create_connection((limited.host, limited.port), timeout=10) as raw:
        raw.sendall(head.encode() + b'{"name": "An')
        answers = [limited.http().get(f"{API}/games?limit=1", X_Forwarded_For=told) for _ in range(20)]
        raw.shutdown(socket.SHUT_WR)
        assert raw.recv(100).startswith(b"HTTP/1.1 400 ")
    assert {answer.status for answer in answers} == {200}


def test_a_clock_that_was_ahead_locks_nobody_out(limited: Service) -> None:
    """An address whose counter would expire in a day waits only for one window, after at most a portion."""
    asked, told = limited.http(), {"X_Forwarded_For": "198.51.100.7"}
    asked.get(f"{API}/games", **told)
    (key,) = limited.store.scan_iter("*198.51.100.7*")
    limited.store.set(key, 2_000, ex=86_400)  # as after the server's clock was a day ahead
    answers = (asked.get(f"{API}/games", **told) for _ in range(2_000 // PORTIONS))
    refused = next(answer for answer in answers if answer.status != 200)
    assert (refused.status, refused.code) == (429, "limit/requests")
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    assert 1 <= limited.store.ttl(key) <= 10


def test_open_tables_are_limited_by_account_and_address(limited: Service) -> None:
    """A guest may have ten open tables, an address fifty; an abort makes room, as does another address."""
    http = limited.http()
    there, elsewhere = ({"X_Forwarded_For": f"192.0.2.{number}"} for number in (201, 202))
    guests = [limited.account(http=http) for _ in range(6)]
    games = [guest.post("/games", {"players": 2}, **there) for guest in guests[:5] for _ in range(10)]
    assert {answer.status for answer in games} == {201}
    refused = guests[0].post("/dynasties", {"players": 2}, **elsewhere)
    assert (refused.status, refused.code) == (409, "seat/too-many")
    for kind in ("games", "dynasties"):
        refused = guests[5].post(f"/{kind}", {"players": 2}, **there)
        assert (refused.status, refused.code) == (409, "table/too-many")
    ok(guests[5].post("/games", {"players": 2}, **elsewhere), 201)
    ok(guests[0].post(f"/games/{ok(games[0], 201)['id']}/abort", {}, **there), 201)
    ok(guests[5].post("/games", {"players": 2}, **there), 201)


def test_the_figures_are_counted(limited: Service) -> None:
    """Requests for `/metrics` count for the address."""
    told = {"X_Forwarded_For": "203.0.113.79"}  # whose ten seconds begin with the first of them
    answers = [limited.http().get("/metrics", **told) for _ in range(2)]
    left = [int(answer.headers["ratelimit"].split("r=")[1].split(";")[0]) for answer in answers]
    assert left[1] < left[0]


def test_long_headers_are_refused(limited: Service) -> None:
    """A long request line, long fields and too many fields are refused before the application sees them."""
    http = limited.http()
    for status, answer in (
        (414, http.get(f"{API}/games?cursor={'x' * 5_000}")),
        (431, http.get(f"{API}/games", X_Long="x" * 9_000)),
        (431, http.get(f"{API}/games", **{f"X_{number}": "x" for number in range(120)})),
    ):
        assert answer.status == status
        http.close()

"""Rate limits, on the whole application with an in-memory store."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import redis.exceptions
from flask import request

from harness.play.signing_in import API, OURS, Browser, World, code
from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway
from replays.store.scripts import Script
from service.api.shared.headers import MediaType
from service.app import MAX_BODY_BYTES
from service.application.accounts.access.suspension import Reaching, Suspension
from service.application.accounts.admission import AdmissionControl
from service.application.accounts.tokens import Tokens
from service.application.quotas.counters import Limit
from service.http import rate_limits, suspensions
from service.http.authentication import COOKIE
from service.http.client_address import network
from service.http.endpoints import weight_of

OVER = (429, "limit/requests")
NOWHERE = "00000000-0000-4000-8000-000000000000"


@contextmanager
def limited(*, address: int, account: int, own_app: bool = False) -> Iterator[World]:
    """The application with limits per 10 s: requests of an address, and changes of an account."""
    made = World(own_app=own_app)
    with (
        patch.object(rate_limits, "OF_ADDRESS", Limit(address, 10)),
        patch.object(rate_limits, "OF_ACCOUNT", Limit(account, 10)),
        patch.object(rate_limits, "OF_REGISTRATION", Limit(2, 3_600)),
    ):
        rate_limits.register(made.app, made.store)
        yield made
    made.hub.close()


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application with small limits."""
    with limited(address=12, account=3) as made:
        yield made


@pytest.fixture
def roomy() -> Iterator[World]:
    """Give the application with a small limit on registrations only."""
    with limited(address=100, account=100) as made:
        yield made


def from_address(world: World, address: str) -> Browser:
    """A browser at this network address."""
    browser = world.browser()
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser


def test_every_answer_says_what_is_left(world: World) -> None:
    """Errors too have the policies that counted them, with the remainder and reset of each."""
    ann = world.browser()
    ann.guest()
    listed = ann.ask("GET", "/games?limit=1")
    assert listed.headers["RateLimit-Policy"] == '"address";q=12;w=10'
    assert listed.headers["RateLimit"] == '"address";r=9;t=10'
    refused = ann.ask("POST", "/games", {"players": 7})
    assert refused.status_code == 422
    assert refused.headers["RateLimit-Policy"] == '"address";q=12;w=10, "account";q=3;w=10'
    assert refused.headers["RateLimit"] == '"address";r=8;t=10, "account";r=2;t=10'
    assert "Retry-After" not in refused.headers


def test_an_address_has_so_many_requests(world: World) -> None:
    """All tokens at an address count together; the refusal has Retry-After; other addresses are separate."""
    browsers = [from_address(world, "192.0.2.1") for _ in range(3)]
    for number in range(12):
        headers = {"Authorization": f"Bearer {number}.bogus"} if number % 2 else {}
        assert browsers[number % 3].ask("GET", "/games?limit=1", **headers).status_code == 200
    refused = browsers[0].ask("GET", "/games?limit=1")
    assert code(refused) == OVER
    assert 1 <= int(refused.headers["Retry-After"]) <= 10
    assert refused.headers["RateLimit"] == f'"address";r=0;t={refused.headers["Retry-After"]}'
    assert refused.content_type == "application/problem+json"
    assert browsers[1].client.get("/").status_code == 429
    assert from_address(world, "192.0.2.2").ask("GET", "/games?limit=1").status_code == 200


def test_an_account_changes_so_much(world: World) -> None:
    """Changes by token or cookie from any address count; reading continues, refused changes are not done."""
    ann, elsewhere = from_address(world, "192.0.2.1"), from_address(world, "192.0.2.2")
    ann.guest()
    token = ann.client.get_cookie("kingdomino_session")
    assert token is not None
    elsewhere.client.set_cookie("kingdomino_session", token.value)
    for browser in (ann, elsewhere, ann):
        assert browser.ask("POST", "/games", {"players": 2}).status_code == 201
    refused = elsewhere.ask("POST", "/games", {"players": 2})
    assert code(refused) == OVER
    answer = ann.ask("GET", "/games?limit=5")
    assert answer.json is not None
    assert len(answer.json["games"]) == 3


def test_nobody_uses_up_what_another_account_has(world: World) -> None:
    """An invalid token that names an account counts for its own address only."""
    ann, thief = from_address(world, "192.0.2.1"), from_address(world, "192.0.2.2")
    player = ann.guest()
    for _ in range(5):
        assert thief.ask("POST", "/games", {}, Authorization=f"Bearer {player}.guessed").status_code == 401
    assert ann.ask("POST", "/games", {"players": 2}).status_code == 201


@pytest.mark.parametrize("path", ["/session/reset", f"/games/{NOWHERE}/seats", f"/games/{NOWHERE}/moves"])
@pytest.mark.parametrize("by_cookie", [False, True], ids=["header", "cookie"])
def test_a_revoked_token_uses_up_nothing(world: World, path: str, *, by_cookie: bool) -> None:
    """A revoked token does not count for its account from the next request on."""
    ann, thief = from_address(world, "192.0.2.1"), from_address(world, "192.0.2.2")
    ann.guest()
    phone = ann.ask("POST", "/me/tokens", {"name": "phone"}).json
    assert phone is not None
    lost = {"Sec-Fetch-Site": ""}
    if by_cookie:
        thief.client.set_cookie(COOKIE, phone["token"])
    else:
        lost["Authorization"] = f"Bearer {phone['token']}"
    assert thief.ask("GET", "/me", **lost).status_code == 200
    assert ann.ask("DELETE", f"/me/tokens/{phone['id']}").status_code == 204
    answers = [thief.ask("POST", path, {}, **lost) for _ in range(4)]
    assert all(400 <= answer.status_code < 429 for answer in answers)
    assert not any('"account"' in answer.headers["RateLimit-Policy"] for answer in answers)


REGISTER: dict[str, Callable[[Browser, str], Any]] = {
    "guest": lambda browser, name: browser.ask("POST", "/session/guest", {"name": name}),
    "program": lambda browser, name: browser.ask("POST", "/players", {"name": name}),
    "form": lambda browser, name: browser.form("/sign-in/guest", name=name),
}
"""The ways to create an account."""


@pytest.mark.parametrize("way", REGISTER)
def test_an_address_registers_so_many(roomy: World, way: str) -> None:
    """All ways count together; the wait is at most an hour."""
    browser = roomy.browser()
    for path in ("/players", "/session/guest"):
        answer = browser.ask("POST", path, {"name": "Ann"})
        assert answer.status_code == 201
    assert answer.headers["RateLimit-Policy"] == '"address";q=100;w=10, "registration";q=2;w=3600'
    assert answer.headers["RateLimit"].startswith('"address";r=96;t=10, "registration";r=0;t=')
    refused = REGISTER[way](browser, "Ann")
    assert refused.status_code == 429
    assert way == "form" or code(refused) == OVER
    assert 3590 < int(refused.headers["Retry-After"]) <= 3600
    assert "Set-Cookie" not in refused.headers


@pytest.mark.parametrize("way", REGISTER)
def test_what_registers_nobody_uses_up_nothing(roomy: World, way: str) -> None:
    """Truncated bodies and invalid names do not count as registrations."""
    browser = roomy.browser()
    for name in ("", "\u3164", "x" * 41):
        assert REGISTER[way](browser, name).status_code == 422
    path = "/sign-in/guest" if way == "form" else API + "/players"
    for data in (b"name=An", b'{"name": "An'):
        cut = {"CONTENT_LENGTH": "100"}
        answer = browser.client.post(path, data=data, headers=OURS, environ_overrides=cut)
        assert answer.status_code in (400, 422)
    for _ in range(2):
        assert REGISTER[way](browser, "Ann").status_code in (201, 303)
    assert REGISTER[way](browser, "Ann").status_code == 429


@pytest.mark.long
def test_every_request_counts_by_its_weight() -> None:
    """The weight counts whatever the response is; weight 0 does not count."""
    with limited(address=100, account=100) as world:
        rules = [rule for rule in world.app.url_map.iter_rules() if rule.methods]
        for number, rule in enumerate(rules):
            client = from_address(world, f"192.0.2.{number}").client
            path = re.sub("<[^>]+>", NOWHERE, rule.rule)
            method = min((rule.methods or set()) - {"HEAD", "OPTIONS"})
            answer = client.open(path, method=method, buffered=True)
            with world.app.test_request_context(path, method=method):
                weight = weight_of(request)
            told = None if weight == 0 else f'"address";r={100 - weight};t=10'
            assert answer.headers.get("RateLimit") == told, rule


def test_what_tries_every_move_weighs_more_than_a_state() -> None:
    """For each domino on offer all placements are scored."""
    with limited(address=100, account=30) as world:
        left = [
            from_address(world, f"192.0.2.{number}")
            .ask("GET", f"/games/{NOWHERE}/{path}")
            .headers["RateLimit"]
            for number, path in enumerate(("offers", "variation", "moves"))
        ]
        assert left == [f'"address";r={rest};t=10' for rest in (97, 95, 98)]


def test_a_change_weighs_as_much_for_its_account() -> None:
    """After one study there is no room for another, but for five other changes."""
    with limited(address=100, account=15) as world:
        ann = world.browser()
        ann.guest()
        first, second = (ann.ask("POST", "/studies", {"text": "no game"}) for _ in range(2))
        assert first.headers["RateLimit"] == '"address";r=88;t=10, "account";r=5;t=10'
        assert code(first) != OVER
        assert code(second) == OVER


UNCOUNTED = ["/healthz", "/static/style.css", "/static/none.css", "/assets/any/style.css"]


@pytest.mark.parametrize("path", UNCOUNTED)
def test_what_costs_nothing_is_not_counted(world: World, path: str) -> None:
    """A page loads about thirty static files."""
    client = world.browser().client
    answers = [client.get(path, buffered=True) for _ in range(20)]
    assert {answer.status_code for answer in answers} <= {200, 404}
    assert not any("RateLimit" in answer.headers for answer in answers)


def test_a_customer_of_ipv6_is_one_address() -> None:
    """An IPv6 customer has 2^64 addresses; a mapped IPv4 address counts as IPv4."""
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert network("") == "unknown"


def failing(error: Exception) -> Callable[..., Any]:
    """A function for running scripts that raises this error."""

    def fail(*_: Any) -> Any:
        raise error

    return fail


def test_admission_takes_one_script(world: World) -> None:
    """It counts and looks up the token; views and headers need no further request to the store.

    The first request in ten minutes also stores the token's last use.
    """
    ann = world.browser()
    ann.guest()
    with (
        patch("service.http.authentication.now_ms", return_value=1),
        patch.object(Tokens, "authenticate", side_effect=AssertionError),
        patch.object(Script, "_send", autospec=True, side_effect=Script._send) as sent,
    ):
        assert ann.ask("GET", "/keys").status_code == 200
        assert sent.call_count == 2
        assert ann.ask("GET", "/keys").status_code == 200
        assert ann.ask("GET", "/me/tokens").status_code == 200
        assert ann.ask("POST", "/games", {"players": 7}).status_code == 422
        assert sent.call_count == 5


def test_a_store_that_is_away_is_503(world: World) -> None:
    """No request is served uncounted because the counter is unavailable."""
    gone = redis.exceptions.ConnectionError("gone")
    with patch.object(world.store.connection_pool, "get_connection", failing(gone)):
        answer = world.browser().ask("GET", "/games?limit=1")
    assert code(answer) == (503, "store/away")
    assert answer.headers["Retry-After"] == "1"
    assert "RateLimit" not in answer.headers


def test_a_full_store_lets_reads_go_on(world: World) -> None:
    """A full store refuses to count, like every write, but still answers reads."""
    with patch.object(Script, "_send", failing(redis.exceptions.OutOfMemoryError("OOM"))):
        answers = [world.browser().ask("GET", "/keys") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200}
        assert code(world.browser().ask("POST", "/players", {"name": "Ann"})) == (503, "store/away")


def test_a_body_is_read_no_further_than_its_limit(world: World) -> None:
    """A larger Content-Length is refused; chunks: `tests/integration/contract/test_bad_requests.py`."""
    answer = world.browser().client.post(f"{API}/players", data=b" " * (MAX_BODY_BYTES + 1))
    assert code(answer) == (413, "request/too-large")


@pytest.mark.slow
def test_the_figures_say_that_the_store_is_away() -> None:
    """They are served uncounted then; all other requests get 503."""
    away = StoreAway("away")
    away.__cause__ = redis.exceptions.ConnectionError()
    with limited(address=20, account=10, own_app=True) as world:
        world.app.add_url_rule("/metrics", "metrics", lambda: "figures", weight=1)
        browser = world.browser()
        with patch.object(AdmissionControl, "admit", side_effect=away):
            assert browser.client.get("/metrics").text == "figures"
            assert browser.ask("GET", "/games?limit=1").status_code == 503
        assert "RateLimit" in browser.client.get("/metrics").headers


def test_a_suspension_costs_no_question() -> None:
    """It is read with the token at admission, so a suspended account is refused after that one script."""
    with limited(address=100, account=100) as made:
        suspensions.register(made.app)
        browser = made.browser()
        player = browser.guest()
        Reaching(made.store).suspend(player, 1, Suspension(now_ms() + 3_600_000, "spam"))
        browser.ask("GET", "/me")  # stores the use of the token
        with patch.object(Script, "_send", autospec=True, side_effect=Script._send) as sent:
            assert code(browser.ask("POST", "/games", {"players": 2})) == (403, "account/suspended")
        assert sent.call_count == 1
        with patch.object(Tokens, "authenticate", side_effect=AssertionError):
            assert code(browser.ask("PUT", "/me", {"name": "Anna"})) == (403, "account/suspended")


@pytest.mark.parametrize(
    "accept", ["Text/Plain", "application/json;q=0, */*", "application/json;q=0.1, */*;q=0.9", "text/*"]
)
def test_a_text_weighs_the_same_however_it_is_asked_for(roomy: World, accept: str) -> None:
    """The weight is that of the form which the response has, not of one spelling of Accept."""
    with roomy.app.test_request_context(f"{API}/games/{NOWHERE}", headers={"Accept": accept}):
        assert MediaType("application/json", "text/plain").deserialize(accept) == "text/plain"
        assert weight_of(request) == 8
    for plain in ("*/*", "application/json", "application/json, text/plain, */*", "text/plain," * 100):
        with roomy.app.test_request_context(f"{API}/games/{NOWHERE}", headers={"Accept": plain}):
            assert MediaType("application/json", "text/plain").deserialize(plain) == "application/json"
            assert weight_of(request) == 1

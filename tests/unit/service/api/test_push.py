"""The API for browsers that show push messages."""

from typing import Any

import pytest

from harness.play.signing_in import Browser, World, ann, code
from harness.wire.push_service import PushBrowser, decoded
from service.application.channels.push.subscriptions import MOST

__all__ = ["ann"]

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def subscription(name: str = "a", **changed: Any) -> dict[str, Any]:
    """The subscription that a browser gives to a page; the network 127.0.0.0/8 is allowed here."""
    endpoint = f"http://127.0.0.1:9/push/{name}"
    return {"endpoint": endpoint, "keys": PushBrowser().keys, "expirationTime": None, **changed}


@pytest.fixture
def world() -> World:
    """Give the application."""
    return World()


def listed(browser: Browser) -> list[dict[str, Any]]:
    """The browsers of the signed-in player."""
    answer = browser.ask("GET", "/me/push")
    assert answer.json
    return list(answer.json["browsers"])


def test_a_browser_is_added_listed_and_removed(ann: Browser) -> None:
    """It has a recognizable name; the list has neither endpoint nor keys."""
    body = subscription()
    added = ann.ask("POST", "/me/push", body, **{"User-Agent": FIREFOX})
    assert added.status_code == 201
    assert added.json
    [mine] = listed(ann)
    assert mine.pop("created_at") > 0
    name = "Firefox on Android"
    assert mine == {"id": added.json["id"], "name": name, "sent_at": None, "stopped": "", "current": True}
    assert body["keys"]["auth"] not in str(mine)
    assert ann.ask("DELETE", f"/me/push/{mine['id']}").status_code == 204
    assert code(ann.ask("DELETE", f"/me/push/{mine['id']}")) == (404, "push/unknown")
    assert listed(ann) == []


def test_the_same_endpoint_is_the_same_browser(ann: Browser) -> None:
    """The keys are replaced; if another account subscribes the same endpoint, the browser moves to it."""
    first = ann.ask("POST", "/me/push", subscription()).json
    again = ann.ask("POST", "/me/push", subscription()).json
    assert first == again
    ben = ann.world.browser()
    ben.guest("Ben")
    assert ben.ask("POST", "/me/push", subscription()).json == first
    assert (len(listed(ann)), len(listed(ben))) == (0, 1)
    assert code(ann.ask("DELETE", f"/me/push/{listed(ben)[0]['id']}")) == (404, "push/unknown")


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.2.nip.io/",
        "https://10.0.0.1/push",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/push",
        "https://2130706433/push",
        "http://93.184.216.34/push",
        "https://user@93.184.216.34/push",
        "https://93.184.216.34:25/push",
        "ftp://127.0.0.1/push",
        "push",
        "",
    ],
)
def test_endpoints_that_are_not_called(ann: Browser, endpoint: str) -> None:
    """The request is refused at once with the reason, such as a private network or another scheme."""
    answer = ann.ask("POST", "/me/push", subscription(endpoint=endpoint))
    assert code(answer) == (422, "push/endpoint")
    assert answer.json
    assert answer.json["detail"].startswith("endpoint: ")
    assert listed(ann) == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "push/keys"),
        ({"keys": {**PushBrowser().keys, "auth": "AAAA"}}, "push/keys"),
        ({"keys": {}}, "request/invalid"),
        ({"keys": {**PushBrowser().keys, "more": "x"}}, "request/invalid"),
        ({"endpoint": "http://127.0.0.1:9/" + "a" * 2000}, "request/invalid"),
        ({"other": 1}, "request/invalid"),
    ],
)
def test_what_is_no_subscription(ann: Browser, changed: dict[str, Any], expected: str) -> None:
    """The error says which part is wrong."""
    assert code(ann.ask("POST", "/me/push", subscription(**changed))) == (422, expected)


@pytest.mark.slow
def test_a_player_has_so_many(ann: Browser) -> None:
    """The next one is refused until one is removed."""
    for number in range(MOST):
        assert ann.ask("POST", "/me/push", subscription(f"{number}")).status_code == 201
    assert code(ann.ask("POST", "/me/push", subscription("more"))) == (409, "push/too-many")
    assert ann.ask("POST", "/me/push", subscription("3")).status_code == 201
    assert len(listed(ann)) == MOST
    ann.ask("DELETE", f"/me/push/{listed(ann)[0]['id']}")
    assert ann.ask("POST", "/me/push", subscription("more")).status_code == 201


def test_the_key_is_for_everybody(world: World) -> None:
    """Browsers subscribe with this key."""
    answer = world.browser().ask("GET", "/push/key")
    assert answer.json
    assert len(decoded(answer.json["key"])) == 65


def test_nobody_adds_a_browser_without_an_account(world: World) -> None:
    """Without an account no browser can be listed or removed either."""
    stranger = world.browser()
    for method, path in (("POST", "/me/push"), ("GET", "/me/push"), ("DELETE", "/me/push/x")):
        assert code(stranger.ask(method, path, subscription())) == (401, "auth/missing")


@pytest.mark.slow
def test_signing_out_ends_it_in_this_browser_only(world: World) -> None:
    """Signing out by API or page ends it, and so does revoking the session elsewhere."""
    here, phone, other = (world.browser() for _ in range(3))
    email = "ann@example.org"
    here.member(email)
    for browser in (phone, other):
        assert browser.sign_in(email).status_code in (200, 201)
    for name, browser in (("here", here), ("phone", phone), ("other", other)):
        assert browser.ask("POST", "/me/push", subscription(name)).status_code == 201
    assert [each["current"] for each in listed(here)].count(True) == 1
    assert here.ask("DELETE", "/session").status_code == 204
    assert len(listed(phone)) == 2
    assert phone.form("/account/sign-out").status_code == 303
    [left] = listed(other)
    assert left["current"]
    assert here.sign_in(email).status_code in (200, 201)
    tokens = here.ask("GET", "/me/tokens").json
    assert tokens
    for token in tokens["tokens"]:
        if not token["current"]:
            here.ask("DELETE", f"/me/tokens/{token['id']}")
    assert listed(here) == []


def test_an_erased_account_leaves_nothing(ann: Browser) -> None:
    """No keys, endpoints or owners of browsers are left in the store."""
    ann.ask("POST", "/me/push", subscription("mine"))
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    assert b"push" not in ann.world.everything()


@pytest.mark.slow
def test_an_installation_without_a_public_url_offers_none(world: World) -> None:
    """Neither the API nor the page offers push messages."""
    with_none = World(push=False)
    ann = with_none.browser()
    ann.guest()
    assert code(ann.ask("GET", "/push/key")) == (503, "push/not-configured")
    assert code(ann.ask("POST", "/me/push", subscription())) == (503, "push/not-configured")
    assert b'id="push"' not in ann.client.get("/account/notices").data

"""Contract test cases: requests for each documented response of passkeys.

The service of these tests has an IP address, for which there are no passkeys; so responses that need one come
from the application in this process, under a host name.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from werkzeug.test import TestResponse

from harness.play.authenticator import Authenticator
from harness.play.signing_in import OTHER, Browser, World
from harness.wire.http import Answer
from tests.integration.contract.account.session_cases import Asks, sent

SIGNED = Authenticator(player="AAAA").sign({"challenge": "AAAA"})
CREATED = Authenticator().create({"challenge": "AAAA", "user": {"id": "AAAA"}})
ADDING = {"name": "phone", "credential": CREATED}


@contextmanager
def _world() -> Iterator[World]:
    world = World()
    try:
        yield world
    finally:
        world.hub.close()


def _as_guest(ask: Callable[[Browser], TestResponse]) -> Asks:
    """What the application answers to a guest."""

    def asked(_: Any) -> Answer:
        with _world() as world:
            browser = world.browser()
            browser.guest()
            answer = ask(browser)
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return Answer(answer.status_code, headers, answer.data)

    return asked


def options(browser: Browser, path: str) -> Any:
    """The options of a response."""
    answer: Any = browser.ask("POST", path, {}).json
    return answer["options"]


def add(browser: Browser, key: Authenticator) -> TestResponse:
    """Adding this passkey."""
    made = key.create(options(browser, "/me/passkeys/options"))
    return browser.ask("POST", "/me/passkeys", {"name": "phone", "credential": made})


def _sign_in(browser: Browser) -> TestResponse:
    key = Authenticator()
    add(browser, key)
    signed = key.sign(options(browser, "/session/passkey/options"))
    return browser.ask("POST", "/session/passkey", {"credential": signed})


def _unknown(browser: Browser) -> TestResponse:
    signed = Authenticator(player="AAAA").sign(options(browser, "/session/passkey/options"))
    return browser.ask("POST", "/session/passkey", {"credential": signed})


def _wrong_password(browser: Browser) -> TestResponse:
    browser.member("ben@example.org")
    return browser.ask("POST", "/me/passkeys/options", {"current": OTHER})


def _remove(browser: Browser) -> TestResponse:
    made: Any = add(browser, Authenticator()).json
    return browser.ask("DELETE", f"/me/passkeys/{made['id']}")


def _rename(browser: Browser) -> TestResponse:
    made: Any = add(browser, Authenticator()).json
    return browser.ask("PATCH", f"/me/passkeys/{made['id']}", {"name": "tablet"})


def _mine(method: str, path: str, body: Any = None) -> Asks:
    return lambda site: site.stranger.mine(method, path, body)


OPEN = (("post", "/session/passkey/options"), ("post", "/session/passkey"))
"""The operations that need no token."""
OWN = (
    ("get", "/me/passkeys"),
    ("post", "/me/passkeys/options"),
    ("post", "/me/passkeys"),
    ("patch", "/me/passkeys/{passkey}"),
    ("delete", "/me/passkeys/{passkey}"),
)
NO_KEY = (*OPEN, *OWN)
"""The operations without an Idempotency-Key: a challenge works once."""

CASES: dict[tuple[str, str, int], Asks] = {
    **{(method, path, 403): sent(method.upper(), path, headers={}) for method, path in OPEN},
    **{
        (method, path, 401): sent(method.upper(), path.replace("{passkey}", "0"), headers={})
        for method, path in OWN
    },
    ("post", "/session/passkey/options", 200): _as_guest(
        lambda guest: guest.ask("POST", "/session/passkey/options")
    ),
    ("post", "/session/passkey/options", 409): sent("POST", "/session/passkey/options"),
    ("post", "/session/passkey", 201): _as_guest(_sign_in),
    ("post", "/session/passkey", 401): _as_guest(_unknown),
    ("post", "/session/passkey", 409): sent("POST", "/session/passkey", {"credential": SIGNED}),
    ("post", "/session/passkey", 422): sent("POST", "/session/passkey", {"credential": CREATED}),
    ("get", "/me/passkeys", 200): _mine("GET", "/me/passkeys"),
    ("post", "/me/passkeys/options", 200): _as_guest(
        lambda guest: guest.ask("POST", "/me/passkeys/options", {})
    ),
    ("post", "/me/passkeys/options", 403): _as_guest(_wrong_password),
    ("post", "/me/passkeys/options", 409): _mine("POST", "/me/passkeys/options", {}),
    ("post", "/me/passkeys/options", 422): _mine("POST", "/me/passkeys/options", {"current": 7}),
    ("post", "/me/passkeys", 201): _as_guest(lambda guest: add(guest, Authenticator())),
    ("post", "/me/passkeys", 409): _mine("POST", "/me/passkeys", ADDING),
    ("post", "/me/passkeys", 422): _mine("POST", "/me/passkeys", {**ADDING, "name": 7}),
    ("patch", "/me/passkeys/{passkey}", 200): _as_guest(_rename),
    ("patch", "/me/passkeys/{passkey}", 404): _mine("PATCH", "/me/passkeys/0", {"name": "tablet"}),
    ("patch", "/me/passkeys/{passkey}", 422): _mine("PATCH", "/me/passkeys/0", {"name": ""}),
    ("delete", "/me/passkeys/{passkey}", 204): _as_guest(_remove),
    ("delete", "/me/passkeys/{passkey}", 404): _mine("DELETE", "/me/passkeys/0"),
}

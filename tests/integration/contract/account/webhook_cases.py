"""Contract test cases: requests for each documented response about webhooks."""

from typing import Any

from harness.service import NO_HOST, NO_PORT, Account, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE, Asks, unsigned
from tests.integration.contract.sites import Site

URL = f"http://{NO_HOST}:{NO_PORT}/"
DELIVERED_SECONDS = 20.0


ONE = "/me/webhooks/{webhook}"
REPLAY = f"{ONE}/deliveries/{{position}}/replay"
OWN = (
    ("get", "/me/webhooks"),
    ("post", "/me/webhooks"),
    ("get", ONE),
    ("patch", ONE),
    ("delete", ONE),
    ("post", f"{ONE}/secret"),
    ("post", f"{ONE}/test"),
    ("get", f"{ONE}/deliveries"),
    ("post", REPLAY),
)
"""Every operation on webhooks."""


def on_one(method: str, path: str = "", body: Any = None, *, active: bool = True, key: str = "a") -> Asks:
    """A request for a new webhook, by a new account."""

    def ask(site: Site) -> Answer:
        owner = site.service.account()
        webhook = ok(owner.mine("POST", "/me/webhooks", {"url": URL}), 201)["id"]
        if not active:
            ok(owner.mine("PATCH", f"/me/webhooks/{webhook}", {"active": False}))
        return owner.mine(method, f"/me/webhooks/{webhook}{path}", body, Idempotency_Key=key)

    return ask


def nowhere(method: str, path: str) -> Asks:
    """A request for a webhook that does not exist."""
    named = path.replace("{webhook}", NOWHERE).replace("{position}", "1")
    return lambda site: site.stranger.mine(method, named, {})


def all_of(site: Site, method: str = "GET", body: Any = None) -> Answer:
    """A request for all webhooks of an account that has one."""
    owner = site.service.account()
    ok(owner.mine("POST", "/me/webhooks", {"url": URL}), 201)
    return owner.mine(method, "/me/webhooks", body)


def too_many(site: Site) -> Answer:
    """A request that exceeds the limit."""
    owner = site.service.account()
    while (answer := owner.mine("POST", "/me/webhooks", {"url": URL})).status == 201:
        pass
    return answer


def tried(site: Site) -> tuple[Account, str]:
    """An account whose webhook was called for a notice, and the path of its log."""
    owner, guest = site.service.accounts(2)
    webhook = ok(owner.mine("POST", "/me/webhooks", {"url": URL}), 201)["id"]
    table = ok(owner.post("/games", {"players": 3}), 201)["id"]
    ok(guest.post(f"/games/{table}/seats", {}), 201)
    log = f"/me/webhooks/{webhook}/deliveries"
    eventually(lambda: ok(owner.mine("GET", log))["deliveries"], DELIVERED_SECONDS)
    return owner, log


def log_of(site: Site) -> Answer:
    """The log of a webhook, with an entry."""
    owner, log = tried(site)
    return owner.mine("GET", log)


def replayed(site: Site) -> Answer:
    """A replay of the newest entry."""
    owner, log = tried(site)
    newest = ok(owner.mine("GET", log))["deliveries"][0]["id"]
    return owner.mine("POST", f"{log}/{newest}/replay")


CASES: dict[tuple[str, str, int], Asks] = {
    **{(method, path, 401): unsigned(method.upper(), path) for method, path in OWN},
    **{(method, path, 404): nowhere(method.upper(), path) for method, path in OWN if "{" in path},
    ("get", "/me/webhooks", 200): all_of,
    ("post", "/me/webhooks", 201): lambda site: all_of(site, "POST", {"url": URL, "kinds": ["turn"]}),
    ("post", "/me/webhooks", 409): too_many,
    ("post", "/me/webhooks", 422): lambda site: all_of(site, "POST", {"url": "https://10.0.0.1/"}),
    ("get", ONE, 200): on_one("GET"),
    ("patch", ONE, 200): on_one("PATCH", body={"kinds": ["turn"]}),
    ("patch", ONE, 422): on_one("PATCH", body={"url": "https://10.0.0.1/"}),
    ("delete", ONE, 204): on_one("DELETE"),
    ("post", f"{ONE}/secret", 201): on_one("POST", "/secret"),
    ("post", f"{ONE}/secret", 422): on_one("POST", "/secret", key="a b"),
    ("post", f"{ONE}/test", 422): on_one("POST", "/test", key="a b"),
    ("post", REPLAY, 422): on_one("POST", "/deliveries/1/replay", key="a b"),
    ("post", f"{ONE}/test", 202): on_one("POST", "/test"),
    ("post", f"{ONE}/test", 409): on_one("POST", "/test", active=False),
    ("get", f"{ONE}/deliveries", 200): log_of,
    ("get", f"{ONE}/deliveries", 422): on_one("GET", "/deliveries?cursor=x"),
    ("post", REPLAY, 202): replayed,
    ("post", REPLAY, 409): on_one("POST", "/deliveries/1/replay", active=False),
}

"""Contract test cases: requests for each documented response on invitations and rematches."""

from collections.abc import Callable
from typing import Any

from harness.service import Account, ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE, asked, unsigned
from tests.integration.contract.sites import Site

REMATCH = "/games/{game}/rematch"
BOTS = "/dynasties/{dynasty}/bots"
OWN = (("get", "/games/{game}/invitation"), ("get", "/dynasties/{dynasty}/invitation"))
"""Every operation that needs a token and only reads."""


def opened(owner: Account, kind: str) -> str:
    """The id of a private table."""
    return str(ok(owner.post(f"/{kind}", {"players": 2, "visibility": "private"}), 201)["id"])


def invites(kind: str) -> Callable[[Site], Answer]:
    """A request by a player with a seat."""

    def ask(site: Site) -> Answer:
        owner = site.service.account()
        return owner.mine("GET", f"/{kind}/{opened(owner, kind)}/invitation")

    return ask


def asks_for_anothers(kind: str) -> Callable[[Site], Answer]:
    """A request for a public table by an account without a seat."""

    def ask(site: Site) -> Answer:
        table = ok(site.service.account().post(f"/{kind}", {"players": 2}), 201)["id"]
        return site.service.account().mine("GET", f"/{kind}/{table}/invitation")

    return ask


def plays_again(abort: bool, **body: Any) -> Callable[[Site], Answer]:  # noqa: FBT001 - the case
    """A rematch of a game that was called off, or that is not over."""

    def ask(site: Site) -> Answer:
        owner = site.service.account()
        game = opened(owner, "games")
        if abort:
            ok(owner.post(f"/games/{game}/abort", {}), 201)
        return owner.post(f"/games/{game}/rematch", body)

    return ask


def seats_a_bot(seats: int, policy: str = "random", account: int = 0) -> Callable[[Site], Answer]:
    """A bot in a dynasty of two with `seats` taken seats: by its opener, or by another account."""

    def ask(site: Site) -> Answer:
        accounts = site.service.accounts(2)
        dynasty = ok(accounts[0].post("/dynasties", {"players": 2}), 201)["id"]
        if seats == 2:
            ok(accounts[0].post(f"/dynasties/{dynasty}/bots", {"policy": "random"}), 201)
        return accounts[account].post(f"/dynasties/{dynasty}/bots", {"policy": policy})

    return ask


def looks_for(**body: Any) -> Callable[[Site], Answer]:
    """A request for an even game."""
    return lambda site: site.service.account().post("/seeks", body)


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("post", "/seeks", 401): unsigned("POST", "/seeks"),
    ("post", "/seeks", 200): looks_for(),
    ("post", "/seeks", 422): looks_for(players=7),
    ("get", "/seeks", 200): lambda site: site.service.account().get("/seeks"),
    **{(method, path, 401): unsigned(method.upper(), path) for method, path in OWN},
    **{
        ("get", path, 404): asked("GET", path.replace("{game}", NOWHERE).replace("{dynasty}", NOWHERE))
        for _, path in OWN
    },
    ("get", "/games/{game}/invitation", 200): invites("games"),
    ("get", "/games/{game}/invitation", 403): asks_for_anothers("games"),
    ("get", "/dynasties/{dynasty}/invitation", 200): invites("dynasties"),
    ("get", "/dynasties/{dynasty}/invitation", 403): asks_for_anothers("dynasties"),
    ("post", BOTS, 201): seats_a_bot(1),
    ("post", BOTS, 401): unsigned("POST", BOTS),
    ("post", BOTS, 403): seats_a_bot(1, account=1),
    ("post", BOTS, 404): asked("POST", BOTS.replace("{dynasty}", NOWHERE), {"policy": "random"}),
    ("post", BOTS, 409): seats_a_bot(2),
    ("post", BOTS, 422): seats_a_bot(1, "perfect"),
    ("post", REMATCH, 201): plays_again(abort=True),
    ("post", REMATCH, 401): unsigned("POST", REMATCH),
    ("post", REMATCH, 403): lambda site: site.service.account().post(f"/games/{site.waiting}/rematch", {}),
    ("post", REMATCH, 404): asked("POST", REMATCH.replace("{game}", NOWHERE), {}),
    ("post", REMATCH, 409): plays_again(abort=False),
    ("post", REMATCH, 422): plays_again(abort=True, more=1),
}

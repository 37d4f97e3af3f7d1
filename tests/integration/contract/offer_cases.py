"""Contract test cases: requests for each documented response on the dominoes on offer."""

from collections.abc import Callable

from harness.service import ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

PATH = "/games/{game}/offers"


def asked(query: str = "") -> Callable[[Site], Answer]:
    """A request for a game that has just started, without a token."""

    def ask(site: Site) -> Answer:
        game = site.service.table(site.service.accounts(2))
        return site.stranger.get(f"/games/{game}/offers?{query}")

    return ask


def withheld(site: Site) -> Answer:
    """A request for a game without a preview of points."""
    table = ok(site.stranger.post("/games", {"players": 2, "hints": False}), 201)["id"]
    return site.stranger.get(f"/games/{table}/offers")


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", PATH, 200): asked("seat=1"),
    ("get", PATH, 403): withheld,
    ("get", PATH, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/offers"),
    ("get", PATH, 409): asked("place=1@1,0e"),
    ("get", PATH, 422): asked("seat=2"),
}

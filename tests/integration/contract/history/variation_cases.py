"""Contract test cases: requests for each documented response on variations."""

from collections.abc import Callable

from harness.service import ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

PATH = "/games/{game}/variation"


def asked(query: str) -> Callable[[Site], Answer]:
    """A request for a game that has just started, without a token."""

    def ask(site: Site) -> Answer:
        game = site.service.table(site.service.accounts(2))
        return site.stranger.get(f"/games/{game}/variation?{query}")

    return ask


def asks_too_early(site: Site) -> Answer:
    """A request for a game that has not started."""
    table = ok(site.stranger.post("/games", {"players": 2}), 201)["id"]
    return site.stranger.get(f"/games/{table}/variation")


def withheld(site: Site) -> Answer:
    """A request for a game without a preview of points."""
    table = ok(site.stranger.post("/games", {"players": 2, "hints": False}), 201)["id"]
    return site.stranger.get(f"/games/{table}/variation")


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", PATH, 200): asked("seat=1&domino=1"),
    ("get", PATH, 403): withheld,
    ("get", PATH, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/variation"),
    ("get", PATH, 409): asks_too_early,
    ("get", PATH, 422): asked("seat=2"),
}

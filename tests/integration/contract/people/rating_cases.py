"""Contract test cases: requests for each documented response on ratings."""

from collections.abc import Callable

from harness.service import ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site


def _rated(site: Site) -> Answer:
    """The ratings of a rated game that waits for players."""
    game = ok(site.stranger.post("/games", {"players": 2, "rated": True}), 201)["id"]
    return site.stranger.get(f"/games/{game}/ratings")


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", "/ratings", 200): lambda s: s.stranger.get("/ratings?pool=base-3&provisional=true"),
    ("get", "/ratings", 422): lambda s: s.stranger.get("/ratings?pool=chess"),
    ("get", "/players/{player}/ratings", 200): lambda s: s.stranger.get(f"/players/{s.stranger.id}/ratings"),
    ("get", "/players/{player}/ratings", 404): lambda s: s.stranger.get(f"/players/{NOWHERE}/ratings"),
    ("get", "/players/{player}/ratings", 422): lambda s: s.stranger.get(
        f"/players/{s.stranger.id}/ratings?points=-1"
    ),
    ("get", "/games/{game}/ratings", 200): _rated,
    ("get", "/games/{game}/ratings", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/ratings"),
}

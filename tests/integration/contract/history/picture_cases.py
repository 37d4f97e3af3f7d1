"""Contract test cases: requests for each documented response on pictures."""

from collections.abc import Callable

from harness.service import ok
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

GAME = "/games/{game}"


def asked(path: str) -> Callable[[Site], Answer]:
    """A request for a game that waits for players."""
    return lambda site: site.stranger.get(f"/games/{_waiting(site)}{path}")


def _waiting(site: Site) -> str:
    return str(ok(site.stranger.post("/games", {"players": 2}), 201)["id"])


def is_drawn(site: Site) -> Answer:
    """The animation of a game that was called off after its start, once it is drawn."""
    game = _called_off(site)

    eventually(lambda: site.stranger.get(f"/games/{game}.gif").status == 200, 60)
    return site.stranger.get(f"/games/{game}.gif")


def _called_off(site: Site) -> str:
    players = site.service.accounts(2)
    game = site.service.table(players)
    ok(players[0].post(f"/games/{game}/abort"), 201)
    return game


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", f"{GAME}.svg", 200): asked(".svg?seat=1"),
    ("get", f"{GAME}.svg", 404): asked(".svg?version=99"),
    ("get", f"{GAME}.svg", 422): asked(".svg?seat=first"),
    ("get", f"{GAME}.png", 200): asked(".png"),
    ("get", f"{GAME}.png", 404): asked(".png?seat=2"),
    ("get", f"{GAME}.png", 422): asked(".png?version=0"),
    ("get", f"{GAME}/card.png", 200): asked("/card.png"),
    ("get", f"{GAME}/card.png", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/card.png"),
    ("get", f"{GAME}/card.png", 422): asked("/card.png?seat=1"),
    ("get", f"{GAME}.gif", 200): is_drawn,
    ("get", f"{GAME}.gif", 202): lambda s: s.stranger.get(f"/games/{_called_off(s)}.gif"),
    ("get", f"{GAME}.gif", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}.gif"),
    ("get", f"{GAME}.gif", 409): asked(".gif"),
    ("get", f"{GAME}.gif", 422): asked(".gif?version=1"),
}

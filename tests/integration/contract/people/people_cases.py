"""Contract test cases: requests for each documented response on players, following and blocking."""

from collections.abc import Callable
from typing import Any

from harness.service import API
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

LISTS = ("/me/following", "/me/blocked", "/me/muted")
OWN = (
    ("put", "/me/page"),
    *(("get", path) for path in LISTS),
    *((method, path + "/{other}") for path in LISTS for method in ("put", "delete")),
)
"""Every operation that needs a token and is not a POST."""
PLAYER, AGAIN = "/players/{player}", "/players/{other}/games"


def other(site: Site) -> str:
    """The id of a player of the finished game."""
    return site.over.seats[0].id


def again(site: Site) -> Answer:
    """A new game with the other player of the finished game, once that is counted."""
    own, path = site.over.seats[1], f"/players/{other(site)}/games"
    eventually(lambda: own.mine("GET", f"/players/{other(site)}").json["head_to_head"] is not None)
    return own.post(path, {})


def unsigned(method: str, path: str, body: Any = None) -> Callable[[Any], Answer]:
    """A request without a token."""
    return lambda s: s.stranger.http.ask(method, API + path.replace("{other}", other(s)), body)


def searched(site: Site) -> Answer:
    """A search; the service of the tests has no limit of searches."""
    return site.stranger.get("/players?name=player&limit=1")


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("get", "/players", 200): searched,
    ("get", "/players", 422): lambda s: s.stranger.get("/players?name=p"),
    ("get", PLAYER, 200): lambda s: s.over.seats[1].mine("GET", f"/players/{other(s)}"),
    ("get", PLAYER, 404): lambda s: s.stranger.get(f"/players/{NOWHERE}"),
    ("post", AGAIN, 201): again,
    ("post", AGAIN, 401): unsigned("POST", AGAIN, {}),
    ("post", AGAIN, 404): lambda s: s.stranger.post(f"/players/{NOWHERE}/games", {}),
    ("post", AGAIN, 409): lambda s: s.stranger.post(f"/players/{other(s)}/games", {}),
    ("post", AGAIN, 422): lambda s: s.stranger.post(f"/players/{other(s)}/games", {"players": 2}),
    ("put", "/me/language", 200): lambda s: s.stranger.mine("PUT", "/me/language", {"language": "en"}),
    ("put", "/me/language", 401): unsigned("PUT", "/me/language", {"language": "en"}),
    ("put", "/me/language", 422): lambda s: s.stranger.mine("PUT", "/me/language", {"language": "tlh"}),
    ("put", "/me/page", 200): lambda s: s.stranger.mine("PUT", "/me/page", {"page": "everybody"}),
    ("put", "/me/page", 401): unsigned("PUT", "/me/page", {"page": "nobody"}),
    ("put", "/me/page", 422): lambda s: s.stranger.mine("PUT", "/me/page", {"page": "friends"}),
}


def _of_list(path: str) -> dict[tuple[str, str, int], Callable[[Any], Answer]]:
    one = path + "/{other}"
    return {
        ("get", path, 200): lambda s: s.over.seats[1].mine("GET", path),
        ("get", path, 401): unsigned("GET", path),
        ("get", path, 422): lambda s: s.stranger.mine("GET", f"{path}?limit=0"),
        ("put", one, 204): lambda s: s.stranger.mine("PUT", f"{path}/{other(s)}"),
        ("put", one, 401): unsigned("PUT", one),
        ("put", one, 404): lambda s: s.stranger.mine("PUT", f"{path}/{NOWHERE}"),
        ("put", one, 409): lambda s: s.stranger.mine("PUT", f"{path}/{s.stranger.id}"),
        ("delete", one, 204): lambda s: s.stranger.mine("DELETE", f"{path}/{other(s)}"),
        ("delete", one, 401): unsigned("DELETE", one),
    }


for _path in LISTS:
    CASES |= _of_list(_path)

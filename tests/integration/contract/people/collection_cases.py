"""Contract test cases: requests for each documented response on collections."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from harness.games import ADDRESS
from harness.service import API, Account, ok
from harness.store.storing import storage_on
from harness.wire.http import Answer
from replays.encoding.identity import GameId
from replays.store import clients
from service.application.games.lists.collecting.collection import MOST_GAMES, Collection, Item
from service.application.games.lists.collecting.collections import MOST, Collections
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

MINE, ONE = "/me/collections", "/me/collections/{collection}"
ITEM = ONE + "/games/{game}"
OF_PLAYER, SHOWN = "/players/{player}/collections", "/players/{player}/collections/{collection}"
OWN = (("get", MINE), ("put", ONE), ("delete", ONE), ("put", ITEM), ("delete", ITEM))
"""Every operation that needs a token and is not a POST."""


def collection(owner: Account, shared: str = "public") -> str:
    """The id of a new collection."""
    return str(ok(owner.post(MINE, {"title": "Ties", "shared": shared}), 201)["id"])


def on_one(method: str, end: str = "", body: Any = None) -> Callable[[Site], Answer]:
    """A request for a new collection of the stranger; `end` is the rest of its path."""

    def answer(site: Site) -> Answer:
        where = f"{MINE}/{collection(site.stranger)}{end.replace('{game}', site.over.id)}"
        return site.stranger.mine(method, where, body)

    return answer


def unsigned(method: str, end: str = "", body: Any = None) -> Callable[[Site], Answer]:
    """A request without a token."""
    return lambda site: site.stranger.http.ask(
        method, f"{API}{MINE}{end.replace('{game}', site.over.id)}", body
    )


def nowhere(method: str, end: str = "", body: Any = None) -> Callable[[Site], Answer]:
    """A request for a collection that does not exist."""
    return lambda site: site.stranger.mine(
        method, f"{MINE}/{NOWHERE}{end.replace('{game}', site.over.id)}", body
    )


def too_many(site: Site) -> Answer:
    """A request that exceeds the limit of collections."""
    owner = site.service.account()
    for _ in range(MOST):
        collection(owner)
    return owner.post(MINE, {"title": "one more"})


def full(site: Site) -> Answer:
    """A request to add a game to a full collection."""
    owner = site.service.account()
    mine = collection(owner)
    items = tuple(Item(GameId(str(uuid4()))) for _ in range(MOST_GAMES))

    def filled(each: Collection) -> Collection:
        return Collection(each.id, each.title, each.shared, each.created_at, each.key, items)

    with clients.writer(site.service.store_url) as store:
        Collections(store, storage_on(store, None)).change(owner.id, mine, filled, ADDRESS)
    return owner.mine("PUT", f"{MINE}/{mine}/games/{site.over.id}", {})


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("get", MINE, 200): lambda s: s.stranger.mine("GET", MINE),
    ("get", MINE, 401): unsigned("GET"),
    ("get", MINE, 422): lambda s: s.stranger.mine("GET", f"{MINE}?cursor=none"),
    ("post", MINE, 201): lambda s: s.stranger.post(MINE, {"title": "Ties", "shared": "link"}),
    ("post", MINE, 401): unsigned("POST", body={"title": "Ties"}),
    ("post", MINE, 409): too_many,
    ("post", MINE, 422): lambda s: s.stranger.post(MINE, {"title": ""}),
    ("put", ONE, 200): on_one("PUT", body={"title": "Draws", "shared": "link"}),
    ("put", ONE, 401): unsigned("PUT", f"/{NOWHERE}", {"title": "Draws"}),
    ("put", ONE, 404): nowhere("PUT", body={"title": "Draws"}),
    ("put", ONE, 422): on_one("PUT", body={"shared": "link"}),
    ("delete", ONE, 204): on_one("DELETE"),
    ("delete", ONE, 401): unsigned("DELETE", f"/{NOWHERE}"),
    ("put", ITEM, 204): on_one("PUT", "/games/{game}", {"note": "look"}),
    ("put", ITEM, 401): unsigned("PUT", f"/{NOWHERE}/games/{{game}}", {}),
    ("put", ITEM, 404): nowhere("PUT", "/games/{game}", {}),
    ("put", ITEM, 409): full,
    ("put", ITEM, 422): on_one("PUT", "/games/{game}", {"place": -1}),
    ("delete", ITEM, 204): on_one("DELETE", "/games/{game}"),
    ("delete", ITEM, 401): unsigned("DELETE", f"/{NOWHERE}/games/{{game}}"),
    ("delete", ITEM, 404): nowhere("DELETE", "/games/{game}"),
    ("get", OF_PLAYER, 200): lambda s: s.stranger.get(f"/players/{s.stranger.id}/collections"),
    ("get", OF_PLAYER, 404): lambda s: s.stranger.get(f"/players/{NOWHERE}/collections"),
    ("get", OF_PLAYER, 422): lambda s: s.stranger.get(f"/players/{s.stranger.id}/collections?limit=0"),
    ("get", SHOWN, 200): lambda s: s.stranger.get(
        f"/players/{s.stranger.id}/collections/{collection(s.stranger)}"
    ),
    ("get", SHOWN, 404): lambda s: s.stranger.get(f"/players/{s.stranger.id}/collections/{NOWHERE}"),
    ("get", SHOWN, 422): lambda s: s.stranger.get(
        f"/players/{s.stranger.id}/collections/{collection(s.stranger)}?cursor=none"
    ),
}

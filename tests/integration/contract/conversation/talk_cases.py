"""Contract test cases: requests for each documented response on talk at a table."""

from collections.abc import Callable
from typing import Any

from harness.service import API, Account, ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

ALL, ONE, MUTED = "/games/{game}/talk", "/games/{game}/talk/{message}", "/games/{game}/talk/muted"
OWN = (("delete", ONE), ("put", MUTED), ("delete", MUTED))
"""Every operation that needs a token and is not a POST."""
TEXT, PHRASE = {"text": "So it began"}, {"phrase": "good-luck"}
BOTH = {**TEXT, **PHRASE}


def message(author: Account, game: str) -> str:
    """The path of a message, readable by spectators, that this account has just written."""
    written = ok(author.post(f"/games/{game}/talk", {**PHRASE, "room": "spectators"}), 201)
    return f"/games/{game}/talk/{written['id']}"


def unsigned(method: str, path: str) -> Callable[[Any], Answer]:
    """A request without a token."""
    return lambda s: s.stranger.http.ask(method, API + path.format(game=s.over.id, message=NOWHERE), {})


def full(site: Site) -> Answer:
    """A message that exceeds an account's limit in a room."""
    author = site.service.account()
    path = f"/games/{site.over.id}/talk"
    written = ok(author.post(path, TEXT), 201)
    others = {f"{1_000_000 + number} {author.id} {number} -": 1_000_000 + number for number in range(249)}
    key = f"talk:{{{site.over.id}}}:spectators"
    site.service.store.zadd(key, others)
    answer = author.post(path, TEXT)
    site.service.store.zrem(key, *others)
    assert author.mine("DELETE", f"{path}/{written['id']}").status == 204
    return answer


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("get", ALL, 200): lambda s: s.stranger.get(f"/games/{s.over.id}/talk?limit=3"),
    ("get", ALL, 403): lambda s: s.stranger.get(f"/games/{s.over.id}/talk?room=players"),
    ("get", ALL, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/talk"),
    ("get", ALL, 422): lambda s: s.stranger.get(f"/games/{s.over.id}/talk?room=kitchen"),
    ("post", ALL, 201): lambda s: s.over.seats[0].post(f"/games/{s.over.id}/talk", TEXT),
    ("post", ALL, 401): unsigned("POST", ALL),
    ("post", ALL, 403): lambda s: s.stranger.post(f"/games/{s.over.id}/talk", {**TEXT, "room": "players"}),
    ("post", ALL, 404): lambda s: s.stranger.post(f"/games/{NOWHERE}/talk", TEXT),
    ("post", ALL, 409): full,
    ("post", ALL, 422): lambda s: s.stranger.post(f"/games/{s.over.id}/talk", BOTH),
    ("delete", ONE, 204): lambda s: s.stranger.mine("DELETE", message(s.stranger, s.over.id)),
    ("delete", ONE, 401): unsigned("DELETE", ONE),
    ("delete", ONE, 403): lambda s: s.stranger.mine("DELETE", message(s.over.seats[0], s.over.id)),
    ("delete", ONE, 404): lambda s: s.stranger.mine("DELETE", f"/games/{s.over.id}/talk/{NOWHERE}"),
    ("put", MUTED, 204): lambda s: s.stranger.mine("PUT", f"/games/{s.over.id}/talk/muted"),
    ("put", MUTED, 401): unsigned("PUT", MUTED),
    ("put", MUTED, 404): lambda s: s.stranger.mine("PUT", f"/games/{NOWHERE}/talk/muted"),
    ("delete", MUTED, 204): lambda s: s.stranger.mine("DELETE", f"/games/{s.over.id}/talk/muted"),
    ("delete", MUTED, 401): unsigned("DELETE", MUTED),
    ("delete", MUTED, 404): lambda s: s.stranger.mine("DELETE", f"/games/{NOWHERE}/talk/muted"),
}

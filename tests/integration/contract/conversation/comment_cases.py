"""Contract test cases: requests for each documented response on comments."""

from collections.abc import Callable
from typing import Any

from harness.service import API, Account, ok
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

ALL, ONE = "/games/{game}/comments", "/games/{game}/comments/{comment}"
OWN = (("put", ONE), ("delete", ONE))
"""Every operation that needs a token and is not a POST."""


def comment(author: Account, game: str) -> str:
    """The path of a comment that this account has just written."""
    return f"/games/{game}/comments/{ok(author.post(f'/games/{game}/comments', COMMENT), 201)['id']}"


def unsigned(method: str) -> Callable[[Site], Answer]:
    """A request without a token."""
    return lambda s: s.stranger.http.ask(method, API + comment(s.over.seats[0], s.over.id), {"text": "No"})


def by(author: Callable[[Site], Account], method: str, body: Any = None) -> Callable[[Site], Answer]:
    """A request by the stranger for a comment of this author."""
    return lambda s: s.stranger.mine(method, comment(author(s), s.over.id), body)


def mine(site: Site) -> Account:
    """The stranger, as author of the comment."""
    return site.stranger


def anothers(site: Site) -> Account:
    """A player, as author of the comment."""
    return site.over.seats[0]


COMMENT = {"version": 1, "text": "So it began"}
CHANGED = {"text": "So it really began"}

CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("get", ALL, 200): lambda s: s.stranger.get(f"/games/{s.over.id}/comments?limit=3"),
    ("get", ALL, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/comments"),
    ("get", ALL, 422): lambda s: s.stranger.get(f"/games/{s.over.id}/comments?limit=0"),
    ("post", ALL, 201): lambda s: s.stranger.post(f"/games/{s.over.id}/comments", COMMENT),
    ("post", ALL, 401): lambda s: s.stranger.http.post(f"{API}/games/{s.over.id}/comments", COMMENT),
    ("post", ALL, 404): lambda s: s.stranger.post(f"/games/{NOWHERE}/comments", COMMENT),
    ("post", ALL, 409): lambda s: s.stranger.post(f"/games/{s.waiting}/comments", COMMENT),
    ("post", ALL, 422): lambda s: s.stranger.post(f"/games/{s.over.id}/comments", CHANGED),
    ("put", ONE, 200): by(mine, "PUT", CHANGED),
    ("put", ONE, 401): unsigned("PUT"),
    ("put", ONE, 403): by(anothers, "PUT", CHANGED),
    ("put", ONE, 404): lambda s: s.stranger.mine("PUT", f"/games/{s.over.id}/comments/{NOWHERE}", CHANGED),
    ("put", ONE, 422): by(mine, "PUT", COMMENT),
    ("delete", ONE, 204): by(mine, "DELETE"),
    ("delete", ONE, 401): unsigned("DELETE"),
    ("delete", ONE, 403): by(anothers, "DELETE"),
    ("delete", ONE, 404): lambda s: s.stranger.mine("DELETE", f"/games/{s.over.id}/comments/{NOWHERE}"),
}

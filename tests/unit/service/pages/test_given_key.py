"""Pages of a private game link on with its key, and repeat nothing else of the request."""

import gzip
from collections.abc import Iterator
from typing import Any

import pytest

from harness.play.signing_in import Browser, World

GUESS = "0123456789abcdef" * 2
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def ann() -> Iterator[Browser]:
    """Give a signed-in browser."""
    world = World()
    browser = world.browser()
    browser.guest("Ann")
    yield browser
    world.hub.close()


def opened(ann: Browser) -> tuple[str, str]:
    """The path of a private game of Ann's, and its key."""
    made: Any = ann.ask("POST", "/games", {"players": 2, "visibility": "private"}).json
    invitation: Any = ann.ask("GET", f"/games/{made['id']}/invitation").json
    return f"/games/{made['id']}", invitation["key"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "/replay"])
def test_a_page_repeats_no_other_key(ann: Browser, page: str) -> None:
    """The page has links with the right key but never repeats a wrong one, so it may be compressed."""
    path, key = opened(ann)
    texts = {}
    for given in (key, GUESS):
        answer = ann.client.get(f"{path}{page}?invitation={given}", headers=GZIP)
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
        texts[given] = gzip.decompress(answer.data).decode()
    assert f"{path}/audit?invitation={key}" in texts[key]
    assert f"{path}/audit?" not in texts[GUESS]
    assert GUESS not in texts[GUESS]


def test_another_page_with_a_query_is_not_compressed(ann: Browser) -> None:
    """The audit page repeats its query."""
    path, _ = opened(ann)
    answer = ann.client.get(f"{path}/audit?invitation={GUESS}", headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    assert GUESS in answer.text

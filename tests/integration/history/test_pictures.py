"""Pictures on the real service: their content, access, caching, errors and drawing."""

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from harness.games import seeded
from harness.play.playing import Game, random_game
from harness.service import API, Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer

FORMS = (".svg", ".png", ".gif", "/card.png")
DRAWN_SECONDS = 60.0


def opened(image: Answer) -> Image.Image:
    """The picture in a response."""
    assert image.status == 200, image.body[:300]
    return Image.open(BytesIO(image.body))


def begun(service: Service, players: int = 2, **more: Any) -> tuple[list[Account], str]:
    """The players of a new game that has started, and its id."""
    accounts = service.accounts(players)
    game = str(ok(accounts[0].post("/games", {"players": players, **more}), 201)["id"])
    key = ok(accounts[0].mine("GET", f"/games/{game}/invitation"))["key"] or ""
    for other in accounts[1:]:
        ok(other.post(f"/games/{game}/seats?invitation={key}", {}), 201)
    return accounts, game


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """Give a finished game."""
    return random_game(service, 2, seeded(5))


def test_a_table_a_kingdom_and_a_card(service: Service) -> None:
    """Pictures have their sizes, for the current and a past version; names are in the SVG."""
    (ann, _), game = begun(service)
    assert opened(ann.get(f"/games/{game}.png")).size[0] <= 1200
    assert opened(ann.get(f"/games/{game}.png?seat=1")).size == (600, 644)
    assert opened(ann.get(f"/games/{game}/card.png")).size == (1200, 630)
    svg = ann.get(f"/games/{game}.svg")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert ann.name in svg.body.decode()
    first = ann.get(f"/games/{game}.svg?version=1").body.decode()
    assert "Free seat" in first
    assert "Waiting for 2 more players" in first
    assert svg.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (".png?version=99999", 404, "version/unknown"),
        (".svg?version=0", 422, "request/invalid"),
        (".svg?seat=2", 404, "seat/unknown"),
        (".png?seat=-1", 422, "request/invalid"),
        ("/card.png?seat=0", 422, "request/invalid"),
        (".jpg", 404, "picture/unknown-format"),
        (".gif", 409, "picture/not-over"),
        (".gif?version=2", 422, "request/invalid"),
    ],
)
def test_what_there_is_not(service: Service, path: str, status: int, code: str) -> None:
    """A picture that does not exist is refused with the right status and code."""
    (ann, _), game = begun(service)
    answer = ann.get(f"/games/{game}{path}")
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize("agreed", [{"visibility": "private"}, {"spectators": False}])
def test_who_gets_them(service: Service, agreed: dict[str, Any]) -> None:
    """Only viewers of the game get its pictures: players, or holders of a key; shared caches store none."""
    (ann, ben), game = begun(service, **agreed)
    stranger = service.account()
    key = ok(ann.mine("GET", f"/games/{game}/invitation"))["key"]
    for path in FORMS:
        assert stranger.mine("GET", f"/games/{game}{path}").code == "game/unknown"
        assert stranger.get(f"/games/{game}{path}").code == "game/unknown"
        if path != ".gif":
            shown = ben.mine("GET", f"/games/{game}{path}")
            assert shown.status == 200
            assert "private" in shown.headers["cache-control"]
    with_key = stranger.get(f"/games/{game}.svg?invitation={key}")
    assert with_key.status == (200 if key else 404)
    page = ann.http.get(f"/games/{game}?invitation={key}") if key else ben.mine("GET", f"/games/{game}")
    assert b"og:image" not in page.body


def test_they_are_kept_and_validated(service: Service) -> None:
    """A client with a current copy gets 304; a move or a new name gives another picture."""
    (ann, ben), game = begun(service)
    for number, path in enumerate((".svg", ".png", "/card.png")):
        first = ann.get(f"/games/{game}{path}")
        tag = first.headers["etag"]
        assert first.headers["cache-control"] == "no-cache"
        assert ann.get(f"/games/{game}{path}", If_None_Match=tag).status == 304
        ok(ann.mine("PUT", "/me", {"name": f"Anna {number}"}))
        eventually(lambda path=path, tag=tag: ann.get(f"/games/{game}{path}").headers["etag"] != tag)  # type: ignore[misc]
    before = ann.get(f"/games/{game}.svg").headers["etag"]
    offered = ann.moves(game)
    ok((ann, ben)[offered["seat"]].move(game, offered["moves"][0], offered["version"]), 201)
    assert ann.get(f"/games/{game}.svg", If_None_Match=before).status == 200


@pytest.mark.long
def test_an_animation_is_drawn_by_a_worker(service: Service, over: Game) -> None:
    """An animation is 202 until a worker has drawn it, 304 for a current copy, and at most 2 MB."""
    stranger = service.account()
    path = f"/games/{over.id}.gif"
    first = stranger.get(path)
    assert (first.status, first.headers["retry-after"], first.json) == (202, "2", {"status": "drawing"})
    eventually(lambda: stranger.get(path).status == 200, DRAWN_SECONDS)
    answer = stranger.get(path)
    animation = opened(answer)
    assert answer.headers["content-type"] == "image/gif"
    assert len(answer.body) <= 2 * 1024 * 1024
    assert animation.n_frames > 20  # type: ignore[attr-defined]
    assert stranger.get(path, If_None_Match=answer.headers["etag"]).status == 304


def test_links_have_a_preview(service: Service, over: Game) -> None:
    """The page and the replay of a public game refer to its card, which exists; other pages do not."""
    http = service.http()
    for path in (f"/games/{over.id}", f"/games/{over.id}/replay?version=9"):
        page = http.get(path).body.decode()
        found = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))
        card = unescape(found["og:image"]).removeprefix(f"http://{service.host}:{service.port}")
        assert card.startswith(f"{API}/games/{over.id}/card.png?version=")
        assert opened(http.get(card)).size == (int(found["og:image:width"]), int(found["og:image:height"]))
        assert found["og:title"].startswith("Kingdomino: ")
        assert found["og:description"]
    assert "og:image" not in http.get("/rules").body.decode()

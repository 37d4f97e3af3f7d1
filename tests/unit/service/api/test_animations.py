"""Animations over HTTP, without a worker to draw them."""

from typing import Any

import pytest

from harness.play.signing_in import World
from replays.bootstrap import now_ms
from service.application.pictures.animations import KEPT, animation_key
from service.services import services
from service.shared.visibility import match_of


@pytest.mark.slow
def test_who_has_an_animation_needs_nothing_of_the_store() -> None:
    """A request with its validator gets 304 without another drawing, also a day later."""
    world = World()
    players = [world.browser(), world.browser()]
    for each in players:
        each.guest()
    opened: Any = players[0].ask("POST", "/games", {"players": 2}).json
    path = f"/games/{opened['id']}"
    assert players[1].ask("POST", f"{path}/seats", {}).status_code == 201
    assert players[0].ask("POST", f"{path}/abort", {}).status_code == 201
    assert players[0].ask("GET", f"{path}.gif").status_code == 202
    with world.app.test_request_context():
        animations = services().animations
        match = match_of(opened["id"])
        key = animation_key(match, services().players.names_of(match))
    animations.keep(key, b"GIF89a", 1)
    drawn = players[0].ask("GET", f"{path}.gif")
    assert (drawn.status_code, drawn.data) == (200, b"GIF89a")
    assert animations.take(now_ms()) == opened["id"]
    world.store.delete(key, KEPT)
    known = players[0].ask("GET", f"{path}.gif", If_None_Match=drawn.headers["ETag"])
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", drawn.headers["ETag"])
    assert animations.take(now_ms()) is None
    for unknown in ('"another"', "*"):
        assert players[0].ask("GET", f"{path}.gif", If_None_Match=unknown).status_code == 202
    world.hub.close()


@pytest.mark.slow
def test_a_readers_language_reaches_no_other() -> None:
    """`?lang=` goes before `Accept-Language`; each language has its own validator, and caches are told."""
    world = World()
    player = world.browser()
    player.guest()
    opened: Any = player.ask("POST", "/games", {"players": 2}).json
    path = f"/games/{opened['id']}"
    pictures = {
        tag: player.ask("GET", f"{path}.svg?lang={tag}", Accept_Language="hu") for tag in ("en", "fa", "xx")
    }
    assert "Waiting for" in pictures["en"].text
    assert "Waiting for" not in pictures["fa"].text
    hungarian = player.ask("GET", f"{path}.svg", Accept_Language="hu")
    assert pictures["xx"].data == hungarian.data
    assert len({picture.headers["ETag"] for picture in pictures.values()}) == 3
    known = pictures["fa"].headers["ETag"]
    assert player.ask("GET", f"{path}.svg?lang=fa", If_None_Match=known).status_code == 304
    assert player.ask("GET", f"{path}.svg", If_None_Match=known).status_code == 200
    assert all("Accept-Language" in picture.headers["Vary"] for picture in [*pictures.values(), hungarian])

    second = world.browser()
    second.guest()
    assert second.ask("POST", f"{path}/seats", {}).status_code == 201
    assert player.ask("POST", f"{path}/abort", {}).status_code == 201
    with world.app.test_request_context():
        animations = services().animations
        match = match_of(opened["id"])
        key = animation_key(match, services().players.names_of(match), "fa")
    animations.keep(key, b"GIF89a", 1)
    drawn = player.ask("GET", f"{path}.gif?lang=fa")
    assert (drawn.status_code, drawn.data) == (200, b"GIF89a")
    assert "Accept-Language" in drawn.headers["Vary"]
    assert player.ask("GET", f"{path}.gif", Accept_Language="fa").data == b"GIF89a"
    for other in ("tr", "ko"):
        tag = drawn.headers["ETag"]
        assert player.ask("GET", f"{path}.gif?lang={other}", If_None_Match=tag).status_code == 202
    assert [animations.take(now_ms()) for _ in range(2)] == [
        f"{opened['id']}_{each}" for each in ("tr", "ko")
    ]
    world.hub.close()

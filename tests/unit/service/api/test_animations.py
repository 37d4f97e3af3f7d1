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

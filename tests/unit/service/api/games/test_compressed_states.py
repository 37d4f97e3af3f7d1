"""A compressed state has a weak ETag, which is accepted wherever the strong one is."""

from collections.abc import Iterator
from typing import Any

import pytest

from harness.play.signing_in import API, OURS, World

GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


def test_a_move_takes_the_etag_of_a_compressed_state(world: World) -> None:
    """The weak ETag names the version: an old one is refused, and a current one gets 304."""
    players = [world.browser() for _ in range(4)]
    for player in players:
        player.guest()
    made: Any = players[0].ask("POST", "/games", {"players": len(players)}).json
    for player in players[1:]:
        assert player.ask("POST", f"/games/{made['id']}/seats", {}).status_code == 201
    path, anybody = f"{API}/games/{made['id']}", world.browser().client
    tag = anybody.get(path, headers=GZIP).headers["ETag"]
    assert tag.startswith('W/"')
    assert anybody.get(path, headers={**GZIP, "If-None-Match": tag}).status_code == 304
    offered: Any = anybody.get(f"{path}/moves").json
    mover, move = players[offered["seat"]].client, offered["moves"][0]
    statuses = [
        mover.post(f"{path}/moves", json=move, headers={**OURS, **GZIP, "If-Match": each}).status_code
        for each in ('W/"1"', tag)
    ]
    assert statuses == [412, 201]
    assert anybody.get(path, headers={**GZIP, "If-None-Match": tag}).status_code == 200

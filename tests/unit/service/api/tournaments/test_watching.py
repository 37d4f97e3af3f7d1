"""Who sees the games of a tournament without spectators: its players, its director and its deputies."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.service.api.tournaments.site import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a tournament without spectators whose first round of Ben and Cid is open."""
    found = Site()
    found.announce(spectators=False)
    found.enter("Ben", "Cid")
    found.begin()
    yield found
    found.world.hub.close()


def test_directors_see_its_games_as_spectators_do(site: Site) -> None:
    """Others do not; a deputy does, until dismissed. The tournament itself is public."""
    game = f"/games/{site.state['rounds'][0]['tables'][0]['game']}"
    seen = {browser: browser.ask("GET", game).status_code for browser in site.people}
    assert [*seen.values()] == [200, 200, 200, 404, 404]
    assert "private" in site.ann.ask("GET", game).headers["Cache-Control"]
    assert site.act(site.ann, "name-deputy", player="Dora") == (201, "")
    for path in ("", "/moves", "/events", "/replay", "/audit", "/clock"):
        assert site.dora.ask("GET", f"{game}{path}").status_code == 200, path
        assert site.eve.ask("GET", f"{game}{path}").status_code == 404, path
    talk = site.dora.ask("POST", f"{game}/talk", {"text": "hello"})
    assert (talk.json or {})["room"] == "spectators", talk.data
    assert site.dora.ask("POST", f"{game}/resign", {}).status_code == 403
    assert site.act(site.ann, "dismiss-deputy", player="Dora") == (201, "")
    assert site.dora.ask("GET", game).status_code == 404
    assert site.eve.ask("GET", f"/tournaments/{site.id}").status_code == 200


def test_a_live_stream_ends_with_the_office(site: Site) -> None:
    """A deputy who was dismissed gets no event of a game that was made later."""
    game = site.state["rounds"][0]["tables"][0]["game"]
    assert site.act(site.ann, "name-deputy", player="Dora") == (201, "")
    stream: Any = site.dora.client.get(
        f"/api/v1/games/{game}/events?after=99", headers={"Accept": "text/event-stream"}
    )
    pieces: Iterator[bytes] = iter(stream.response)
    assert next(pieces)
    assert site.act(site.ann, "dismiss-deputy", player="Dora") == (201, "")
    site.play()
    assert b"DominoPlaced" not in b"".join(pieces)

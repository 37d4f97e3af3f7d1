"""Replays, bundles, studies and variations are cached for all viewers and stay correct."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any
from unittest.mock import Mock, patch

import pytest
from werkzeug.test import TestResponse

from harness.games import finish, seeded
from harness.play.dynasties import decided
from harness.play.signing_in import API, OURS, Browser, World
from replays.encoding.identity import GameId
from replays.encoding.signing import Signer
from replays.match.aggregate import Sitter
from service.api.history import variations
from service.services import EXTENSION, Services

NDJSON = "application/x-ndjson"
OTHER_KEY = bytes(reversed(range(32)))


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def ann(world: World) -> Browser:
    """Give a signed-in browser."""
    browser = world.browser()
    browser.guest("Ann")
    return browser


@contextmanager
def counted(name: str) -> Iterator[Mock]:
    """Count the calls of this function of a module of the service."""
    module, _, function = name.rpartition(".")
    real = getattr(import_module(f"service.{module}"), function)
    with patch(f"service.{name}", wraps=real) as calls:
        yield calls


def parts(world: World) -> Services:
    """The services of the application."""
    found: Services = world.app.extensions[EXTENSION]
    return found


def begun(world: World, *browsers: Browser, **agreed: Any) -> GameId:
    """A started game of these browsers, or of one and another player."""
    first, *others = browsers
    answer = first.ask("POST", "/games", {"players": 2, **agreed})
    assert answer.json is not None
    game = GameId(answer.json["id"])
    for other in others:
        assert other.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    if not others:
        tables = parts(world).tables
        tables.join(tables.match(game), Sitter("somebody", None))
    return game


def over(world: World, *browsers: Browser, **agreed: Any) -> GameId:
    """A scored game of these browsers."""
    game = begun(world, *browsers, **agreed)
    finish(parts(world).tables, game, seeded(1))
    parts(world).tables.settle(game)
    return game


def again(browser: Browser, path: str, first: TestResponse, **headers: str) -> TestResponse:
    """The response to a conditional request with the ETag of the first one."""
    return browser.ask("GET", path, **{"If-None-Match": first.headers["ETag"], **headers})


@pytest.mark.long
def test_a_replay_is_made_once(world: World, ann: Browser) -> None:
    """JSON, NDJSON and the page share one rendering; each form has its own validator."""
    path = f"/games/{over(world, ann)}/replay"
    with counted("application.games.recordings.rendered_game") as made:
        first = ann.ask("GET", path)
        assert first.status_code == 200
        assert first.headers["Cache-Control"] == "no-cache"
        assert ann.ask("GET", path).data == first.data
        lines = ann.ask("GET", path, Accept=NDJSON)
        assert lines.headers["ETag"] != first.headers["ETag"]
        assert {"Accept"} <= first.vary & lines.vary
        known = again(ann, path, first)
        assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert known.headers["Cache-Control"] == "no-cache"
        assert again(ann, path, lines, Accept=NDJSON).status_code == 304
        assert again(ann, path, lines).status_code == 200
        assert ann.client.get(path).status_code == 200
        assert ann.client.get(f"{path}?version=7").status_code == 200
    assert made.call_count == 1


def test_who_has_a_replay_needs_none_to_be_made(world: World, ann: Browser) -> None:
    """A matching validator gets 304 even if the cache had no room."""
    path = f"/games/{over(world, ann)}/replay"
    parts(world).recordings._most_bytes = 0
    first = ann.ask("GET", path)
    with counted("application.games.recordings.rendered_game") as made:
        assert again(ann, path, first).status_code == 304
        assert made.call_count == 0
        assert ann.ask("GET", path).data == first.data
        assert made.call_count == 1


@pytest.mark.slow
def test_a_replay_has_the_names_of_now(world: World, ann: Browser) -> None:
    """After a player is renamed or erased, the replay and its validator change."""
    path = f"/games/{over(world, ann)}/replay"
    first = ann.ask("GET", path)
    assert b'"Ann"' in first.data
    assert ann.ask("PUT", "/me", {"name": "Anna"}).status_code == 200
    renamed = again(ann, path, first)
    assert renamed.status_code == 200
    assert b'"Anna"' in renamed.data
    assert b'"Ann"' not in renamed.data


def test_a_game_that_goes_on_has_another_replay(world: World, ann: Browser) -> None:
    """Each move changes the replay; without a move it is not rendered again."""
    game = begun(world, ann)
    path = f"/games/{game}/replay"
    first = ann.ask("GET", path)
    assert again(ann, path, first).status_code == 304
    finish(parts(world).tables, game, seeded(1))
    assert again(ann, path, first).status_code == 200


def test_a_private_replay_is_for_those_who_may_see_it(world: World, ann: Browser) -> None:
    """Others get 404 even with the right validator, and responses are `private`."""
    game = over(world, ann, visibility="private")
    for below in ("replay", "audit", "variation?version=6"):
        path = f"/games/{game}/{below}"
        first = ann.ask("GET", path)
        assert first.status_code == 200
        assert first.cache_control.private
        assert not first.cache_control.public
        assert first.cache_control.no_cache
        assert again(ann, path, first).cache_control.private
        assert again(world.browser(), path, first).status_code == 404


def test_a_bundle_is_made_once_for_each_key(world: World, ann: Browser) -> None:
    """A finished game's bundle may be cached for a day; another signing key gives another bundle."""
    path = f"/games/{over(world, ann)}/audit"
    with counted("api.audits.audits.game_bundle") as made:
        first = ann.ask("GET", path)
        assert first.headers["Cache-Control"] == "public, max-age=86400, immutable"
        assert ann.ask("GET", path).data == first.data
        known = again(ann, path, first)
        assert known.status_code == 304
        assert known.headers["Cache-Control"] == "public, max-age=86400, immutable"
        assert made.call_count == 1
        world.app.extensions[EXTENSION] = replace(parts(world), signer=Signer(OTHER_KEY))
        other = again(ann, path, first)
        assert other.status_code == 200
        assert other.headers["ETag"] != first.headers["ETag"]
        assert made.call_count == 2


def test_the_bundle_of_a_game_that_goes_on_is_asked_for_again(world: World, ann: Browser) -> None:
    """Its response is `no-cache`."""
    answer = ann.ask("GET", f"/games/{begun(world, ann)}/audit")
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.slow
def test_a_dynasty_is_made_once(world: World, ann: Browser) -> None:
    """Its replay and its bundle are cached, the latter with the bundles of its games."""
    dynasty = decided(parts(world).tables, seeded(1))
    with (
        counted("api.dynasties.dynasties.played") as replayed,
        counted("api.audits.audits.game_bundle") as bundled,
    ):
        for below in ("replay", "audit"):
            first = ann.ask("GET", f"/dynasties/{dynasty.id}/{below}")
            assert first.status_code == 200
            assert ann.ask("GET", f"/dynasties/{dynasty.id}/{below}").data == first.data
            assert again(ann, f"/dynasties/{dynasty.id}/{below}", first).status_code == 304
        assert ann.ask("GET", f"/games/{dynasty.games[0].id}/audit").data in first.data
    assert (replayed.call_count, bundled.call_count) == (1, 3)


@pytest.mark.slow
def test_a_study_is_read_once(world: World, ann: Browser) -> None:
    """Its replay, states and page share one parse; after deletion it is gone for all."""
    text = ann.ask("GET", f"/games/{over(world, ann)}", Accept="text/plain").data
    made = ann.client.post(f"{API}/studies", data=text, headers=OURS, content_type="text/plain")
    assert made.json is not None
    path = f"/studies/{made.json['id']}"
    with counted("application.games.recordings.study_of") as read:
        first = ann.ask("GET", f"{path}/replay")
        assert first.json is not None
        assert again(ann, f"{path}/replay", first).status_code == 304
        assert ann.ask("GET", path).json == made.json
        assert ann.ask("GET", f"{path}?version=9").json == first.json["frames"][8]["state"]
        assert ann.client.get(path).status_code == 200
        assert ann.client.get(f"{path}?version=9").status_code == 200
    assert read.call_count == 1
    assert ann.ask("DELETE", path).status_code == 204
    assert again(ann, f"{path}/replay", first).status_code == 404


def test_a_variation_is_worked_out_once(world: World, ann: Browser) -> None:
    """Equal requests about the same position are cached; refusals are not."""
    path = f"/games/{over(world, ann)}/variation"
    with patch.object(variations, "_worked_out", wraps=variations._worked_out) as worked:
        first = ann.ask("GET", f"{path}?version=9")
        assert ann.ask("GET", f"{path}?version=9").data == first.data
        assert again(ann, f"{path}?version=9", first).status_code == 304
        assert worked.call_count == 1
        assert ann.ask("GET", f"{path}?version=10").status_code == 200
        assert {ann.ask("GET", f"{path}?version=2").status_code for _ in range(2)} == {409}
    assert worked.call_count == 4

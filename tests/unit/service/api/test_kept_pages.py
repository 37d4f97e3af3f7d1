"""Replays, bundles, studies and variations are made once for all who ask, and are right all the same."""

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
    """Count how often the service calls what one of its modules has under this name."""
    module, _, function = name.rpartition(".")
    real = getattr(import_module(f"service.{module}"), function)
    with patch(f"service.{name}", wraps=real) as calls:
        yield calls


def parts(world: World) -> Services:
    """What the application is made of."""
    found: Services = world.app.extensions[EXTENSION]
    return found


def begun(world: World, *browsers: Browser, **agreed: Any) -> GameId:
    """A game of these two, or of one and somebody else."""
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
    """Such a game that is scored."""
    game = begun(world, *browsers, **agreed)
    finish(parts(world).tables, game, seeded(1))
    parts(world).tables.settle(game)
    return game


def again(browser: Browser, path: str, first: TestResponse, **headers: str) -> TestResponse:
    """The answer to somebody who has the first one."""
    return browser.ask("GET", path, **{"If-None-Match": first.headers["ETag"], **headers})


def test_a_replay_is_made_once(world: World, ann: Browser) -> None:
    """For JSON, NDJSON, the page at any version, and whoever has it; each form has a validator of its own."""
    path = f"/games/{over(world, ann)}/replay"
    with counted("shared.recordings.rendered_game") as made:
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
    """Not even where there was no room to keep it."""
    path = f"/games/{over(world, ann)}/replay"
    parts(world).recordings._most_bytes = 0
    first = ann.ask("GET", path)
    with counted("shared.recordings.rendered_game") as made:
        assert again(ann, path, first).status_code == 304
        assert made.call_count == 0
        assert ann.ask("GET", path).data == first.data
        assert made.call_count == 1


def test_a_replay_has_the_names_of_now(world: World, ann: Browser) -> None:
    """After a player is renamed or erased it is another one, with another validator."""
    path = f"/games/{over(world, ann)}/replay"
    first = ann.ask("GET", path)
    assert b'"Ann"' in first.data
    assert ann.ask("PUT", "/me", {"name": "Anna"}).status_code == 200
    renamed = again(ann, path, first)
    assert renamed.status_code == 200
    assert b'"Anna"' in renamed.data
    assert b'"Ann"' not in renamed.data


def test_a_game_that_goes_on_has_another_replay(world: World, ann: Browser) -> None:
    """After each move; before it, nothing is made anew."""
    game = begun(world, ann)
    path = f"/games/{game}/replay"
    first = ann.ask("GET", path)
    assert again(ann, path, first).status_code == 304
    finish(parts(world).tables, game, seeded(1))
    assert again(ann, path, first).status_code == 200


def test_a_private_replay_is_for_those_who_may_see_it(world: World, ann: Browser) -> None:
    """A stranger who knows the validator is told that there is no such game; what few may see, few keep."""
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
    """It may be kept for a day when the game is over; by another signing key it is another bundle."""
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
    """Nobody keeps it for long."""
    answer = ann.ask("GET", f"/games/{begun(world, ann)}/audit")
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_dynasty_is_made_once(world: World, ann: Browser) -> None:
    """Its replay, and its bundle with those of its games, which are the same as their own."""
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


def test_a_study_is_read_once(world: World, ann: Browser) -> None:
    """For its replay, its states and its page; one that was deleted is there for nobody."""
    text = ann.ask("GET", f"/games/{over(world, ann)}", Accept="text/plain").data
    made = ann.client.post(f"{API}/studies", data=text, headers=OURS, content_type="text/plain")
    assert made.json is not None
    path = f"/studies/{made.json['id']}"
    with counted("shared.recordings.study_of") as read:
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
    """For the same question about the same position; a refusal is refused again."""
    path = f"/games/{over(world, ann)}/variation"
    with patch.object(variations, "_worked_out", wraps=variations._worked_out) as worked:
        first = ann.ask("GET", f"{path}?version=9")
        assert ann.ask("GET", f"{path}?version=9").data == first.data
        assert again(ann, f"{path}?version=9", first).status_code == 304
        assert worked.call_count == 1
        assert ann.ask("GET", f"{path}?version=10").status_code == 200
        assert {ann.ask("GET", f"{path}?version=2").status_code for _ in range(2)} == {409}
    assert worked.call_count == 4

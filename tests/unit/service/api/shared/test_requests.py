"""Every operation of the document refuses what could be read in two ways, in its query and in its body."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from werkzeug.test import TestResponse

from harness.games import STUDY
from harness.play.signing_in import API, OURS, Browser, World, code

INVALID = (422, "request/invalid")
NOWHERE = "00000000-0000-4000-8000-000000000000"
TWICE = ["It stands twice."]


class Scene(NamedTuple):
    """A browser in which a player is signed in, the OpenAPI document, and the ids in paths by name."""

    ann: Browser
    document: Any
    ids: dict[str, str]

    def operations(self) -> Iterator[tuple[str, str, Any]]:
        """Every operation: method, path with ids, and its description."""
        for path, item in self.document["paths"].items():
            for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
                where = re.sub(r"\{(\w+)\}", lambda found: self.ids.get(found[1], NOWHERE), path)
                yield method.upper(), where, item[method]

    def parameters(self) -> Iterator[tuple[str, str, Any]]:
        """Every parameter of a query: method and path of its operation, and its description."""
        for method, path, operation in self.operations():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query":
                    yield method, path, parameter

    def ask(self, method: str, path: str, body: bytes | None = None) -> TestResponse:
        """The response to a request."""
        return self.ann.client.open(path, method=method, data=body, headers=OURS, buffered=True)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    """Give a world with one thing of each kind that operations with parameters read."""
    world = World(documented=True)
    ann, bob = world.browser(), world.browser()
    player = ann.guest()
    bob.guest("Bob")
    game = made(ann, "/games", {"players": 2})
    assert bob.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    assert ann.ask("POST", f"/games/{game}/abort").status_code == 201  # so that it can be commented on
    ids = {
        "player": player,
        "game": game,
        "dynasty": made(ann, "/dynasties", {"players": 2}),
        "tournament": made(ann, "/tournaments", {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 3}),
        "number": "1",
        "collection": made(ann, "/me/collections", {"title": "Best"}),
        "study": made(ann, "/studies", {"text": STUDY.decode()}),
        "comment": made(ann, f"/games/{game}/comments", {"text": "Good game", "version": 1}),
        "token": made(ann, "/me/tokens", {"name": "bot"}),
        "webhook": made(ann, "/me/webhooks", {"url": "http://127.0.0.1/hook"}),
    }
    yield Scene(ann, ann.ask("GET", "/openapi.json").json, ids)
    world.hub.close()


def made(browser: Browser, path: str, body: Any) -> str:
    """The id of what this request creates."""
    answer = browser.ask("POST", path, body)
    assert answer.status_code == 201, answer.text
    return str((answer.json or {})["id"])


def kind_of(parameter: Any) -> str:
    """The type in the schema of a parameter, perhaps besides null."""
    kind = parameter["schema"].get("type", "string")
    return next(each for each in kind if each != "null") if isinstance(kind, list) else str(kind)


def wrong(answer: TestResponse, part: str, name: str) -> Any:
    """The error of this member of a part of the request, in a response that must refuse it."""
    assert code(answer) == INVALID, (answer.request.path, answer.request.query_string, answer.text)
    told: Any = answer.json
    return told["errors"][part][name]


def test_a_parameter_is_given_once(scene: Scene) -> None:
    """Of two values the client may mean either one, also if they are the same; lists are repeated."""
    tried = 0
    for method, path, parameter in scene.parameters():
        name = parameter["name"]
        if kind_of(parameter) != "array":
            for values in ("{0}=1&{0}=2", "{0}=x&{0}=x", "{0}=&{0}="):
                assert wrong(scene.ask(method, f"{path}?{values.format(name)}"), "query", name) == TWICE
            tried += 1
    assert tried > 80


NUMERALS = ["1_0", "%EF%BC%91%EF%BC%90", "%D9%A1", "+1", "%201", "1%20", "01", "1.0", "1e1", "0x1", "", "--1"]
"""Texts that are no number of JSON: with `_`, other digits, signs, blanks, leading zeros, fractions."""


@pytest.mark.slow
def test_a_number_is_written_as_in_json(scene: Scene) -> None:
    """Python's `int` would take the first seven."""
    tried = 0
    for method, path, parameter in scene.parameters():
        if kind_of(parameter) == "integer":
            for text in NUMERALS:
                wrong(scene.ask(method, f"{path}?{parameter['name']}={text}"), "query", parameter["name"])
            tried += 1
    assert tried > 40


def test_a_word_has_one_form(scene: Scene) -> None:
    """Days and ids are refused in forms that the document does not have."""
    for day in ("20261128", "2026-W48-6", "2026-11-2%EF%BC%98", "2026-1-2"):
        wrong(scene.ask("GET", f"{API}/games?since={day}"), "query", "since")
    for identity in (NOWHERE.replace("-", ""), f"{{{NOWHERE}}}", f"urn:uuid:{NOWHERE}", NOWHERE[:-2] + "_0"):
        wrong(scene.ask("GET", f"{API}/games?player={identity}"), "query", "player")
    assert scene.ask("GET", f"{API}/games?since=2026-01-02&player={NOWHERE.upper()}").status_code == 200


def test_an_unknown_parameter_is_refused_by_every_operation(scene: Scene) -> None:
    """Also by those without parameters, and by those that change something; 401 and 404 come first."""
    tried = 0
    for method, path, operation in scene.operations():
        if operation.get("requestBody", {}).get("required"):
            continue  # the body would be refused first
        assert wrong(scene.ask(method, f"{path}?more=1"), "query", "more") == ["Unknown field."]
        tried += 1
    assert tried > 90
    assert code(scene.ann.world.browser().ask("GET", "/me?more=1")) == (401, "auth/missing")
    assert code(scene.ann.ask("GET", f"/games/{NOWHERE}/clock?more=1")) == (404, "game/unknown")


def test_pages_may_add_the_key_of_a_private_game(scene: Scene) -> None:
    """A page with a key adds it to all its requests."""
    for path in ("/session?invitation=x", "/me/notices?limit=1&invitation=x"):
        assert scene.ann.ask("GET", path).status_code == 200
    game = scene.ids["game"]
    assert scene.ann.ask("GET", f"/games/{game}?invitation=x").status_code == 200
    assert code(scene.ann.ask("GET", f"/games/{game}?invitation=x&invitation=y")) == INVALID


BODIES = [b'{"name":1,"name":2}', b'{"a":[{"name":1,"x":2,"name":1}]}', b'{"\\u006eame":1,"name":1}']


def test_every_body_has_each_member_once(scene: Scene) -> None:
    """`{"players":2,"players":4}` is refused, whatever the operation, also in an object inside."""
    tried = 0
    for method, path, operation in scene.operations():
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        for body in BODIES:
            assert wrong(scene.ask(method, path, body), "json", "name") == TWICE
        tried += 1
    assert tried > 30
    told: Any = scene.ask("POST", f"{API}/games", b'{"players":2,"players":4}').json
    assert told["detail"] == "the member 'players' stands twice in an object: send each member once"

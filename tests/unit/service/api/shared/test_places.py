"""Places in a log that was restored: each operation that reads on from a place says that it is gone."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import OURS, Browser, World, code
from harness.store.fake_log import FakeEventLog
from harness.wire.sse import Message, messages
from replays.encoding.identity import GameId
from replays.kinds import KINDS

JSON, NDJSON, SSE = "application/json", "application/x-ndjson", "text/event-stream"
ENTERED = {"game": "seats", "dynasty": "seats", "tournament": "entries"}
SEATED = 2
"""The version of a table at which only its opener has a seat."""


class Scene(NamedTuple):
    """A world, browsers of three players, and the ids of a game and series of the first two."""

    ann: Browser
    bob: Browser
    cid: Browser
    tables: dict[str, GameId]

    @property
    def log(self) -> FakeEventLog:
        """The log."""
        return cast("FakeEventLog", self.ann.world.services.tables.log)

    def paths(self) -> dict[str, GameId]:
        """The path of every operation of the document with `after`, and the table whose events it has."""
        document: Any = self.ann.ask("GET", "/openapi.json").json
        found = {}
        for path, item in document["paths"].items():
            if any(each["name"] == "after" for each in item.get("get", {}).get("parameters", [])):
                (kind,) = (kind for kind in self.tables if f"{{{kind}}}" in path)
                found[path.format(**self.tables)] = self.tables[kind]
        return found

    def places(self, table: GameId) -> list[str]:
        """The places of the events of a table."""
        return [f"{each.version}.{each.hash[:8]}" for each in self.log.read(table)]

    def restore(self) -> None:
        """Put both logs back to the time at which only the opener had a seat."""
        for table in self.tables.values():
            with self.log.damaging(table) as entries:
                del entries[SEATED:]

    def sit_down(self, browser: Browser) -> None:
        """Take the last seats, so that game and dynasty start, and enter the tournament."""
        for kind, joining in ENTERED.items():
            path = f"/{KINDS[kind].listing}/{self.tables[kind]}/{joining}"
            assert browser.ask("POST", path, {}).status_code == 201

    def ask(self, path: str, form: str, **headers: str) -> TestResponse:
        """The response in this form, of which nothing is read yet."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ann.client.get(path, headers={**OURS, "Accept": form, **sent})

    def told(self, path: str, **headers: str) -> list[Message]:
        """The messages with which a live stream begins."""
        answer = self.ask(path, SSE, **headers)
        assert answer.status_code == 200, answer.text
        first: bytes = next(iter(cast("Any", answer.response)))
        answer.close()
        return list(messages(first.split(b"\n")))

    def is_reset(self, path: str, table: GameId, **headers: str) -> bool:
        """True if a stream begins with a reset and then has all events; False if it has none of both."""
        found = self.told(path, **headers)
        if not found:
            return False
        assert [found[0].type, *(each.id for each in found[1:])] == ["reset", *self.places(table)]
        return True

    def check_gone(self, path: str, table: GameId, place: str) -> None:
        """Every form of the events after a place says that it is gone."""
        for form in (JSON, NDJSON):
            answer = self.ask(f"{path}?after={place}", form)
            assert code(answer) == (410, "version/gone"), (path, form)
            assert (answer.json or {})["version"] == len(self.places(table))
            assert answer.headers["Cache-Control"] == "no-store"
        assert self.is_reset(f"{path}?after={place}", table)
        if "." in place:
            assert self.is_reset(path, table, Last_Event_ID=place)
            assert self.is_reset(f"{path}?after=1", table, Last_Event_ID=place)


@pytest.fixture
def scene() -> Iterator[Scene]:
    """Give a game and a dynasty that have started, and a tournament of two."""
    world = World(documented=True)
    ann, bob, cid = (world.browser() for _ in range(3))
    for browser, name in ((ann, "Ann"), (bob, "Bob"), (cid, "Cid")):
        browser.guest(name)
    opened = {
        "game": ann.ask("POST", "/games", {"players": 2}).json,
        "dynasty": ann.ask("POST", "/dynasties", {"players": 2}).json,
    }
    wanted = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 1}
    opened["tournament"] = ann.ask("POST", "/tournaments", wanted).json
    made = Scene(ann, bob, cid, {kind: GameId((answer or {})["id"]) for kind, answer in opened.items()})
    assert ann.ask("POST", f"/tournaments/{made.tables['tournament']}/entries", {}).status_code == 201
    made.sit_down(bob)
    yield made
    world.hub.close()


def test_a_place_in_the_log_is_where_a_client_reads_on(scene: Scene) -> None:
    """With and without the hash, in every form; at the head there is nothing yet."""
    assert len(scene.paths()) == len(scene.tables)
    for path, table in scene.paths().items():
        places = scene.places(table)
        for number, place in enumerate(places[:-1], start=1):
            for after in (place, str(number)):
                page: Any = scene.ask(f"{path}?after={after}&limit=1", JSON).json
                assert page["events"][0]["version"] == number + 1
                assert scene.ask(f"{path}?after={after}", NDJSON).text.count("\n") == len(places) - number
                assert [each.id for each in scene.told(f"{path}?after={after}")] == places[number:]
            assert [each.id for each in scene.told(path, Last_Event_ID=place)] == places[number:]
        for after in (places[-1], str(len(places))):
            assert scene.ask(f"{path}?after={after}", JSON).json == {"events": [], "next": None}
            assert not scene.is_reset(f"{path}?after={after}", table)


def test_a_place_ahead_of_a_restored_log_is_gone(scene: Scene) -> None:
    """The log is shorter than what the client has."""
    before = {table: scene.places(table) for table in scene.tables.values()}
    scene.restore()
    for path, table in scene.paths().items():
        for place in before[table][SEATED:]:
            scene.check_gone(path, table, place)
            scene.check_gone(path, table, place.partition(".")[0])
        assert scene.ask(f"{path}?after={before[table][SEATED - 1]}", JSON).status_code == 200


def test_a_place_in_another_past_is_gone(scene: Scene) -> None:
    """The log has grown again, with other events; a version alone cannot tell."""
    before = {table: scene.places(table) for table in scene.tables.values()}
    scene.restore()
    scene.sit_down(scene.cid)
    for path, table in scene.paths().items():
        for place in before[table][SEATED:]:
            scene.check_gone(path, table, place)
        version = before[table][-1].partition(".")[0]
        assert scene.ask(f"{path}?after={version}", JSON).status_code == 200


def test_a_stream_of_several_games_resets_the_restored_one(scene: Scene) -> None:
    """Before it sends anything else of the game."""
    game, path = scene.tables["game"], f"/api/v1/events?game={scene.tables['game']}"
    ahead = scene.places(game)[-1]
    scene.restore()
    (reset,) = scene.told(path, Last_Event_ID=ahead)
    assert (reset.type, reset.json) == ("reset", {"game": game, "version": SEATED})
    assert reset.id == scene.places(game)[-1]


def test_a_rematch_that_a_restored_log_does_not_have(scene: Scene) -> None:
    """It may be followed before it is opened, so it is not unknown; the stream says that events are gone."""
    game = scene.tables["game"]
    assert scene.bob.ask("POST", f"/games/{game}/resign").status_code == 201
    scene.ann.world.services.tables.settle(game)
    answer: Any = scene.ann.ask("POST", f"/games/{game}/rematch", {}).json
    rematch = GameId(answer["id"])
    path, last = f"/api/v1/events?game={game}&game={rematch}", scene.places(game)[-1]
    held = f"{last},{scene.places(rematch)[-1]}"
    assert scene.told(path, Last_Event_ID=held) == []
    with scene.log.damaging(rematch) as entries:
        entries.clear()
    (reset,) = scene.told(path, Last_Event_ID=held)
    assert (reset.type, reset.id, reset.json) == ("reset", None, {"game": rematch, "version": 0})
    assert scene.told(path, Last_Event_ID=f"{last},") == []


NO_PLACES = ["x", "", "-1", "+1", "1_0", "01", "1.", "1.0a1b2c3", "0.00000000", "1.0A1B2C3D", "%D9%A1", "1e1"]


@pytest.mark.parametrize("place", NO_PLACES)
def test_what_is_no_place_is_refused(scene: Scene, place: str) -> None:
    """422 in every form; a Last-Event-ID resets the stream, since browsers cannot be told."""
    for path, table in scene.paths().items():
        for form in (JSON, NDJSON, SSE):
            answer = scene.ask(f"{path}?after={place}", form)
            assert code(answer) == (422, "request/invalid")
            assert "12.0a1b2c3d" in answer.text
        assert scene.is_reset(path, table, Last_Event_ID=place)

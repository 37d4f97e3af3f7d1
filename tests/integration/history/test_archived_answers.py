"""Responses about archived games are the same as before, to the byte, on every route."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from harness.games import play_out, seeded
from harness.play.dynasties import decided
from harness.service import API, environment
from harness.store.archives import LONG_AFTER
from kingdomino.rules import GameKind, Mode, Rules
from replays.archive.archive import name_of
from replays.archive.moving import Mover
from replays.archive.opening import open_archive
from replays.bootstrap import open_log, open_tables
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.identity import GameId
from replays.log.listing import Question
from replays.match.recording import MATCHES
from replays.runtime.settings.settings import Settings
from service.app import create_app

FORMS = ("application/json", "application/x-ndjson", "text/event-stream", "text/html", "text/plain")
LISTS = ("games", "games?status=scored", "dynasties", "dynasties?status=scored")
PARTS = ("?version=1", "?version=9", "?after=3&limit=2")


class Old(NamedTuple):
    """A store with a scored game of Tribe, a decided dynasty with its games, and an unscored game."""

    settings: Settings
    folder: Path
    game: GameId
    dynasty: GameId
    of_dynasty: GameId
    live: GameId

    def client(self) -> FlaskClient:
        """A client of a web process that has just started."""
        return create_app(self.settings).test_client()

    def move(self) -> None:
        """Move all finished games and dynasties into the archive."""
        log = open_log(self.settings)
        mover = Mover(log, open_archive(self.settings.archive))
        games, _ = log.list_games(limit=9, status="scored")
        assert len([game for game in games if mover.move(MATCHES, game, LONG_AFTER)]) == 4
        [dynasty], _ = log.list_streams(Question(DYNASTIES.listing), limit=9)
        assert mover.move(DYNASTIES, dynasty, LONG_AFTER)


@pytest.fixture
def old(store: Redis, store_url: str, tmp_path: Path) -> Old:
    """Give such a store, with nothing archived yet."""
    folder = tmp_path / "archive"
    folder.mkdir()
    named = {"KINGDOMINO_ARCHIVE_URL": folder.as_uri()}
    settings = Settings.from_environ({**environment(store_url, tmp_path), **named})
    tables = open_tables(settings)
    dynasty = decided(tables, seeded(1))
    live = play_out(tables, 2, Rules(), seeded(2))
    game = play_out(tables, 2, Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), seeded(3))
    tables.settle(game)
    return Old(settings, folder, game, dynasty.id, dynasty.games[1].id, live)


def told(answer: TestResponse) -> tuple[int, str, bytes]:
    """A response without what is new each time: the date, the request's id, a page's nonce."""
    headers = repr([(name, value) for name, value in answer.headers if name not in {"Date", "X-Request-Id"}])
    nonce = re.search("'nonce-([^']+)'", headers)
    body = answer.get_data()
    if nonce:
        body, headers = body.replace(nonce[1].encode(), b""), headers.replace(nonce[1], "")
    return answer.status_code, headers, body


def asked(old: Old, client: FlaskClient) -> Iterator[tuple[str, str]]:
    """Every path about the game or the dynasty, in each form, and some about one of its games."""
    for rule in client.application.url_map.iter_rules():
        if rule.arguments not in ({"game"}, {"dynasty"}) or "GET" not in (rule.methods or ()):
            continue
        path = rule.rule.replace("<game>", old.game).replace("<dynasty>", old.dynasty)
        yield from ((path, form) for form in FORMS)
        yield from ((path + part, FORMS[0]) for part in PARTS)
        yield rule.rule.replace("<game>", old.of_dynasty).replace("<dynasty>", old.dynasty), FORMS[0]
    yield from ((f"{API}/{path}", FORMS[0]) for path in LISTS)


def everything(old: Old) -> dict[tuple[str, str], tuple[int, str, bytes]]:
    """The responses of a newly started process, also to a client that has seen some events."""
    client = old.client()
    answers = {
        (path, form): told(client.get(path, headers={"Accept": form})) for path, form in asked(old, client)
    }
    events = client.get(f"{API}/games/{old.game}/events?limit=1000").json["events"]  # type: ignore[index]
    for place, event in (("last", events[-1]), ("third", events[2])):
        seen = {"Accept": "text/event-stream", "Last-Event-ID": f"{event['version']}.{event['hash'][:8]}"}
        answers[place, ""] = told(client.get(f"{API}/games/{old.game}/events", headers=seen))
    return answers


@pytest.mark.long
def test_every_answer_is_the_same(old: Old) -> None:
    """Archiving changes no response: games, replays, audits, past versions, events in each form, lists."""
    before = everything(old)
    assert before["last", ""][0] == 204
    assert sum(status == 200 for status, _, _ in before.values()) > 60
    old.move()
    after = everything(old)
    assert [key for key in before if before[key] != after[key]] == []
    assert after.keys() == before.keys()


@pytest.mark.long
def test_an_archive_that_is_away_leaves_live_games_alone(old: Old) -> None:
    """With the archive unavailable, old games are 503 `archive/away` with Retry-After, and are not listed."""
    old.move()
    old.folder.rename(old.folder.with_name("gone"))
    client = old.client()
    for path in (
        f"games/{old.game}",
        f"games/{old.game}/replay",
        f"games/{old.game}/events",
        f"dynasties/{old.dynasty}",
    ):
        answer = client.get(f"{API}/{path}")
        assert (answer.status_code, answer.json["code"]) == (503, "archive/away")  # type: ignore[index]
        assert int(answer.headers["Retry-After"]) > 0
    assert client.get(f"/games/{old.game}").status_code == 503
    assert client.get(f"{API}/games/{old.live}").status_code == 200
    listed = client.get(f"{API}/games").json
    assert [game["id"] for game in listed["games"]] == [old.live]  # type: ignore[index]


@pytest.mark.long
def test_an_object_that_was_changed_is_told(old: Old) -> None:
    """A changed object is 500 `archive/damaged` on every route to it, without its content."""
    old.move()
    other = (old.folder / name_of(old.of_dynasty)).read_bytes()
    (old.folder / name_of(old.game)).write_bytes(other)
    client = old.client()
    for path in ("", "/events", "/replay", "/audit", "?version=1"):
        answer = client.get(f"{API}/games/{old.game}{path}")
        assert (answer.status_code, answer.json["code"]) == (500, "archive/damaged")  # type: ignore[index]
    assert client.get(f"/games/{old.game}").status_code == 500

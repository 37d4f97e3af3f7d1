"""Several games, and hints of the caller's games, in one live stream, on the real service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from harness.audit.json_patch import patched
from harness.games import seeded
from harness.play.playing import Game, move, paged, random_game
from harness.processes import free_port
from harness.service import API, READY_SECONDS, Account, Service, environment, ok
from harness.waiting import eventually
from harness.wire.http import Answer, Http
from harness.wire.sse import Message, messages
from replays.encoding.identity import GameId
from replays.streams import keys
from service.ops.probe import is_ready

NOWHERE = "00000000-0000-4000-8000-000000000000"
MOST_MISSED = 100
STREAMS = 200


@contextmanager
def streaming(
    service: Service, query: str, account: Account | None = None, **headers: str
) -> Iterator[tuple[Answer, Iterator[Message]]]:
    """The start of the stream's response, and the messages as they arrive."""
    if account:
        headers["Authorization"] = f"Bearer {account.token}"
    with service.http() as http, http.stream(f"{API}/events?{query}", **headers) as (answer, lines):
        yield answer, messages(lines)


def query_of(*games: str) -> str:
    """The query for these games."""
    return "&".join(f"game={game}" for game in games)


def place(event: Any) -> str:
    """The event's place in its log."""
    return f"{event['version']}.{event['hash'][:8]}"


def new_game(service: Service) -> Game:
    """A game of two that has just started."""
    players = service.accounts(2)
    return Game(service.table(players), players)


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """Give a scored game of four, with more events than are sent at once."""
    game = random_game(service, 4, seeded(1))
    assert len(paged(game)) > MOST_MISSED
    return game


def test_several_games_in_one_stream(service: Service) -> None:
    """Stored events come first, then new ones; an id has the place in every game."""
    games = [new_game(service) for _ in range(3)]
    with streaming(service, query_of(*(game.id for game in games))) as (answer, stream):
        assert answer.headers["content-type"].startswith("text/event-stream")
        places = [""] * len(games)
        for number in (0, 1, 2, 2, 0, 1, 0):
            game, known = games[number], int(places[number].partition(".")[0] or 0)
            if known:
                move(game, seeded(1), 1)
            for event in paged(game)[known:]:
                message = next(stream)
                places[number] = place(event)
                told = message.json
                assert ("changes" in told, "actions" in told) == (known > 0, known > 0)
                assert (told["game"], told["event"]) == (game.id, event)
                assert (message.type, message.id) == ("message", ",".join(places))


def test_what_an_event_changes_comes_with_it(service: Service) -> None:
    """`changes` give the state that the API has, and `actions` those of each player and of a stranger."""
    owner, other, stranger = service.accounts(3)
    game = ok(owner.post("/games", {"players": 2}), 201)["id"]
    state = ok(service.http().get(f"{API}/games/{game}"))
    with streaming(service, query_of(game)) as (_, stream):
        list(islice(stream, 2))
        ok(other.post(f"/games/{game}/seats", {}), 201)
        move(Game(game, [owner, other]), seeded(1), 20)
        head = ok(service.http().get(f"{API}/games/{game}"))
        while state["version"] < head["version"]:
            message = next(stream).json
            state = patched(state, message["changes"])
            if state["version"] % 7 == 0:
                assert state == ok(service.http().get(f"{API}/games/{game}?version={state['version']}"))
    assert state == head
    for account in (owner, other, stranger):
        own = message["actions"].get(account.id, message["actions"]["others"])
        assert own == account.mine("GET", f"/games/{game}").json["actions"]


def test_a_damaged_game_is_in_no_others_way(service: Service) -> None:
    """A damaged game is reported and sends no events; the others do, with ids in the order of the query."""
    games = [new_game(service) for _ in range(3)]
    key, following = keys.stream(GameId(games[1].id)), len(paged(games[1])) + 1
    service.store.xadd(key, {"e": "<", "h": "0" * 64}, id=f"{following}-0")
    with streaming(service, query_of(*(game.id for game in games))) as (answer, stream):
        assert answer.status == 200
        message = next(stream)
        assert (message.type, message.json) == ("damaged", {"game": games[1].id})
        events = [(game.id, event) for game in (games[0], games[2]) for event in paged(game)]
        got = [next(stream) for _ in events]
        assert [(message.json["game"], message.json["event"]) for message in got] == events
        assert got[-1].id == f"{place(paged(games[0])[-1])},,{place(paged(games[2])[-1])}"
    with streaming(service, query_of(games[1].id)) as (answer, _):
        assert answer.status == 500


def test_a_stream_resumes_after_any_id(service: Service) -> None:
    """A stream resumes after any id without gap or repetition, in every game."""
    games = [new_game(service) for _ in range(2)]
    query = query_of(*(game.id for game in games))
    expected = [{"game": game.id, "event": event} for game in games for event in paged(game)]
    with streaming(service, query) as (_, stream):
        got = list(islice(stream, len(expected)))
    assert [message.json for message in got] == expected
    for number, message in enumerate(got[:-1]):
        with streaming(service, query, Last_Event_ID=message.id or "") as (_, stream):
            rest = [each.json for each in islice(stream, len(expected) - number - 1)]
            assert rest == expected[number + 1 :]


def test_a_place_that_is_not_in_the_log(service: Service) -> None:
    """A place that is not in the log resets only its game; later events come after the named version."""
    one, other = new_game(service), new_game(service)
    head = paged(one)[-1]
    last = ",".join(["3.00000000", place(paged(other)[-2])])
    with streaming(service, query_of(one.id, other.id), Last_Event_ID=last) as (_, stream):
        reset, event = next(stream), next(stream)
        assert (reset.type, reset.json) == ("reset", {"game": one.id, "version": head["version"]})
        assert reset.id == f"{place(head)},{place(paged(other)[-2])}"
        assert event.json == {"game": other.id, "event": paged(other)[-1]}
        move(one, seeded(1), 1)
        assert next(stream).json["event"] == paged(one)[head["version"]]


@pytest.mark.long
def test_who_has_missed_too_much(service: Service, over: Game) -> None:
    """A client that has missed too much gets a reset; one that has missed less gets all events."""
    events = paged(over)
    with streaming(service, query_of(over.id)) as (_, stream):
        (reset,) = stream
        assert (reset.type, reset.json) == ("reset", {"game": over.id, "version": len(events)})
        assert reset.id == place(events[-1])
    with streaming(service, query_of(over.id), Last_Event_ID=place(events[-MOST_MISSED - 1])) as (_, stream):
        assert [message.json["event"] for message in stream] == events[-MOST_MISSED:]


def test_a_game_that_ends_leaves_the_others(service: Service, over: Game) -> None:
    """A game that ends sends no more events; the stream ends with the last game, and then is 204."""
    games = [new_game(service) for _ in range(2)]
    query, kept = query_of(over.id, *(game.id for game in games)), f"{place(paged(over)[-1])},"
    with streaming(service, query, Last_Event_ID=kept) as (_, stream):
        for game in games:
            ok(game.seats[0].post(f"/games/{game.id}/abort", {}), 201)
        got = list(stream)
    assert {message.json["game"] for message in got} == {game.id for game in games}
    assert str(got[-1].id).startswith(kept)
    with streaming(service, query, Last_Event_ID=got[-1].id or "") as (answer, stream):
        assert (answer.status, list(stream)) == (204, [])


def test_private_games_and_their_keys(service: Service) -> None:
    """Each key opens its own game; without its key a private game is unknown, by id."""
    owner, stranger = service.accounts(2)
    games = [ok(owner.post("/games", {"players": 2, "visibility": "private"}), 201)["id"] for _ in range(2)]
    keys = [ok(owner.mine("GET", f"/games/{game}/invitation"))["key"] for game in games]
    open_game = new_game(service)
    query = query_of(*games, open_game.id)
    for asked, unknown in [(query, games), (f"{query}&invitation={keys[1]}", games[:1])]:
        refused = stranger.mine("GET", f"/events?{asked}")
        assert (refused.code, refused.json["games"]) == ("game/unknown", unknown)
    assert stranger.get(f"/events?{query_of(NOWHERE, open_game.id)}").json["games"] == [NOWHERE]
    with streaming(service, query + "".join(f"&invitation={key}" for key in keys)) as (answer, stream):
        assert [message.json["game"] for message in islice(stream, 4)] == [g for g in games for _ in range(2)]
        assert "private" in answer.headers["cache-control"]
    with streaming(service, query, owner) as (answer, _):
        assert answer.status == 200


def test_a_game_without_spectators(service: Service) -> None:
    """A game without spectators ends at its start for others than its players; the stream goes on."""
    owner, other = service.accounts(2)
    closed = ok(owner.post("/games", {"players": 2, "spectators": False}), 201)["id"]
    beside = new_game(service)
    last = f",{place(paged(beside)[-1])}"
    with (
        streaming(service, query_of(closed, beside.id), Last_Event_ID=last) as (_, watched),
        streaming(service, query_of(closed), other) as (_, played),
    ):
        before = [message.json["event"]["type"] for message in islice(watched, 2)]
        assert before == [message.json["event"]["type"] for message in islice(played, 2)]
        ok(other.post(f"/games/{closed}/seats", {}), 201)
        assert [next(played).json["event"]["type"] for _ in range(2)] == ["PlayerSeated", "GameStarted"]
        move(beside, seeded(1), 1)
        seated, hidden, moved = (next(watched) for _ in range(3))
        assert seated.json["event"]["type"] == "PlayerSeated"
        assert (hidden.type, hidden.id, hidden.json) == ("hidden", None, {"game": closed})
        assert moved.json["game"] == beside.id


def test_hints_beside_events(service: Service) -> None:
    """Hints come for the caller's games, also without a named game; they have no id, so places stay."""
    player, other = service.accounts(2)
    game = new_game(service)
    known = len(paged(game))
    with (
        streaming(service, f"{query_of(game.id)}&mine=true", player) as (answer, some),
        streaming(service, "mine=true", player) as (_, others),
    ):
        assert answer.status == 200
        both, hints = (filter(lambda message: message.type != "notices", each) for each in (some, others))
        list(islice(both, known))
        mine = service.table([player, other])
        for stream in (both, hints):
            hint = next(stream)
            assert (hint.type, hint.id, hint.json["game"]) == ("hint", None, mine)
        move(game, seeded(1), 1)
        event = next(message for message in both if message.type == "message")
        assert (event.json["game"], event.json["event"]) == (game.id, paged(game)[known])


@pytest.mark.long
def test_a_stop_with_many_streams(service: Service, tmp_path: Path) -> None:
    """Each of many streams ends completely when the web process stops, whose exit code is 0."""
    game, port = new_game(service), free_port()
    known = len(paged(game))
    with ExitStack() as stack:
        web = stack.enter_context(web_process(service, tmp_path, port))
        streams = []
        for _ in range(STREAMS):
            http = stack.enter_context(Http(service.host, port))
            answer, lines = stack.enter_context(http.stream(f"{API}/events?{query_of(game.id)}"))
            assert answer.status == 200
            # Opening all of them may take longer than the interval of keep-alive comments.
            streams.append(messages(line for line in lines if line != b": still here"))
        for stream in streams:
            assert next(stream).json["game"] == game.id
        web.terminate()
        for stream in streams:
            assert len(list(stream)) == known - 1
        assert web.wait() == 0


@contextmanager
def web_process(service: Service, folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a web process on the service's store, with the default settings; it is killed at the end."""
    settings = environment(service.store_url, folder) | {"PORT": str(port), "HOST": service.host}
    with subprocess.Popen(
        [sys.executable, "-m", "service.cli.main", "web"], env={**os.environ, **settings}
    ) as web:
        try:
            eventually(lambda: is_ready(service.host, port), READY_SECONDS)
            yield web
        finally:
            web.kill()

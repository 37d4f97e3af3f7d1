"""The record of a game over HTTP: pages, lines, live streams, replays, and damaged logs."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import accumulate, islice
from typing import Any, cast

import pytest

from harness.audit.json_patch import patched
from harness.audit.record import check_chain
from harness.games import seeded
from harness.play.playing import Game, move, paged, random_game
from harness.processes import free_port
from harness.service import API, Service, environment, ok, processes
from harness.store.records import chained, plain
from harness.waiting import eventually
from harness.wire.http import Answer
from harness.wire.sse import Message, messages
from replays.encoding.canonical import canonical
from replays.encoding.entries import KEYS, Head
from replays.encoding.identity import GameId
from replays.encoding.packed import pack
from replays.streams import keys

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
Entries = list[tuple[bytes, dict[bytes, bytes]]]
STREAMS = 3
"""The number of streams that a process may hold here."""


def new_game(service: Service) -> Game:
    """A game of two that has just started."""
    players = service.accounts(2)
    return Game(service.table(players), players)


@pytest.fixture(scope="module")
def begun(service: Service) -> Game:
    """Give a running game that no test moves in."""
    game = new_game(service)
    move(game, seeded(1), 6)
    return game


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """Give a scored game."""
    return random_game(service, 2, seeded(1))


@pytest.fixture(scope="module")
def small(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a second web process on the same store, with few streams, whose caches are empty."""
    port = free_port()
    settings = environment(service.store_url, tmp_path_factory.mktemp("data"))
    with ExitStack() as stack:
        stack.enter_context(processes({**settings, "KINGDOMINO_STREAMS": str(STREAMS)}, port, ["web"]))
        yield Service(service.store_url, port, stack)


@contextmanager
def streaming(
    service: Service, game: Game, query: str = "", **headers: str
) -> Iterator[tuple[Answer, Iterator[Message]]]:
    """A live stream of a game: the start of the response, and the messages as they arrive."""
    with (
        service.http() as http,
        http.stream(f"{API}/games/{game.id}/events{query}", Accept=SSE, **headers) as (answer, lines),
    ):
        yield answer, messages(lines)


def entries_of(service: Service, game: str) -> Entries:
    """The entries of the game's stream in the store, each in the older form."""
    found = cast("Entries", service.store.xrange(keys.stream(GameId(game))))
    return [(name, plain(fields)) for name, fields in found]


def test_public_events(over: Game) -> None:
    """Each event has exactly the stored keys and its hash, and the chain can be recomputed from them."""
    events = paged(over)
    for event in events:
        assert tuple(sorted(event)) == tuple(sorted((*KEYS, "hash")))
        assert event["actor"] in {"system", *(seat.id for seat in over.seats)}
    record = check_chain(over.id, events)
    assert record[-1].hash == over.seats[0].state(over.id)["hash"]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)


def test_events_are_served_as_stored(service: Service, over: Game) -> None:
    """Events are served as stored, to the byte, with the hash inserted, in canonical form."""
    raw = entries_of(service, over.id)
    lines = over.seats[0].get(f"/games/{over.id}/events", Accept=NDJSON).body.splitlines()
    for line, (_, fields) in zip(lines, raw, strict=True):
        event = json.loads(line)
        assert canonical(event) == line
        digest = event.pop("hash")
        assert (canonical(event), digest.encode()) == (fields[b"e"], fields[b"h"])


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_pages_of_events(over: Game, limit: int) -> None:
    """`next` is the next `after`, and null on the last page; no event is missing or repeated."""
    whole = ok(over.seats[0].get(f"/games/{over.id}/events"))
    assert whole["next"] is None
    pages: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = ok(over.seats[0].get(f"/games/{over.id}/events?after={after}&limit={limit}"))
        assert len(page["events"]) <= limit
        pages += page["events"]
        assert page["next"] in {None, after + limit}
        after = page["next"]
    assert pages == whole["events"]


def test_pages_after_the_end(over: Game) -> None:
    """The page after the last event is empty; a place that the log does not have is gone."""
    last = paged(over)[-1]
    version = last["version"]
    for after in (version, f"{version}.{last['hash'][:8]}"):
        assert ok(over.seats[0].get(f"/games/{over.id}/events?after={after}")) == {"events": [], "next": None}
    for after in (version + 1, 10**9, f"{version + 1}.{last['hash'][:8]}", f"{version}.{'0' * 8}"):
        gone = over.seats[0].get(f"/games/{over.id}/events?after={after}")
        assert (gone.status, gone.code, gone.json["version"]) == (410, "version/gone", version)


def test_lines_of_events(over: Game) -> None:
    """As NDJSON each event is a line; `after` and `limit` apply too."""
    answer = over.seats[0].get(f"/games/{over.id}/events", Accept=NDJSON)
    assert answer.headers["content-type"] == NDJSON
    assert answer.body.endswith(b"\n")
    events = paged(over)
    assert [json.loads(line) for line in answer.body.splitlines()] == events
    some = over.seats[0].get(f"/games/{over.id}/events?after=3&limit=4", Accept=f"{NDJSON};q=0.9, text/plain")
    assert [json.loads(line) for line in some.body.splitlines()] == events[3:7]
    gone = over.seats[0].get(f"/games/{over.id}/events?after=999999", Accept=NDJSON)
    assert (gone.status, gone.code) == (410, "version/gone")


def test_a_stream_from_the_start(service: Service, begun: Game) -> None:
    """All events so far come as messages: the id has version and hash, the data is the event."""
    events = paged(begun)
    with streaming(service, begun) as (answer, stream):
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(SSE)
        assert answer.headers["cache-control"] == "no-cache"
        got = list(islice(stream, len(events)))
    assert [message.json for message in got] == events
    assert [message.id for message in got] == [f"{e['version']}.{e['hash'][:8]}" for e in events]
    assert {message.type for message in got} == {"message"}


def test_a_stream_from_a_version_on(service: Service, begun: Game) -> None:
    """A stream with `after` starts with the next event."""
    events = paged(begun)
    with streaming(service, begun, "?after=4") as (_, stream):
        assert [message.json for message in islice(stream, len(events) - 4)] == events[4:]


def test_a_stream_is_live(service: Service) -> None:
    """New events reach two watching clients, in order and once."""
    game = new_game(service)
    with streaming(service, game) as (_, one), streaming(service, game, "?after=2") as (_, other):
        known = len(paged(game))
        got, later = list(islice(one, known)), list(islice(other, known - 2))
        for _ in range(5):
            move(game, seeded(1), 1)
            fresh = paged(game)[len(got) :]
            assert fresh
            got += (news := list(islice(one, len(fresh))))
            later += list(islice(other, len(fresh)))
            assert [message.json for message in news] == fresh
    assert later == got[2:]


def test_a_stream_from_before_the_game_begins(service: Service) -> None:
    """A stream of an open table shows the other players sit down and the game start."""
    players = service.accounts(2)
    table = ok(players[0].post("/games", {"players": 2}), 201)["id"]
    game = Game(table, players)
    with streaming(service, game) as (_, stream):
        assert [message.json["type"] for message in islice(stream, 2)] == ["GameCreated", "PlayerSeated"]
        ok(players[1].post(f"/games/{table}/seats", {}), 201)
        types = [message.json["type"] for message in islice(stream, 4)]
    assert types == ["PlayerSeated", "GameStarted", "LineDealt", "KingDrawn"]


def test_a_stream_resumed(service: Service, begun: Game) -> None:
    """A stream resumes after Last-Event-ID, which overrides `after`, without gap or repetition."""
    events = paged(begun)
    for event in events[:-1]:
        last = f"{event['version']}.{event['hash'][:8]}"
        with streaming(service, begun, "?after=0", Last_Event_ID=last) as (_, stream):
            assert next(stream).json == events[event["version"]]


def test_a_stream_resumed_where_the_log_is_another(service: Service, begun: Game) -> None:
    """An id whose hash this log does not contain gets a reset, and then all events."""
    events = paged(begun)
    for last in (f"3.{'0' * 8}", f"{len(events) + 1}.{events[-1]['hash'][:8]}", "3"):
        with streaming(service, begun, Last_Event_ID=last) as (_, stream):
            reset = next(stream)
            assert (reset.type, reset.id) == ("reset", None)
            assert [message.json for message in islice(stream, len(events))] == events


def test_a_stream_ends_with_the_game(service: Service) -> None:
    """A stream has all events up to the score; then the server ends it."""
    game = new_game(service)
    with streaming(service, game) as (_, stream):
        move(game, seeded(1))
        got = [message.json for message in stream]
    assert got[-1]["type"] == "GameScored"
    assert got == paged(game)


def test_a_stream_of_a_game_that_is_over(service: Service, over: Game) -> None:
    """The stream of a finished game ends; a client that has all events gets 204, so that browsers stop."""
    events = paged(over)
    with streaming(service, over) as (_, stream):
        assert [message.json for message in stream] == events
    last = f"{len(events)}.{events[-1]['hash'][:8]}"
    with streaming(service, over, Last_Event_ID=last) as (answer, stream):
        assert (answer.status, list(stream)) == (204, [])
    for after in (len(events), last):
        with streaming(service, over, f"?after={after}") as (answer, stream):
            assert (answer.status, list(stream)) == (204, [])
    with streaming(service, over, f"?after={len(events) + 1}") as (_, stream):
        reset, *rest = stream
        assert (reset.type, [message.json for message in rest]) == ("reset", events)


def admitted(
    stack: ExitStack, asked: AbstractContextManager[tuple[Answer, Iterator[Message]]]
) -> Iterator[Message] | None:
    """The messages of a stream, which stays open until the stack is closed; None if there was no room."""
    with ExitStack() as own:
        answer, stream = own.enter_context(asked)
        if answer.status != 200:
            return None
        stack.push(own.pop_all())
        return stream


def test_as_many_streams_as_there_is_room_for(small: Service, begun: Game) -> None:
    """One stream too many is 503 with Retry-After; requests still work, and a closed stream makes room."""
    events = len(paged(begun))
    game = new_game(small)
    with ExitStack() as stack:
        for _ in range(STREAMS):
            # A stream of another test may have been closed just now.
            assert next(eventually(lambda: admitted(stack, streaming(small, game))))
        with streaming(small, begun) as (refused, _):
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) > 0
        refused = game.seats[0].get(f"/games/{begun.id}/events", Accept=SSE)
        assert (refused.status, refused.code) == (503, "stream/too-many")
        assert len(ok(game.seats[0].get(f"/games/{begun.id}/events"))["events"]) == events

    def room() -> bool:
        with streaming(small, begun) as (answer, _):
            return answer.status == 200

    eventually(room)


def test_a_replay(over: Game) -> None:
    """A replay has every event and the state after it, the same as JSON and as lines."""
    whole = ok(over.seats[0].get(f"/games/{over.id}/replay"))
    assert whole.keys() == {"frames"}
    assert [frame["event"] for frame in whole["frames"]] == paged(over)
    assert all(frame["version"] == frame["state"]["version"] for frame in whole["frames"])
    assert whole["frames"][-1]["state"] == over.seats[0].state(over.id)
    lines = over.seats[0].get(f"/games/{over.id}/replay", Accept=NDJSON)
    assert lines.headers["content-type"] == NDJSON
    assert [json.loads(line) for line in lines.body.splitlines()] == whole["frames"]


def test_a_replay_as_changes(over: Game) -> None:
    """The first state and the changes give all states, in less than a third of the bytes, in both forms."""
    get, path = over.seats[0].get, f"/games/{over.id}/replay"
    whole, steps = get(path), get(f"{path}?form=changes")
    assert whole.headers["etag"] != steps.headers["etag"]
    first, *rest = frames = ok(steps)["frames"]
    states = accumulate(rest, lambda state, frame: patched(state, frame["changes"]), initial=first["state"])
    assert list(states) == [frame["state"] for frame in ok(whole)["frames"]]
    assert [frame["event"] for frame in frames] == paged(over)
    assert len(steps.body) < len(whole.body) / 3
    lines = get(f"{path}?form=changes", Accept=NDJSON)
    assert [json.loads(line) for line in lines.body.splitlines()] == frames


@pytest.mark.long
@pytest.mark.parametrize("form", ["states", "changes"])
def test_the_lines_of_a_replay_flow(over: Game, form: str) -> None:
    """Lines are sent in chunks, without a length; a client with a current copy gets 304."""
    path = f"/games/{over.id}/replay?form={form}"
    lines = over.seats[0].get(path, Accept=NDJSON)
    assert lines.headers["transfer-encoding"] == "chunked"
    assert "content-length" not in lines.headers
    known = over.seats[0].get(path, Accept=NDJSON, If_None_Match=lines.headers["etag"])
    assert (known.status, known.body) == (304, b"")
    other = over.seats[0].get(path, If_None_Match=lines.headers["etag"])
    assert other.status == 200


Damage = Callable[[Entries], Entries]
SPOT = 8
"""The damaged version; the intact part is one event shorter."""


def changed(field: bytes, old: bytes, new: bytes) -> Damage:
    """Damage that changes bytes in one field of the entry, and keeps its hash."""

    def damage(entries: Entries) -> Entries:
        name, fields = entries[SPOT - 1]
        assert old in fields[field]
        entries[SPOT - 1] = (name, {**fields, field: fields[field].replace(old, new)})
        return entries

    return damage


def forged(**members: Any) -> Damage:
    """Damage that changes members of the event and its hash to match: the chain breaks only after it."""

    def damage(entries: Entries) -> Entries:
        before = Head(json.loads(entries[SPOT - 2][1][b"e"])["version"], entries[SPOT - 2][1][b"h"].decode())
        body = canonical({**json.loads(entries[SPOT - 1][1][b"e"]), **members})
        [event] = chained(before, [body])
        entries[SPOT - 1] = (entries[SPOT - 1][0], {b"e": body, b"h": event.hash.encode()})
        return entries

    return damage


DAMAGES: dict[str, tuple[Damage, str]] = {
    "a changed event": (changed(b"e", b'"seat":', b'"seat":1'), "log/chain"),
    "no JSON any more": (changed(b"e", b"{", b"<"), "log/not-canonical"),
    "another hash": (changed(b"h", b"", b"0"), "log/chain"),
    "a missing entry": (lambda entries: entries[: SPOT - 1] + entries[SPOT:], "log/gap"),
    "a field too many": (
        lambda entries: [
            (name, {**fields, b"x": b"1"} if name == b"%d-0" % SPOT else fields) for name, fields in entries
        ],
        "log/fields",
    ),
    "an unknown type": (forged(type="DominoEaten"), "log/unknown-type"),
    "an unknown schema": (forged(schema=99), "log/unknown-schema"),
    "data of another form": (forged(data={"domino": "twelve"}), "log/data"),
    "what cannot happen there": (
        forged(type="DominoPlaced", data={"domino": 1, "x": 3, "y": 3, "direction": "east"}, seat=3),
        "log/impossible",
    ),
    "a square that is on no board": (
        forged(type="DominoPlaced", data={"domino": 1, "x": -24, "y": -24, "direction": "east"}, seat=0),
        "log/impossible",
    ),
}


def packed(fields: Mapping[bytes, bytes]) -> Mapping[bytes, bytes]:
    """The entry in the present form, if that can have what it says."""
    if fields.keys() != {b"e", b"h"} or len(fields[b"h"]) != 64:
        return fields
    return {b"p": pack(fields[b"e"], fields[b"h"].decode())}


def rewrite(service: Service, game: str, damage: Damage) -> None:
    """Change the game's stream in the store directly."""
    key = keys.stream(GameId(game))
    entries = entries_of(service, game)
    service.store.delete(key)
    for name, plain_fields in damage(entries):
        fields = packed(plain_fields)
        pairs = [part for pair in fields.items() for part in pair]
        service.store.execute_command("XADD", key, name, *pairs)  # type: ignore[no-untyped-call]


@pytest.mark.long
@pytest.mark.parametrize("kind", DAMAGES)
def test_the_replay_of_a_damaged_log(service: Service, small: Service, kind: str) -> None:
    """A replay of a damaged log gives the intact part and the first fault, with or without a cached game."""
    game = new_game(service)
    move(game, seeded(1), 4)
    good = ok(game.seats[0].get(f"/games/{game.id}/replay"))["frames"][: SPOT - 1]
    damage, code = DAMAGES[kind]
    rewrite(service, game.id, damage)
    for asked in (service, small):
        with asked.http() as http:
            found = ok(http.get(f"{API}/games/{game.id}/replay"))
            assert found["frames"] == good
            fault = found["fault"]
            assert (fault["version"], fault["code"]) == (SPOT, code)
            assert fault["text"]
            lines = http.get(f"{API}/games/{game.id}/replay", Accept=NDJSON).body.splitlines()
            assert [json.loads(line) for line in lines] == [*good, {"fault": fault}]
            steps = ok(http.get(f"{API}/games/{game.id}/replay?form=changes"))
            assert [frame["version"] for frame in steps["frames"]] == list(range(1, SPOT))
            assert steps["fault"] == fault
            assert http.get(f"/games/{game.id}/replay").status == 200


def test_streams_and_pages_after_a_restore(service: Service, small: Service) -> None:
    """The store has an older copy of the log: what a client read after it is gone, in every form."""
    game = new_game(service)
    move(game, seeded(1), 4)
    last = paged(game)[-1]
    held = f"{last['version']}.{last['hash'][:8]}"
    rewrite(service, game.id, lambda entries: entries[: SPOT - 1])
    for asked in (service, small):
        for after in (held, last["version"]):
            for form in ("application/json", NDJSON):
                with asked.http() as http:
                    gone = http.get(f"{API}/games/{game.id}/events?after={after}", Accept=form)
                assert (gone.code, gone.json["version"]) == ("version/gone", SPOT - 1)
            with streaming(asked, game, f"?after={after}") as (_, stream):
                messages = list(islice(stream, SPOT))
                assert [message.type for message in messages] == ["reset"] + ["message"] * (SPOT - 1)
                assert [message.json for message in messages[1:]] == paged(game)
    move(game, seeded(2), 8)
    with streaming(service, game, f"?after={held}") as (_, stream):
        assert next(stream).type == "reset"


def test_a_log_damaged_from_the_first_event_on(service: Service, small: Service) -> None:
    """A replay of a log damaged from its first event has no frames, only the fault."""
    game = new_game(service)
    rewrite(service, game.id, lambda entries: [(entries[0][0], {**entries[0][1], b"e": b"{}"}), *entries[1:]])
    with small.http() as http:
        found = ok(http.get(f"{API}/games/{game.id}/replay"))
        steps = ok(http.get(f"{API}/games/{game.id}/replay?form=changes"))
    assert found["frames"] == steps["frames"] == []
    assert (found["fault"]["version"], found["fault"]["code"]) == (1, "log/keys")


def test_a_damaged_game_hides_no_other(service: Service, small: Service) -> None:
    """Lists leave out an unreadable game, and a request for it is `log/damaged`."""
    good, bad = new_game(service), new_game(service)
    move(bad, seeded(1), 4)
    rewrite(service, bad.id, DAMAGES["no JSON any more"][0])
    with small.http() as http:
        listed = [entry["id"] for entry in ok(http.get(f"{API}/games?limit=200"))["games"]]
        assert good.id in listed
        assert bad.id not in listed
        assert http.get("/").status == 200
        answer = http.get(f"{API}/games/{bad.id}")
        assert (answer.status, answer.code) == (500, "log/damaged")


@pytest.mark.parametrize("entry", [("{0}-1", {"e": "{}", "h": "00"}), ("99{0}-0", {"x": "y"})])
def test_an_unreadable_last_entry_shows_at_once(
    service: Service, small: Service, entry: tuple[str, dict[str, str]]
) -> None:
    """The page says so before anybody moves, whether or not the game was cached; the replay has the rest."""
    game = new_game(service)
    move(game, seeded(1), 4)
    before = ok(game.seats[0].get(f"/games/{game.id}"))
    name, fields = entry
    service.store.xadd(
        keys.stream(GameId(game.id)), cast("dict[Any, Any]", fields), id=name.format(before["version"])
    )
    for asked in (service, small):
        with asked.http() as http:
            answer = http.get(f"{API}/games/{game.id}")
            assert (answer.status, answer.code) == (500, "log/damaged")
            assert b"The record of this game is damaged" in http.get(f"/games/{game.id}").body
            found = ok(http.get(f"{API}/games/{game.id}/replay"))
            assert len(found["frames"]) == before["version"]
            assert found["fault"]["version"] == before["version"] + 1

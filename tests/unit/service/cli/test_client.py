"""The API client: requests of the contract, safe retries, and explained failures."""

from itertools import count

import pytest

from harness.processes import free_port
from harness.wire.fake_service import HANG_UP, Answer, FakeService, answering
from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId
from service.cli.client import ApiClient, BadAnswer, ClientError, NoService, Player, RequestRefused

ANN = Player("id-of-ann", "Ann", "id-of-ann.secret")
GAME = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
MOVE = {"type": "choose", "domino": 20}


def opening(**data: object) -> dict[str, object]:
    """The first event of the game, with its hash."""
    body = {"version": 1, "type": "GameCreated", "data": {"draws": 2, **data}}
    return {**body, "hash": link(genesis(GameId(GAME)), canonical(body)).hex()}


FIRST = opening()


def client_of(service: FakeService, pauses: list[float] | None = None) -> ApiClient:
    """Return a client with the keys key-1, key-2 … that records its pauses instead of sleeping."""
    numbers = count(1)
    noted = [] if pauses is None else pauses
    return ApiClient(f"{service.url}/", pause=noted.append, new_key=lambda: f"key-{next(numbers)}")


def test_requests_are_those_of_the_contract() -> None:
    """Methods, paths, bodies and headers follow version 1 of the API."""
    player = Answer(201, {"id": ANN.id, "name": ANN.name, "token": ANN.token})
    answers = [player, Answer(201, {"id": GAME})]
    answers += [Answer(200, {"events": [FIRST]}), Answer(201, {"seat": 1}), *[Answer()] * 6]
    with answering(answers) as service, client_of(service) as client:
        assert client.create_player("Ann") == ANN
        assert client.create_game(ANN, {"harmony": True}, 3)["id"] == GAME
        assert client.take_seat(ANN, GAME) == 1
        client.state(GAME)
        client.state(GAME, version=7)
        client.moves(GAME)
        client.move(ANN, GAME, MOVE, 7)
        client.events(GAME, after=3, limit=5)
        client.replay(GAME)
    path = f"/api/v1/games/{GAME}"
    entropy = service.asked[3].body["entropy"]
    assert len(set(bytes.fromhex(entropy))) > 16  # 32 random bytes
    assert [(asked.method, asked.path, asked.body) for asked in service.asked] == [
        ("POST", "/api/v1/players", {"name": "Ann"}),
        ("POST", "/api/v1/games", {"rules": {"harmony": True}, "players": 3, "join": True}),
        ("GET", f"{path}/events?after=0&limit=1", None),
        ("POST", f"{path}/seats", {"entropy": entropy, "seen": FIRST["hash"]}),
        ("GET", path, None),
        ("GET", f"{path}?version=7", None),
        ("GET", f"{path}/moves", None),
        ("POST", f"{path}/moves", MOVE),
        ("GET", f"{path}/events?after=3&limit=5", None),
        ("GET", f"{path}/replay", None),
    ]
    posted = [asked.headers for asked in service.asked if asked.method == "POST"]
    assert [headers["Idempotency-Key"] for headers in posted] == ["key-1", "key-2", "key-3", "key-4"]
    assert "Authorization" not in posted[0]
    assert all(headers["Authorization"] == f"Bearer {ANN.token}" for headers in posted[1:])
    assert posted[-1]["If-Match"] == '"7"'


def test_the_connection_is_kept() -> None:
    """All requests use one connection."""
    with answering([Answer()] * 3) as service, client_of(service) as client:
        for _ in range(3):
            client.state(GAME)
    assert len({asked.connection for asked in service.asked}) == 1


@pytest.mark.parametrize(
    ("first", "paused"),
    [
        (HANG_UP, 0.0),
        (Answer(503, {"code": "store/unknown-outcome"}, {"Retry-After": "1"}), 1.0),
        (Answer(503, {"code": "store/away"}, {"Retry-After": "3600"}), 5.0),
        (Answer(429, {"code": "limit/reached"}, {"Retry-After": "tomorrow"}), 0.0),
    ],
)
def test_what_may_be_tried_again_is_tried_once_more(first: Answer, paused: float) -> None:
    """The retry has the same key and content, after the requested pause of at most a few seconds."""
    pauses: list[float] = []
    with (
        answering([first, Answer(201, {"version": 8})]) as service,
        client_of(service, pauses) as client,
    ):
        assert client.move(ANN, GAME, MOVE, 7) == {"version": 8}
    one, two = service.asked
    assert one.headers["Idempotency-Key"] == two.headers["Idempotency-Key"] == "key-1"
    assert (one.body, one.headers["If-Match"]) == (two.body, two.headers["If-Match"])
    assert pauses == [paused]


def test_it_is_not_tried_a_third_time() -> None:
    """After two failures the error says what happened."""
    away = Answer(503, {"code": "store/away", "detail": "the store cannot be reached"})
    with answering([HANG_UP, HANG_UP, away, away]) as service, client_of(service) as client:
        with pytest.raises(BadAnswer, match="closed the connection or sent no response, twice"):
            client.state(GAME)
        with pytest.raises(RequestRefused, match="the store cannot be reached"):
            client.state(GAME)
    assert len(service.asked) == 4


def test_a_problem_has_its_code_and_is_a_sentence() -> None:
    """The error has the problem's code and reads as a sentence."""
    stale = {"code": "version/stale", "title": "Precondition Failed", "detail": "look again", "version": 9}
    invalid = {"code": "request/invalid", "title": "Unprocessable", "errors": {"json": {"x": ["No."]}}}
    with answering([Answer(412, stale), Answer(422, invalid)]) as service, client_of(service) as client:
        with pytest.raises(RequestRefused) as refused:
            client.move(ANN, GAME, MOVE, 7)
        with pytest.raises(RequestRefused) as wrong:
            client.move(ANN, GAME, MOVE, 7)
    assert (refused.value.status, refused.value.code, refused.value.problem["version"]) == (
        412,
        stale["code"],
        9,
    )
    assert str(refused.value) == "look again (version/stale)"
    assert str(wrong.value) == 'Unprocessable (request/invalid): {"json": {"x": ["No."]}}'


@pytest.mark.parametrize("body", [b"<html>", b"[1]", b""])
def test_another_program_is_not_taken_for_the_service(body: bytes) -> None:
    """The error for a response without a JSON object has its status and type."""
    with (
        answering([Answer(200, body, {"Content-Type": "text/html"})]) as service,
        client_of(service) as client,
        pytest.raises(BadAnswer, match=r"not respond like a Kingdomino service \(HTTP 200, text/html\)"),
    ):
        client.state(GAME)


def test_a_text_is_asked_for_as_text() -> None:
    """A text is returned unchanged; JSON or HTML in its place is refused."""
    text = {"Content-Type": "text/plain; charset=utf-8"}
    answers = [Answer(200, '[Seat0 "Zoë"]\n'.encode(), text), Answer(), Answer(200, b"<html>")]
    with answering(answers) as service, client_of(service) as client:
        assert client.transcript(GAME) == '[Seat0 "Zoë"]\n'
        with pytest.raises(BadAnswer, match="did not send the text of a game"):
            client.transcript(GAME)
        with pytest.raises(BadAnswer, match="did not respond like a Kingdomino service"):
            client.transcript(GAME)
    assert [(asked.path, asked.headers["Accept"]) for asked in service.asked] == [
        (f"/api/v1/games/{GAME}", "text/plain")
    ] * 3


def test_where_nobody_answers_it_says_how_to_start_a_service() -> None:
    """A refused connection is a newcomer's most likely failure."""
    url = f"http://127.0.0.1:{free_port()}"
    with (
        ApiClient(url) as client,
        pytest.raises(NoService, match=f"no service is running at {url}.*make run"),
    ):
        client.state(GAME)


def test_what_cannot_be_reached_is_told_with_its_reason() -> None:
    """The error has the reason, for example a service without TLS behind an https URL."""
    with answering([HANG_UP] * 2) as service:
        url = service.url.replace("http:", "https:")
        with ApiClient(url) as client, pytest.raises(NoService, match=f"{url} cannot be reached: .*SSL"):
            client.state(GAME)


@pytest.mark.parametrize(
    "url",
    [
        *("", "localhost:8000", "ftp://host", "http://", "http://host:x", "http://[::1"),
        *("http://host:99999", "http://me:secret@host"),
    ],
)
def test_an_address_must_be_one(url: str) -> None:
    """A mistyped URL is refused before connecting, with an example of the form."""
    with pytest.raises(ClientError, match="such as http://127"):
        ApiClient(url)


@pytest.mark.parametrize("token", ["a\u00e9", "a\nX-More: 1"])
def test_a_token_that_no_header_can_have_is_refused(token: str) -> None:
    """Nothing is sent, and the error does not contain the token."""
    with answering([]) as service, client_of(service) as client:
        with pytest.raises(ClientError, match="Authorization") as refused:
            client.create_study(token, "text")
        assert token not in str(refused.value)


def test_a_body_that_cannot_be_decoded_is_no_answer() -> None:
    """A proxy may compress the response against the request."""
    broken = Answer(200, b"no gzip", {"Content-Encoding": "gzip"})
    with answering([broken]) as service, client_of(service) as client:
        with pytest.raises(BadAnswer, match="cannot be decoded"):
            client.state(GAME)
        assert service.asked[0].headers["Accept-Encoding"] == "identity"


NO_SEAT = [
    Answer(503, {"code": "store/unknown-outcome"}),
    HANG_UP,
    Answer(429, {"code": "limit/reached"}),
    Answer(409, {"code": "seat/none-free"}),
    Answer(404, {"code": "game/unknown"}),
]
"""Answers of a server that waits for entropy that suits it: of every kind, also such as seem definite."""


def test_a_server_that_refuses_gets_the_same_entropy_again() -> None:
    """Whatever is answered, each request for a seat has the same entropy and key; both can be shown."""
    event = Answer(200, {"events": [FIRST]})
    script = [event, *NO_SEAT[:2], event, *NO_SEAT[2:4], event, NO_SEAT[4], event, Answer(201, {"seat": 1})]
    with answering(script) as service, client_of(service) as client:
        for _ in range(3):
            with pytest.raises(ClientError):
                client.take_seat(ANN, GAME)
        assert client.take_seat(ANN, GAME) == 1
        [attempt] = client.attempts()
    sent = [asked for asked in service.asked if asked.method == "POST"]
    assert len(sent) == 6
    assert {(asked.body["entropy"], asked.body["seen"]) for asked in sent} == {
        (attempt.entropy, attempt.first)
    }
    assert {asked.headers["Idempotency-Key"] for asked in sent} == {attempt.key}
    codes = [(request.status, request.code) for request in attempt.requests]
    assert codes == [
        (503, "store/unknown-outcome"),
        (None, None),
        (429, "limit/reached"),
        (409, "seat/none-free"),
        (404, "game/unknown"),
        (201, None),
    ]
    times = [request.at for request in attempt.requests]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("presented", "why"),
    [
        ([opening(draws=1)], "old version"),
        ([{"version": 1, "data": {}, "hash": "ab" * 32}], "does not have the hash"),
        ([{"version": 1, "data": {"draws": 2.5}, "hash": "ab" * 32}], "not canonical"),
        ([FIRST, opening(commitment="ab" * 32)], "somebody replaced it"),
    ],
    ids=["old draws", "another hash", "no canonical event", "replaced"],
)
def test_a_table_whose_draws_can_be_chosen_gets_nothing(presented: list[object], why: str) -> None:
    """No entropy is sent for old draws, a wrong hash, or a first event that was replaced."""
    *before, last = presented
    script = [
        *(one for event in before for one in (Answer(200, {"events": [event]}), NO_SEAT[3])),
        Answer(200, {"events": [last]}),
    ]
    with answering(script) as service, client_of(service) as client:
        for _ in before:
            with pytest.raises(RequestRefused):
                client.take_seat(ANN, GAME)
        with pytest.raises(ClientError, match=why):
            client.take_seat(ANN, GAME)
    assert [asked.method for asked in service.asked].count("POST") == len(before)

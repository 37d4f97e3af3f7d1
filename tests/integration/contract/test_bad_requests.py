"""Requests that are wrong in many ways: the right 4xx as a problem, never a 5xx."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from time import sleep
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.service import API, Account, Service, ok
from harness.wire.http import Answer
from service.app import MAX_BODY_BYTES
from tests.sampling import examples

NOWHERE = "00000000-0000-4000-8000-000000000000"
PLACE = {"type": "place", "domino": 1, "x": 1, "y": 0, "direction": "east"}
DEEP = b"[" * 20_000 + b"]" * 20_000


class Site(NamedTuple):
    """A running service, a game that waits for its last player, and a running game."""

    service: Service
    owner: Account
    stranger: Account
    open: str
    active: str


@pytest.fixture(scope="module")
def site(service: Service) -> Site:
    """Give a service with two games."""
    owner, guest, stranger = service.accounts(3)
    waiting = ok(owner.post("/games", {"players": 2}), 201)["id"]
    return Site(service, owner, stranger, waiting, service.table([owner, guest]))


@pytest.fixture(autouse=True)
def nothing_changes(site: Site) -> Iterator[None]:
    """Check that every test here leaves both games unchanged."""

    def states() -> list[bytes]:
        return [site.owner.get(f"/games/{game}").body for game in (site.open, site.active)]

    before = states()
    yield
    assert states() == before


def posts(site: Site) -> dict[str, str]:
    """The paths of the POSTs tested here, by name."""
    return {
        "players": "/players",
        "games": "/games",
        "seats": f"/games/{site.open}/seats",
        "moves": f"/games/{site.active}/moves",
    }


POSTS = ["players", "games", "seats", "moves"]

NOT_JSON: dict[str, bytes] = {
    "broken": b'{"name": "Ann"',
    "a word": b"hello",
    "a form": b"name=Ann",
    "single quotes": b"{'name': 'Ann'}",
    "a trailing comma": b'{"name": "Ann",}',
    "two values": b"{}{}",
    "NaN": b'{"players": NaN}',
    "Infinity": b'{"players": Infinity}',
    "invalid UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "Ann"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ann"}',
    "a lone surrogate": b'{"name": "\\ud800"}',
    "a surrogate in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "a raw control character": b'{"name": "A\x00nn"}',
    "deep nesting": DEEP,
    "deep objects": b'{"rules":' * 5_000 + b"1" + b"}" * 5_000,
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON.keys())
@pytest.mark.parametrize("where", POSTS)
def test_what_is_not_json(site: Site, where: str, body: bytes) -> None:
    """A body that is not JSON is 400."""
    answer = site.owner.post(posts(site)[where], body)
    assert (answer.status, answer.code) == (400, "request/malformed")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (f"GET {API}/games?{'x' * 5000} HTTP/1.1\r\n\r\n", "request/too-long"),
        (f"GET {API}/games HTTP/1.1\r\nX-Long: {'x' * 9000}\r\n\r\n", "request/headers"),
        (f"GET {API}/games HTTP/1.1\r\n" + f"X-Long: {'x' * 7000}\r\n" * 5 + "\r\n", "request/headers"),
        (f"GET {API}/games HTTP/1.1\r\nbad header\r\n\r\n", "request/malformed"),
        (f"GET {API}/games HTTP/7.1\r\n\r\n", "request/malformed"),
        ("\xe9 / HTTP/1.1\r\n\r\n", "request/malformed"),
        ("NONSENSE / HTTP/1.1\r\n\r\n", "request/malformed"),
    ],
)
def test_what_is_not_even_a_request(site: Site, sent: str, code: str) -> None:
    """A request that the web server refuses gets a problem, too, and the connection is closed."""
    with socket.create_connection((site.service.host, site.service.port), timeout=10) as raw:
        raw.sendall(sent.encode("latin-1"))
        response = http.client.HTTPResponse(raw)
        response.begin()
        answer = Answer(response.status, {"content-type": response.headers["Content-Type"]}, response.read())
        assert (answer.status // 100, answer.code) == (4, code)
        assert raw.recv(1) == b""


def answered(site: Site, *parts: bytes) -> bytes:
    """All bytes received for these parts, each sent alone, until the server closes the connection."""
    with socket.create_connection((site.service.host, site.service.port), timeout=10) as raw:
        for part in parts:
            raw.sendall(part)
            sleep(0.2)  # so that they do not arrive as one
        return b"".join(iter(lambda: raw.recv(65536), b""))


def test_a_header_without_an_end(site: Site) -> None:
    """A header is refused as soon as it is too long; the parser would copy all of it with each part."""
    answer = answered(site, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 50_000)
    assert answer.startswith(b"HTTP/1.1 431 ")


UPGRADE = b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"


@pytest.mark.parametrize("length", [b"Content-Length: %d", b"Transfer-Encoding: chunked"])
def test_a_body_is_no_second_request(site: Site, length: bytes) -> None:
    """The body of an upgrade request is not parsed as a second request."""
    body = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = b"POST /api/v1/players HTTP/1.1\r\n" + UPGRADE + length.replace(b"%d", b"%d" % len(body))
    answer = answered(site, head + b"\r\n\r\n", body)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_who_asks_for_another_protocol_gets_this_one(site: Site) -> None:
    """An upgrade request gets a response of HTTP/1.1, after which the connection ends."""
    answer = answered(site, b"GET /healthz HTTP/1.1\r\n" + UPGRADE + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"connection: close\r\n" in answer


def test_a_refusal_is_not_the_answer_to_another_request(site: Site) -> None:
    """After invalid bytes behind a request, the connection ends without a response."""
    assert answered(site, b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\nNONSENSE\r\n\r\n") == b""


WRONG: dict[str, list[Any]] = {
    "players": [
        {},
        [],
        [{"name": "Ann"}],
        None,
        "Ann",
        7,
        True,
        {"name": None},
        {"name": 7},
        {"name": ["Ann"]},
        {"name": {"first": "Ann"}},
        {"name": ""},
        {"name": " "},
        {"name": "\u200b"},
        {"name": "x" * 41},
        {"name": "A\x00nn"},
        {"name": "A\nnn"},
        {"name": "\u202eAnn"},
        {"name": "Ann", "more": 1},
        {"Name": "Ann"},
        {"name": "Ann", "token": "mine"},
    ],
    "games": [
        {},
        b'{"players":2,"players":4}',
        [],
        b"null",
        2,
        {"players": "2"},
        {"players": 2.0},
        {"players": 2.5},
        {"players": True},
        {"players": None},
        {"players": [2]},
        {"players": 1},
        {"players": 5},
        {"players": -2},
        {"players": 10**30},
        {"players": 2**63},
        {"players": 2, "rules": None},
        {"players": 2, "rules": []},
        {"players": 2, "rules": "classic"},
        {"players": 2, "rules": {"game": "chess"}},
        {"players": 2, "rules": {"game": None}},
        {"players": 2, "rules": {"edition": "third"}},
        {"players": 2, "rules": {"edition": 1}},
        {"players": 2, "rules": {"first_line": ["drawn"]}},
        {"players": 2, "rules": {"harmony": 1}},
        {"players": 2, "rules": {"harmony": "true"}},
        {"players": 2, "rules": {"harmony": None}},
        {"players": 2, "rules": {"mode": "tribe"}},
        {"players": 2, "rules": {"more": False}},
        {"players": 3, "rules": {"mighty_duel": True}},
        {"players": 2, "rules": {"no_limit": True, "harmony": True}},
        {"players": 2, "rules": {"game": "origins", "mode": "solo"}},
        {"players": 2, "rules": {"game": "origins", "mode": None}},
        {"players": 2, "rules": {"game": "origins", "edition": "classic"}},
        {"players": 2, "join": 1},
        {"players": 2, "join": "yes"},
        {"players": 2, "join": None},
        {"players": 2, "entropy": 7},
        {"players": 2, "entropy": "ab"},
        {"players": 2, "entropy": "zz" * 32},
        {"players": 2, "entropy": "ab" * 33},
        {"players": 2, "join": False, "entropy": "ab" * 32},
        {"players": 2, "seed": "ab" * 32},
    ],
    "seats": [
        [],
        b"null",
        0,
        {"seat": 1},
        {"entropy": 1},
        {"entropy": []},
        {"entropy": "ab" * 31},
        {"entropy": "٣" * 64},
        {"entropy": "ab" * 32 + "\n"},
    ],
    "moves": [
        {},
        b'{"type":"place","type":"choose","domino":1}',
        [],
        [PLACE],
        b"null",
        "place",
        {"type": None},
        {"type": 1},
        {"type": ["place"]},
        {"type": {"place": 1}},
        {"type": "PLACE"},
        {"type": "jump", "domino": 1},
        {"type": "place"},
        {"type": "place", "domino": 1},
        {**PLACE, "domino": 0},
        {**PLACE, "domino": 49},
        {**PLACE, "domino": "1"},
        {**PLACE, "domino": 1.0},
        {**PLACE, "domino": True},
        {**PLACE, "domino": None},
        {**PLACE, "domino": 10**40},
        {**PLACE, "x": 10**9},
        {**PLACE, "x": -(10**30)},
        {**PLACE, "x": 1e300},
        {**PLACE, "y": "0"},
        {**PLACE, "y": [0]},
        {**PLACE, "direction": "up"},
        {**PLACE, "direction": 1},
        {**PLACE, "direction": ["east", 1, 0]},
        {**PLACE, "direction": None},
        {**PLACE, "more": 1},
        {"type": "choose"},
        {"type": "choose", "domino": [1]},
        {"type": "choose", "dominoes": [1]},
        {"type": "choose", "dominoes": [1, 2, 3]},
        {"type": "choose", "dominoes": [1, 49]},
        {"type": "choose", "dominoes": [1, "2"]},
        {"type": "choose", "dominoes": 1},
        {"type": "choose", "domino": 1, "dominoes": [1, 2]},
        {"type": "choose", "domino": 1, "x": 1},
        {"type": "discard", "domino": -1},
        {"type": "fire", "x": 1},
        {"type": "fire", "x": 1, "y": 25},
        {"type": "fire", "x": 1, "y": 1, "domino": 1},
        {"type": "totem", "resource": "fish"},
        {"type": "totem", "resource": "bread", "seat": 0},
        {"type": "totem", "resource": "fish", "seat": 4},
        {"type": "recruit", "from": "board"},
        {"type": "recruit", "from": "shop", "pay": [[1, 0], [2, 0]]},
        {"type": "recruit", "from": "board", "pay": [[1, 0]]},
        {"type": "recruit", "from": "board", "pay": [[1, 0], [2]]},
        {"type": "recruit", "from": "board", "pay": [[1, 0], [2, None]]},
        {"type": "recruit", "from": "stack", "pay": [[1, 0]] * 5},
        {"type": "recruit", "source": "board", "pay": [[1, 0], [2, 0]]},
        {"type": "take", "caveman": "warrior"},
        {"type": "take", "caveman": ["hunter"]},
        {"type": "put", "x": "1", "y": 1},
        {"type": "pass", "x": 1},
    ],
}


@pytest.mark.parametrize("where", POSTS)
def test_wrong_values(site: Site, where: str) -> None:
    """JSON of the wrong shape, with wrong types or values, or with unknown members is 422."""
    version = site.owner.state(site.active)["version"]
    for body in WRONG[where]:
        answer = site.owner.post(posts(site)[where], body, If_Match=f'"{version}"')
        assert answer.status == 422, (body, answer.status, answer.body)
        assert answer.code == "request/invalid" or answer.code.startswith("rules/"), body


MEANINGLESS: dict[str, list[dict[str, Any]]] = {
    "mode": [{"mode": "tribe"}, {"game": "kingdomino", "mode": "discovery"}],
    "edition": [{"game": "origins", "edition": "second"}],
    "first_line": [{"game": "origins", "first_line": "drawn"}],
    "mighty_duel": [{"game": "origins", "mighty_duel": False}],
    "no_limit": [{"game": "origins", "no_limit": True}],
}
"""Rules without meaning in their game, even with their default value."""

IMPOSSIBLE: dict[str, list[dict[str, Any]]] = {
    "rules/mighty-duel-players": [{"players": n, "rules": {"mighty_duel": True}} for n in (3, 4)],
    "rules/no-limit-mix": [
        {"players": 2, "rules": {"no_limit": True, other: True}}
        for other in ("middle_kingdom", "harmony", "mighty_duel")
    ],
}
"""Combinations of variants that cannot be played."""


@pytest.mark.parametrize("where", ["games", "dynasties"])
def test_rules_that_mean_nothing_in_the_game(site: Site, where: str) -> None:
    """Rules without meaning in the game are 422 with a code of the rules and a detail that names them."""
    for name, refused in MEANINGLESS.items():
        for rules in refused:
            answer = site.owner.post(f"/{where}", {"players": 2, "rules": rules})
            assert (answer.status, answer.code) == (422, "rules/meaningless"), (rules, answer.body)
            assert name in answer.json["detail"]


@pytest.mark.parametrize("where", ["games", "dynasties"])
def test_mixes_that_cannot_be_played(site: Site, where: str) -> None:
    """Unplayable combinations are 422 with the code of the reason."""
    for code, bodies in IMPOSSIBLE.items():
        for body in bodies:
            answer = site.owner.post(f"/{where}", body)
            assert (answer.status, answer.code) == (422, code), (body, answer.body)


def test_the_rules_of_a_state_are_those_that_mean_something(site: Site) -> None:
    """A state has only the rules of its own game, and they can be sent again."""
    base = {"game", "edition", "first_line", "middle_kingdom", "harmony", "mighty_duel", "no_limit"}
    for game, names in (("kingdomino", base), ("origins", {"game", "mode", "middle_kingdom", "harmony"})):
        opened = ok(site.owner.post("/games", {"players": 2, "rules": {"game": game}}), 201)
        assert opened["rules"].keys() == names
        again = ok(site.owner.post("/games", {"players": 2, "rules": opened["rules"]}), 201)
        assert again["rules"] == opened["rules"]


def test_numbers_that_python_would_not_write(site: Site) -> None:
    """Whole numbers of any length, and numbers with exponents, are refused if too large or not whole."""
    for number in (b"1" * 5_000, b"1e400", b"-1e400", b"2e0", b"-0.0", b"1E+2", b"0.1e1"):
        answer = site.owner.post("/games", b'{"players":' + number + b"}")
        assert answer.status in {400, 422}, (number[:20], answer.body)
        assert answer.code in {"request/malformed", "request/invalid"}


@pytest.mark.parametrize("where", POSTS)
def test_a_huge_body(site: Site, where: str) -> None:
    """A body above the limit is 413, with or without a declared length."""
    body = b'{"name":"' + b"x" * MAX_BODY_BYTES + b'"}'
    answer = site.owner.post(posts(site)[where], body)
    assert (answer.status, answer.code) == (413, "request/too-large")
    site.owner.http.close()  # the server does not read the rest of the body, so it closes the connection
    connection = http.client.HTTPConnection(site.service.host, site.service.port, timeout=10)
    headers = {"Authorization": f"Bearer {site.owner.token}"}
    pieces = iter([body[:40_000], body[40_000:]])
    with closing(connection):
        connection.request("POST", API + posts(site)[where], pieces, headers, encode_chunked=True)
        chunked = connection.getresponse()
        assert chunked.status == 413
        assert json.loads(chunked.read())["code"] == "request/too-large"


def test_a_body_said_to_be_enormous(site: Site) -> None:
    """A declared length of a terabyte is refused without waiting for the body."""
    with socket.create_connection((site.service.host, site.service.port), timeout=10) as raw:
        head = f"POST {API}/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: {2**40}\r\n\r\n"
        raw.sendall(head.encode() + b'{"name":')
        assert raw.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"]
)
def test_a_wrong_content_type(site: Site, kind: str) -> None:
    """A body must be JSON, whatever its Content-Type."""
    for where in POSTS:
        answer = site.owner.post(posts(site)[where], b"name=Ann&players=2", Content_Type=kind)
        assert (answer.status, answer.code) == (400, "request/malformed")


BAD_QUERIES = [
    "/games?limit=0",
    "/games?limit=-1",
    "/games?limit=201",
    "/games?limit=x",
    "/games?limit=1.5",
    "/games?limit=",
    f"/games?limit={10**30}",
    "/games?status=lost",
    "/games?status=",
    "/games?player=ann",
    "/games?player=%00",
    "/games?cursor=",
    "/games?cursor=x",
    "/games?cursor=1.2",
    "/games?cursor=%00",
    "/games?cursor=%FF",
    f"/games?cursor=1e3.{NOWHERE}",
    f"/games?cursor=1_0.{NOWHERE}",
    f"/games?cursor=%D9%A3.{NOWHERE}",
    "/games?page=2",
    "/games?limit=1&more=1",
    "/games/{active}?version=0",
    "/games/{active}?version=-1",
    "/games/{active}?version=x",
    "/games/{active}?version=",
    "/games/{active}?version=1.0",
    "/games/{active}?version=1_0",
    "/games/{active}?version=%EF%BC%91",
    "/games/{active}?version=1&version=2",
    "/games?limit=1&limit=1",
    "/games/{active}/clock?more=1",
    "/games/{active}?more=1",
    "/games/{active}/events?after=-1",
    "/games/{active}/events?after=x",
    "/games/{active}/events?limit=0",
    "/games/{active}/events?limit=1001",
    "/games/{active}/events?more=1",
    f"/games/{{active}}/events?after={'1' * 3000}",
    "/events",
    "/events?mine=perhaps",
    "/events?game={active}&game={active}",
    "/events?game={active}&after=3",
    "/events?" + "&".join(f"game={NOWHERE[:-2]}{number:02}" for number in range(33)),
]


@pytest.mark.parametrize("path", BAD_QUERIES, ids=lambda path: path[:60])
def test_bad_queries(site: Site, path: str) -> None:
    """Invalid queries are 422."""
    answer = site.owner.get(path.format(active=site.active))
    assert (answer.status, answer.code) == (422, "request/invalid")


@pytest.mark.parametrize("place", ["-1", "0", str(2**63), str(2**64), "9" * 400, "9" * 3000])
def test_cursors_far_away(site: Site, place: str) -> None:
    """A cursor that no game can have gives an empty page or is refused."""
    assert site.owner.get(f"/games?cursor={place}.{NOWHERE}").status in {200, 422}
    assert site.owner.http.get(f"/?cursor={place}.{NOWHERE}").status in {200, 422}


HUGE = [2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]


@pytest.mark.parametrize("number", HUGE)
def test_huge_numbers_in_queries(site: Site, number: int) -> None:
    """Versions that are too high find nothing, and the response says so."""
    version = site.owner.get(f"/games/{site.active}?version={number}")
    assert (version.status, version.code) in {(404, "version/unknown"), (422, "request/invalid")}
    for kind in ("application/json", "application/x-ndjson"):
        events = site.owner.get(f"/games/{site.active}/events?after={number}", Accept=kind)
        assert events.status in {410, 422}, (number, events.body)
    with site.service.http() as http:
        path = f"{API}/games/{site.active}/events?after={number}"
        with http.stream(path, Accept="text/event-stream") as (answer, lines):
            assert answer.status in {200, 422}
            assert next(lines).startswith((b"event: reset", b"{"))


BAD_PLACES = [
    "x",
    "",
    ".",
    "1",
    "0.00000000",
    "-1.00000000",
    "1.0000",
    "1e3.12345678",
    "٣.12345678",
    "999999999.0",
]
BAD_PLACES += ["000000001" + "9" * 30 + ".00000000", "000000001" + "9" * 5000 + ".00000000"]


@pytest.mark.parametrize("last", BAD_PLACES, ids=lambda last: last[:20])
def test_a_bad_last_event_id(site: Site, last: str) -> None:
    """A place that this log does not contain gets a reset, not an error."""
    with site.service.http() as http:
        headers = {"Accept": "text/event-stream", "Last_Event_ID": last.encode().decode("latin-1")}
        with http.stream(f"{API}/games/{site.active}/events", **headers) as (answer, lines):
            assert answer.status == 200
            assert next(lines) == b"event: reset"


BAD_VERSIONS = [
    "x",
    "",
    '""',
    "*",
    '"x"',
    '"-1"',
    '"1", "2"',
    '"1.5"',
    '"1"x',
    "W/1",
    '"' + "1" * 99 + '"',
    "\xb2",
]


@pytest.mark.parametrize("version", BAD_VERSIONS, ids=lambda version: version[:20])
def test_a_bad_if_match(site: Site, version: str) -> None:
    """An invalid If-Match is 422: it must be one version in quotation marks."""
    answer = site.owner.post(f"/games/{site.active}/moves", PLACE, If_Match=version)
    assert (answer.status, answer.code) == (422, "request/invalid")
    detail = answer.json["detail"]
    assert detail.startswith("If-Match is ")
    assert answer.json["errors"] == {"headers": {"If-Match": [detail]}}


def test_wrong_moves_and_headers_are_named(site: Site) -> None:
    """Errors are listed by place and member, those of headers together."""
    path = f"/games/{site.active}/moves"
    move = site.owner.post(path, {"type": "jump"}, If_Match='"1"').json
    assert (move["detail"], move["errors"].keys()) == ("the move has wrong values", {"json"})
    headers = site.owner.post(path, PLACE, If_Match="x", Idempotency_Key="a b").json
    assert headers["detail"] == "the request has wrong values"
    assert headers["errors"]["headers"].keys() == {"If-Match", "Idempotency-Key"}


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "sch\xf6n", "a\tb"])
def test_a_bad_idempotency_key(site: Site, key: str) -> None:
    """An invalid Idempotency-Key is 422 at every POST."""
    bodies = {"players": {"name": "Ann"}, "games": {"players": 2}, "seats": {}, "moves": PLACE}
    for where, path in posts(site).items():
        answer = site.owner.post(path, bodies[where], Idempotency_Key=key, If_Match='"1"')
        assert (answer.status, answer.code) == (422, "request/invalid"), where


UNKNOWN_IDS = [NOWHERE, "x", "1", "%00", "..", "%2e%2e", "%ff", "a" * 500, NOWHERE[:-1], NOWHERE + "0"]
UNKNOWN_IDS += [
    NOWHERE.replace("-", ""),
    "{" + NOWHERE + "}",
    NOWHERE.upper().replace("8", "A"),
    "%F0%9F%91%91",
]


@pytest.mark.parametrize("game", UNKNOWN_IDS, ids=lambda game: game[:40])
def test_unknown_games(site: Site, game: str) -> None:
    """An unknown id is 404 on every path, in every spelling."""
    answers = [site.owner.get(f"/games/{game}{rest}") for rest in ("", "/moves", "/events", "/replay")]
    answers += [site.owner.post(f"/games/{game}/{what}", {}) for what in ("seats", "moves")]
    for answer in answers:
        assert answer.status == 404
        assert answer.code in {"game/unknown", "request/unknown-path"}


def test_an_id_in_capitals(site: Site) -> None:
    """An id is case-sensitive."""
    if site.active.upper() != site.active:
        assert site.owner.get(f"/games/{site.active.upper()}").code == "game/unknown"


def authorizations(site: Site) -> dict[str, list[str]]:
    """Headers that identify nobody, by the expected code."""
    token = site.owner.token
    player, _, secret = token.partition(".")
    stranger = site.stranger.token.partition(".")[2]
    return {
        "auth/missing": [
            "",
            "Bearer",
            "Bearer ",
            f"Basic {token}",
            token,
            f"Token {token}",
            f"Bearer:{token}",
        ],
        "auth/unknown-token": [
            "Bearer x",
            "Bearer .",
            f"Bearer {player}",
            f"Bearer {player}.",
            f"Bearer .{secret}",
            f"Bearer {player}.{secret[:-1]}",
            f"Bearer {player}.{secret}0",
            f"Bearer {player}.{secret.upper()}x",
            f"Bearer {player}.{stranger}",
            f"Bearer {NOWHERE}.{secret}",
            f"Bearer {token} {token}",
            f"Bearer {token},",
            "Bearer sch\xf6n.\xff",
            "Bearer " + "x" * 5000,
        ],
    }


@pytest.mark.parametrize("code", ["auth/missing", "auth/unknown-token"])
def test_who_cannot_be_known(site: Site, code: str) -> None:
    """Unidentified callers get 401 where a token is needed, with the accepted scheme."""
    for header in authorizations(site)[code]:
        for where in ("games", "seats", "moves"):
            path = API + posts(site)[where]
            answer = site.owner.http.post(path, {"players": 2}, Authorization=header)
            assert (answer.status, answer.code) == (401, code), (header[:80], where)
            assert answer.headers["www-authenticate"] == "Bearer"
    if code == "auth/missing":
        assert site.owner.http.post(f"{API}/games", {"players": 2}).code == code


def test_a_foreign_token(site: Site) -> None:
    """Another player's token gives no seat here."""
    state = site.owner.state(site.active)
    answer = site.stranger.move(site.active, PLACE, state["version"])
    assert (answer.status, answer.code) == (403, "seat/not-seated")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_wrong_methods(site: Site, method: str) -> None:
    """A wrong method is 405, with the allowed methods."""
    for path in (*posts(site).values(), f"/games/{site.active}", f"/games/{site.active}/events"):
        answer = site.owner.http.ask(method, API + path, {})
        assert (answer.status, answer.code) == (405, "request/method")
        assert {"GET", "POST"} & set(answer.headers["allow"].split(", "))


UNKNOWN_PATHS = [
    "/",
    "",
    "/nothing",
    "/games/",
    "/players/me/nothing",
    "/../v1/nothing",
    "/%00",
    "/games/x/y/z",
]


@pytest.mark.parametrize("path", UNKNOWN_PATHS)
def test_unknown_paths(site: Site, path: str) -> None:
    """An unknown path is 404."""
    for answer in (site.owner.get(path), site.owner.post(path, {})):
        assert (answer.status, answer.code) == (404, "request/unknown-path")


@pytest.mark.parametrize(
    "path",
    [
        f"/games/{NOWHERE}",
        f"/games/{NOWHERE}/replay",
        "/games/x",
        "/games/%00",
        "/nothing",
        "/games?cursor=x",
    ],
)
def test_pages_that_are_not_there(site: Site, path: str) -> None:
    """A browser gets an HTML page for an error, not JSON."""
    answer = site.owner.http.get(path, Accept="text/html,*/*;q=0.8")
    assert answer.status == (422 if "cursor" in path else 404)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert b"<html" in answer.body
    assert b"cursor=x" not in answer.body


def test_pages_take_no_posts(site: Site) -> None:
    """A POST to a page is 405."""
    assert site.owner.http.post("/", {}).status == 405


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["place", "choose", "discard", "east", "kingdomino", "classic", "drawn"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "domino", "x", "y", "direction", "name", "players", "rules", "join"])
            | st.sampled_from(["entropy", "game", "edition", "first_line", "harmony", "no_limit", "more"])
            | st.text(max_size=4),
            inner,
            max_size=6,
        )
    ),
    max_leaves=15,
)
HEADER = st.text(st.characters(max_codepoint=0xFF, exclude_categories=["Cc"]), max_size=20).map(str.strip)


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=JSON, if_match=HEADER | st.just('"1"'), key=HEADER)
def test_any_json_at_any_post(site: Site, body: Any, if_match: str, key: str) -> None:
    """Every response is one of the contract's, never a server error."""
    for where, path in posts(site).items():
        check_answer(harmless(site, where).post(path, body, If_Match=if_match, Idempotency_Key=key))


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=st.binary(max_size=60))
def test_any_bytes_at_any_post(site: Site, body: bytes) -> None:
    """Every response is one of the contract's, never a server error."""
    for where, path in posts(site).items():
        check_answer(harmless(site, where).post(path, body or b" "))


def harmless(site: Site, where: str) -> Account:
    """An account that can change neither game at this POST: the owner has a seat, the stranger has none."""
    return site.owner if where == "seats" else site.stranger


def check_answer(answer: Answer) -> None:
    """Check that the request succeeded, or failed with a well-formed problem and a 4xx status."""
    assert answer.status == 201 or 400 <= answer.status < 500, answer.body
    if answer.status != 201:
        assert answer.code

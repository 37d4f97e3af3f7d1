"""Requests with too many parts are refused before any schema sees them, with a short response."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import API, OURS, Browser, World, ann, code
from service.app import MAX_BODY_BYTES
from service.http import cookies
from service.http.costs import request_parts

__all__ = ["ann"]

SHORT = 6_000
"""The longest problem in bytes: 20 errors of 200 characters."""
FEW_CALLS = 6_000
"""The calls that refusing a request may take: twice what one unit of weight pays for."""
INVALID = (422, "request/invalid")


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


def members(number: int) -> bytes:
    """A JSON object with this number of members that no operation knows."""
    return b"{" + b",".join(b'"k%d":1' % each for each in range(number)) + b"}"


def nested(levels: int) -> bytes:
    """A JSON body of this depth."""
    return b'{"name":' + b"[" * levels + b"]" * levels + b"}"


BODIES = {
    "unknown members": members(9_000),
    "one member too many": members(request_parts.MOST_MEMBERS + 1),
    "values in a list": b'{"name":[' + b"1," * 60_000 + b"1]}",
    "objects in a list": b'{"name":[' + b'{"a":1},' * 12_000 + b"{}]}",
    "objects in members": b'{"name":{' + b",".join(b'"%d":%b' % (n, members(49)) for n in range(49)) + b"}}",
    "levels": nested(request_parts.DEEPEST),
    "levels that orjson refuses": nested(60_000),
    "empty lists": b"[" + b"[]," * 40_000 + b"[]]",
    "a list": b"[" + b"1," * 60_000 + b"1]",
    "unknown members that are listed": members(request_parts.MOST_MEMBERS),
    "a long name of a member": b'{"%b":1}' % (b"k" * (MAX_BODY_BYTES - 10)),
    "long names of members": b"{" + b",".join(b'"%d%b":1' % (n, b"k" * 2_000) for n in range(50)) + b"}",
}
ENDPOINTS = ["/players", "/session", "/games", "/games/{}/moves", "/me/collections", "/studies", "/reports"]


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_of_many_parts_is_refused(ann: Browser, path: str, body: bytes) -> None:
    """The refusal is short and takes few calls, whatever the body has."""
    game = (ann.ask("POST", "/games", {"players": 2}).json or {})["id"]
    answer, calls = counted(lambda: ann.client.post(API + path.format(game), data=body, headers=OURS))
    assert answer.status_code in {400, 413, 422}
    assert len(answer.data) < SHORT
    assert calls < FEW_CALLS


def test_a_problem_says_which_limit_is_exceeded(ann: Browser) -> None:
    """It names the number and the maximum."""
    answer = ann.client.post(f"{API}/players", data=members(9_000), headers=OURS)
    assert code(answer) == INVALID
    assert answer.json is not None
    assert answer.json["detail"] == "an object of the body has 9000 members; at most 50 are allowed"
    answer = ann.client.post(f"{API}/players", data=BODIES["a list"], headers=OURS)
    assert "over 2000 values; at most 2000" in (answer.json or {})["detail"]
    answer = ann.client.post(f"{API}/players", data=nested(50), headers=OURS)
    assert "more than 50 levels" in (answer.json or {})["detail"]


def test_a_problem_lists_twenty_errors_and_counts_the_others(ann: Browser) -> None:
    """Each name is cut, so that a long one is not sent back."""
    answer = ann.client.post(f"{API}/players", data=members(50), headers=OURS)
    assert code(answer) == INVALID
    told: Any = answer.json
    assert len(told["errors"]["json"]) == 20
    assert told["more_errors"] == 31  # 50 unknown members, and the name is missing
    told = ann.client.post(f"{API}/players", data=BODIES["a long name of a member"], headers=OURS).json
    assert max(map(len, told["errors"]["json"])) == 200
    assert "more_errors" not in told


def test_the_largest_plan_and_the_longest_text_pass(ann: Browser) -> None:
    """Commas in a text are not parts."""
    game = (ann.ask("POST", "/games", {"players": 2}).json or {})["id"]
    every = list(range(1, 49))
    plan = {"choose": every, "branches": [{"taken": every, "choose": every}] * 8}
    assert code(ann.ask("PUT", f"/games/{game}/plan", plan)) != INVALID
    assert ann.ask("PUT", f"/games/{game}/notes", {"text": "[{," * 3_000}).status_code == 204


QUERIES = ["a=1&" * 900, "&" * 3_900, "name=a&" * 500, "invitation=x&" * 280, "game=x&" * 500]


@pytest.mark.parametrize("path", [f"{API}/games", f"{API}/events", "/games", "/new", "/tutorial", "/nowhere"])
@pytest.mark.parametrize("query", QUERIES, ids=["unknown", "empty", "one name", "invitations", "games"])
def test_a_query_of_many_parameters_is_refused(ann: Browser, path: str, query: str) -> None:
    """The path is as long as the server accepts."""
    answer, calls = counted(lambda: ann.client.get(f"{path}?{query}", headers=OURS))
    assert (answer.status_code, len(answer.data) < SHORT) == (422, True)
    assert calls < FEW_CALLS


def test_a_live_stream_may_name_all_it_can(ann: Browser) -> None:
    """32 games with their keys, and their talk, are fewer parameters than are allowed."""
    query = "&".join(["game=x&invitation=y&talk=x"] * 32)
    answer = ann.client.get(f"{API}/events?{query}", headers=OURS)
    assert "parameters" not in answer.text


FORM = {**OURS, "Content-Type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("path", ["/sign-in/guest", "/account/notices", "/players/x/follow", "/collections"])
@pytest.mark.parametrize("body", [b"&" * 16_000, b"a=1&" * 4_000, b"a=1&" * 30_000, b"%41=&" * 3_000])
def test_a_form_of_many_fields_is_refused(ann: Browser, path: str, body: bytes) -> None:
    """413 above 16 KB, before the form is parsed."""
    answer, calls = counted(lambda: ann.client.post(path, data=body, headers=FORM))
    assert answer.status_code == (413 if len(body) > request_parts.MOST_FORM_BYTES else 422)
    assert len(answer.data) < SHORT
    assert calls < FEW_CALLS


@pytest.mark.parametrize("path", [f"{API}/session", "/", f"{API}/nowhere"])
def test_a_request_with_many_cookies_is_refused(world: World, path: str) -> None:
    """431, and none is parsed."""
    headers = {**OURS, "Cookie": "a=b;" * 2_000}
    answer, calls = counted(lambda: world.app.test_client(use_cookies=False).get(path, headers=headers))
    assert answer.status_code == 431
    assert len(answer.data) < SHORT
    assert calls < FEW_CALLS
    few = {**OURS, "Cookie": "; ".join(["a=b"] * cookies.MOST)}
    assert world.app.test_client(use_cookies=False).get(f"{API}/games", headers=few).status_code == 200


LISTS = {
    "Accept": "a/b,",
    "Accept-Encoding": "x,",
    "Accept-Language": "x,",
    "If-None-Match": '"a",',
    "If-Match": '"a",',
    "Range": "bytes=0-1,",
    "Cache-Control": "a,",
    "Content-Type": "a/b;c=d;",
    "Last-Event-ID": "1.a,",
    "Idempotency-Key": "a,",
    "Authorization": "Bearer a.",
    "X-Request-Id": "a",
}
"""Headers that have lists of values."""


@pytest.mark.parametrize("header", LISTS)
def test_a_header_of_many_values_costs_little(ann: Browser, header: str) -> None:
    """A header has at most 8 KB."""
    game = (ann.ask("POST", "/games", {"players": 2}).json or {})["id"]
    headers = {**OURS, header: LISTS[header] * (8_000 // len(LISTS[header]))}
    answers = [
        counted(partial(ann.client.open, API + path, method=method, data=body, headers=headers))
        for method, path, body in (
            ("GET", f"/games/{game}", None),
            ("GET", f"/games/{game}/events", None),
            ("POST", f"/games/{game}/moves", b"{}"),
        )
    ]
    assert max(calls for _, calls in answers) < FEW_CALLS
    assert max(len(answer.data) for answer, _ in answers) < SHORT


def counted(ask: Callable[[], TestResponse]) -> tuple[TestResponse, int]:
    """The second response to a request, and the calls that it took, without those of the store in memory."""
    ask()
    calls = 0

    def count(frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        if event in {"call", "c_call"} and "fakeredis" not in frame.f_code.co_filename:
            calls += 1

    sys.setprofile(count)
    try:
        answer = ask()
    finally:
        sys.setprofile(None)
    return answer, calls

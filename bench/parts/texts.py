"""The longest time that any text sent to the service takes: `python -m bench.parts texts`.

Every operation and form is sent, with one text at a time at its largest, filled with characters that are slow
for normalization, IDNA, regular expressions and parsers.

The application runs in this process on an in-memory store, so the measured time is that of its thread alone.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any
from urllib.parse import urlencode

from harness.games import STUDY
from harness.play.signing_in import API, OURS, PASSWORD, World
from service.app import MAX_BODY_BYTES
from service.http.costs.request_parts import MOST_FORM_BYTES

TARGET = 3_900
"""The size of a request's target in bytes; gunicorn accepts 4,094 with method and version."""
HEADER = 8_000
"""The size of a header's value in bytes; gunicorn accepts 8,190."""
UNITS = {
    "marks": "\u0301",
    "mixed marks": "\u0301\u0323",
    "ideographs": "\u4e00",
    "different ideographs": "".join(map(chr, range(0x4E00, 0x5A00))),
    "labels": "\u4e00.",
    "e-mail": "a@\u4e00.",
    "letters": "a",
    "digits": "9",
    "spaces": " ",
    "quotes": '"',
    "escapes": "\\",
    "commas": "a,",
    "semicolons": "a;q=0.1,",
    "equals": "a=b; ",
    "brackets": "[",
    "percents": "%",
    "slashes": "/",
    "dots": "a.",
    "tags": 'W/"a",',
    "turns": '[A "\\\\"]\n',
    "lines": "1. 1@0,0e ",
}
HEADERS = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Cookie",
    "Host",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Origin",
    "Range",
    "Sec-Fetch-Site",
    "X-Request-Id",
)


@dataclass(frozen=True, slots=True)
class Attack:
    """One request; `what` names the place and the content of the text."""

    what: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API: its method, path and path to send it to, and its OpenAPI description."""

    method: str
    path: str
    here: str
    headers: dict[str, str]
    described: Any


def slowest(shown: int) -> Iterator[tuple[float, int, str]]:
    """The slowest attacks: milliseconds (the better of two runs), status, description."""
    world = World()
    try:
        found = [(*_timed(world, attack), attack.what) for attack in _attacks(world)]
    finally:
        world.hub.close()
    yield from sorted(found, reverse=True)[:shown]


def _timed(world: World, attack: Attack) -> tuple[float, int]:
    client = world.app.test_client(use_cookies=False)
    best, status = float("inf"), 0
    for _ in range(2):
        begun = time.thread_time()
        answer = client.open(
            attack.path, method=attack.method, headers=attack.headers, data=attack.body, buffered=True
        )
        best, status = min(best, 1000 * (time.thread_time() - begun)), answer.status_code
        answer.close()
    return best, status


def _attacks(world: World) -> Iterator[Attack]:
    ann, bob = world.browser(), world.browser()
    ann.member("ann@example.org")
    bob.guest("Bob")
    token = _made(ann, "/me/tokens", {"name": "bot"})["token"]
    game = _made(ann, "/games", {"players": 2})["id"]
    ids = defaultdict(lambda: "x", game=game, study=_made(ann, "/studies", STUDY)["id"])
    signed = {**OURS, "Authorization": f"Bearer {token}"}
    document: Any = world.app.test_client().get(f"{API}/openapi.json").json
    for path, item in document["paths"].items():
        if path.endswith("/events"):
            continue
        for method, described in item.items():
            if method != "parameters" and (method, path) != ("delete", f"{API}/me"):
                here = path.format_map(ids)
                operation = Operation(method.upper(), path, here, signed, described)
                yield from _of_operation(document, operation)
    for name in HEADERS:
        for unit, text in UNITS.items():
            value = _repeated(text, HEADER).encode().decode("latin-1").replace("\n", " ")
            for target in ("/", f"{API}/games/{game}"):
                yield Attack(f"header {name} of {target}: {unit}", "GET", target, {name: value})
            posted = {**OURS, name: value}
            yield Attack(
                f"header {name} of a POST: {unit}", "POST", f"{API}/players", posted, b'{"name":"x"}'
            )
    yield from _forms(world)


def _of_operation(document: Any, operation: Operation) -> Iterator[Attack]:
    """Each member of the body, each query parameter and the path, one after the other."""
    method, path, signed = operation.method, operation.path, operation.headers
    for unit, text in UNITS.items():
        for parameter in operation.described.get("parameters", []):
            if parameter.get("in") == "query":
                query = {parameter["name"]: _repeated(text, TARGET // 3)}
                target = f"{operation.here}?{urlencode(query)}"
                yield Attack(f"{method} {path} ?{parameter['name']}: {unit}", method, target, signed)
        if "{" in path:
            target = path.partition("{")[0] + _repeated(text, TARGET // 3)
            yield Attack(f"{method} {path}, path: {unit}", method, target, signed)
        if operation.described.get("requestBody"):
            yield from _bodies(document, operation, unit)


def _bodies(document: Any, operation: Operation, unit: str) -> Iterator[Attack]:
    content, text = operation.described["requestBody"]["content"], UNITS[unit]
    name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    members = document["components"]["schemas"].get(name, {}).get("properties", {})
    good = {"name": "x", "email": "a@example.org", "password": PASSWORD, "players": 2, "version": 1}
    long = _repeated(text, MAX_BODY_BYTES - 1_000)
    kinds = {
        "text": long,
        "list of numbers": [1] * 60_000,
        "list of texts": [text] * (100_000 // (len(text.encode()) + 3)),
        "object": {f"{text}{number}": 0 for number in range(8_000)},
    }
    what, place = f"{operation.method} {operation.path}", (operation.method, operation.here)
    yield Attack(f"{what}, body: {unit}", *place, operation.headers, long.encode())
    for member, (kind, value) in product(members, kinds.items()):
        body = {each: good[each] for each in members if each in good} | {member: value}
        sent = json.dumps(body, ensure_ascii=False).encode()
        if len(sent) <= MAX_BODY_BYTES:
            yield Attack(f"{what} {member}, {kind}: {unit}", *place, operation.headers, sent)


def _forms(world: World) -> Iterator[Attack]:
    form = {**OURS, "Content-Type": "application/x-www-form-urlencoded"}
    parts = {**OURS, "Content-Type": "multipart/form-data; boundary=x"}
    rules = [rule for rule in world.app.url_map.iter_rules() if rule.endpoint.startswith("account.")]
    for rule in rules:
        if "POST" not in (rule.methods or set()):
            continue
        path = rule.rule.replace("<token>", "x")
        for unit, text in UNITS.items():
            for field in ("name", "email", "password", "current", "confirm", "key"):
                for size in (MOST_FORM_BYTES - 100, MAX_BODY_BYTES - 100):
                    body = f"{field}=".encode() + _repeated(text, size).encode()
                    yield Attack(f"form {path} {field}, {size} bytes: {unit}", "POST", path, form, body)
            body = _repeated(text, MOST_FORM_BYTES - 100).encode()
            yield Attack(f"form {path} in parts: {unit}", "POST", path, parts, b"--x\r\n" + body)
        fields = b"a&" * (MOST_FORM_BYTES // 2 - 1)
        yield Attack(f"form {path}: fields", "POST", path, form, fields)


def _made(browser: Any, path: str, body: Any) -> Any:
    if isinstance(body, bytes):
        answer = browser.client.post(API + path, data=body, headers=OURS)
    else:
        answer = browser.ask("POST", path, body)
    if answer.status_code != 201:
        raise ValueError(f"{path}: {answer.data!r}")
    return answer.json


def _repeated(text: str, size: int) -> str:
    return (text * (1 + size // len(text.encode()))).encode()[:size].decode("utf-8", "ignore")

"""HEAD and conditional requests of every operation that reads (RFC 9110, 9.3.2 and 13)."""

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import OURS
from tests.unit.service.api.shared.test_requests import Scene, scene

__all__ = ["scene"]

OF_THE_BODY = {"Content-Length", "Content-Type"}
"""Headers that a 304 leaves out."""


RANGES = {"Content-Range", "Accept-Ranges"}
VARYING = {"Date", "Content-Security-Policy"}
"""Headers that differ with each response."""


def reads(scene: Scene) -> Iterator[tuple[str, TestResponse]]:
    """Every GET that succeeds without parameters: its path and response."""
    for method, path, _ in scene.operations():
        if method == "GET" and not path.endswith("/me/events"):  # which has no end
            answer = scene.ask(method, path)
            if answer.status_code == 200:
                yield path, answer
    for path in ("/", "/rules", "/static/style.css", "/api/v1/openapi.json"):
        yield path, scene.ask("GET", path)


def asked(scene: Scene, method: str, path: str, **headers: str) -> TestResponse:
    """The response to a request with these headers; `_` stands for `-`."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return scene.ann.client.open(path, method=method, headers={**OURS, **sent}, buffered=True)


def fields(answer: TestResponse) -> dict[str, str]:
    """The headers, except those that differ with each response."""
    return {
        name: value
        for name, value in answer.headers.items()
        if name not in {"Date", "Content-Security-Policy"}
    }


def test_head_has_the_headers_of_get(scene: Scene) -> None:
    """And no body."""
    tried = 0
    for path, answer in reads(scene):
        head = asked(scene, "HEAD", path)
        assert (head.status_code, head.data) == (200, b""), path
        assert fields(head) == fields(answer), path
        tried += 1
    assert tried > 40


@pytest.mark.slow
def test_conditional_requests(scene: Scene) -> None:
    """304 for a client that has it, with the headers of a 200; 412 as a problem; ranges are not offered."""
    tried = 0
    for path, answer in reads(scene):
        tag = answer.headers.get("ETag")
        ranged = asked(scene, "GET", path, Range="bytes=0-3")
        assert ranged.status_code == 200
        assert not RANGES & set(ranged.headers.keys())
        if tag is None:
            continue
        for method in ("GET", "HEAD"):
            known = asked(scene, method, path, If_None_Match=tag)
            if "private" in answer.headers.get("Cache-Control", "") and known.status_code == 200:
                continue  # with the caller's own actions, which the ETag does not cover
            assert (known.status_code, known.data) == (304, b""), path
            kept = {name: value for name, value in fields(answer).items() if name not in OF_THE_BODY}
            assert fields(known) == kept, path
            other = asked(scene, method, path, If_Match='"other"')
            assert other.status_code == 412, path
            assert other.headers["ETag"] == tag
            if method == "GET":
                assert (other.json or {})["code"] == "request/condition", path
        assert asked(scene, "GET", path, If_Match=tag).status_code == 200
        tried += 1
    assert tried > 8

"""Errors of the API are written in the accepted language; what programs read is the same in all."""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from harness.play.pseudo import armenian, shipping
from harness.play.signing_in import OURS, Browser, World, ann
from service.application.i18n.field_errors import SENTENCES
from service.application.i18n.problems import DETAILS, TITLES
from service.application.i18n.refusals import OF_CODES

__all__ = ["ann"]
PERSIAN = {"min": "\u06f1", "max": "\u06f5\u06f0\u06f0"}
"""1 and 500 in Persian digits."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application, in English, Persian and Hungarian."""
    with shipping("fa", "hu"):
        made = World(limits=True)
        yield made
        made.hub.close()


def told(browser: Browser, language: str, path: str = "/games/nowhere", **asked: Any) -> TestResponse:
    """The error that a browser of this language is told."""
    headers = {**OURS, **({"Accept-Language": language} if language else {})}
    return browser.client.open(f"/api/v1{path}", headers=headers, buffered=True, **asked)


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [("", "en"), ("de", "en"), ("en-GB,fa", "en"), ("fa-IR,en;q=0.5", "fa"), ("pt-BR,hu", "hu")],
)
def test_a_problem_is_told_in_the_accepted_language(ann: Browser, accepted: str, spoken: str) -> None:
    """Title and detail; the code, the status and the type stay. Caches tell the languages apart."""
    answer, english = told(ann, accepted), told(ann, "")
    assert answer.headers["Content-Language"] == spoken
    assert "Accept-Language" in answer.headers["Vary"]
    found: Any = answer.json
    same: Any = english.json
    assert {**found, "title": "", "detail": ""} == {**same, "title": "", "detail": ""}
    assert (found["title"], found["detail"]) == (
        (same["title"], same["detail"])
        if spoken == "en"
        else (armenian(TITLES[404].english), armenian(DETAILS["game/unknown"].english))
    )


def test_each_wrong_member_is_told_in_the_accepted_language(ann: Browser) -> None:
    """Also those of which marshmallow knows English sentences only, with their numbers."""
    wrong = {"title": "", "shared": "somehow", "more": 1}
    answer: Any = told(ann, "hu", "/me/collections", method="POST", json=wrong).json
    errors = answer["errors"]["json"]
    said = {name: armenian(text.english) for name, text in SENTENCES.items()}
    assert errors["more"] == [said[r"Unknown field\."]]
    assert errors["shared"] == [
        said[r"Must be one of: (?P<choices>.*)\."] % {"choices": "private, link, public"}
    ]
    assert errors["title"] == [armenian("Give the collection a title.")]
    many: Any = told(ann, "fa", "/me/following?limit=1000").json
    limits = said[
        r"Must be greater than or equal to (?P<min>-?\d+) and less than or equal to (?P<max>-?\d+)\."
    ]
    assert many["errors"]["query"]["limit"] == [limits % PERSIAN]


def test_what_a_program_reads_is_the_same_in_every_language(ann: Browser) -> None:
    """A state, and the account."""
    game: Any = ann.ask("POST", "/games", {"players": 2}).json
    for path in (f"/games/{game['id']}", "/me", f"/games/{game['id']}/events"):
        assert told(ann, "fa", path).data == told(ann, "", path).data


def test_a_code_without_a_sentence_of_its_own_is_told_by_its_status(ann: Browser) -> None:
    """So that no English is shown on a page of another language."""
    detail: Any = told(ann, "hu", "/me/tokens/x", method="DELETE").json
    assert detail["detail"].isascii() is False
    assert not {*OF_CODES} & {*DETAILS}

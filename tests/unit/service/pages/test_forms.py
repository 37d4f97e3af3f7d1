"""Forms have the limits of the API's schemas, and long texts are not normalised."""

import re
import unicodedata
from collections.abc import Iterator
from encodings import idna
from typing import Any

import pytest
from marshmallow import fields

from harness.play.signing_in import API, OURS, PASSWORD, Browser, World, ann, code
from service.app import MAX_BODY_BYTES
from service.application.accounts.credentials.email_addresses import LONGEST as LONGEST_EMAIL
from service.application.accounts.credentials.passwords import LONGEST_BYTES
from service.http.costs.request_parts import MOST_FORM_BYTES

__all__ = ["ann"]

FIELDS = ("name", "email", "password", "current", "confirm", "key")
TEXTS = {
    "marks": "\u0301",
    "mixed marks": "\u0301\u0323",
    "ideographs": "\u4e00",
    "dots": "a.\u4e00.",
    "spaces": " ",
    "percents": "%",
    "letters": "a",
}
"""Building blocks of attacks: a text is one of these, repeated."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application."""
    made = World(documented=True)
    yield made
    made.hub.close()


@pytest.fixture
def normalised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Give the sizes in bytes of all texts that are normalised or IDNA-encoded, filled as it happens."""
    sizes: list[int] = []

    def noted(owner: Any, name: str, place: int) -> None:
        real = getattr(owner, name)

        def call(*args: Any) -> Any:
            sizes.append(len(args[place].encode("utf-8", "surrogatepass")))
            return real(*args)

        monkeypatch.setattr(owner, name, call)

    noted(unicodedata, "normalize", 1)
    noted(idna, "ToASCII", 0)
    return sizes


def form_paths(world: World) -> list[str]:
    """The path of every form."""
    rules = [rule for rule in world.app.url_map.iter_rules() if rule.endpoint.startswith("account.")]
    return [rule.rule.replace("<token>", "x") for rule in rules if rule.methods and "POST" in rule.methods]


def members(world: World) -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation with a JSON body: method, path, and the members in the OpenAPI document."""
    document: Any = world.app.test_client().get(f"{API}/openapi.json").json
    schemas = document["components"]["schemas"]
    found = []
    for path, item in document["paths"].items():
        for method, operation in item.items():
            content = operation.get("requestBody", {}) if isinstance(operation, dict) else {}
            schema = content.get("content", {}).get("application/json", {}).get("schema", {})
            name = schema.get("$ref", "").rpartition("/")[2]
            if name:
                found.append((method.upper(), path, schemas[name].get("properties", {})))
    return found


@pytest.mark.long
def test_every_form_is_held_to_its_limits(world: World, ann: Browser, normalised: list[int]) -> None:
    """A form with any field as long as a body may be is refused, and nothing is normalised."""
    paths = form_paths(world)
    assert len(paths) >= 10
    for path in paths:
        for text in TEXTS.values():
            for size in (MOST_FORM_BYTES - 1000, MAX_BODY_BYTES - 1000):
                body = text * (size // len(text.encode()))
                for field in FIELDS:
                    answer = ann.client.post(path, data=f"{field}={body}".encode(), headers=FORM)
                    assert answer.status_code in (303, 404, 409, 413, 422, 503), (path, field, body[:2])
    assert ann.who()["name"] == "Ann"
    assert max(normalised, default=0) <= LONGEST_BYTES


FORM = {**OURS, "Content-Type": "application/x-www-form-urlencoded"}


@pytest.mark.slow
@pytest.mark.sampled(7)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_long_text_is_normalised(world: World, ann: Browser, normalised: list[int], text: str) -> None:
    """The limit holds for each JSON member of each API operation, as long as a body may be."""
    operations = members(world)
    assert len(operations) > 15
    assert code(ann.sign_in("ann@example.org")) == (401, "auth/wrong")
    assert normalised
    long = text * ((MAX_BODY_BYTES - 5000) // len(text.encode()))
    good = {"name": "Ann", "email": "ann@example.org", "password": PASSWORD, "confirm": "Bob"}
    for method, path, properties in operations:
        here = re.sub(r"\{\w+\}", "x", path)
        for member in properties:
            for value in (long, f"a@{long}"):
                body = {name: good[name] for name in properties if name in good} | {member: value}
                assert ann.client.open(here, method=method, json=body, headers=OURS).status_code < 500
    assert ann.who()["name"] == "Ann"
    assert max(normalised) <= LONGEST_BYTES


def test_an_email_is_measured_in_bytes_before_it_is_looked_at(ann: Browser, normalised: list[int]) -> None:
    """Few but large characters and surrounding blanks count too; the longest allowed e-mail is accepted."""
    for email in ("a@" + "\u4e00" * 90, " " * 300 + "a@example.org", "\u0301" * LONGEST_EMAIL):
        answer = ann.ask("POST", "/session", {"email": email, "password": PASSWORD})
        assert answer.status_code == 422
    assert normalised == []
    longest = "a" * 60 + "@" + "b." * 95 + "org"
    assert len(longest) == LONGEST_EMAIL
    assert code(ann.sign_in(longest)) == (401, "auth/wrong")


@pytest.mark.slow
def test_a_form_says_beside_the_field_what_is_wrong(world: World) -> None:
    """The form has the schema's sentence, and the field refers to it."""
    page = world.browser().form("/sign-in", email="x" * 300, password=PASSWORD)
    assert page.status_code == 422
    assert "Please look again at what is marked below." in page.text
    assert (
        '<p class="notice bad" id="sign-in-email-wrong">This is longer than 254 characters.</p>' in page.text
    )
    assert 'aria-invalid="true" aria-describedby="sign-in-email-wrong"' in page.text
    assert "reset-email-wrong" not in page.text
    page = world.browser().form("/sign-in/guest", name="Ann\u3164")
    assert page.status_code == 422
    assert "A name has only characters that can be seen: U+3164 cannot." in page.text


def test_a_form_that_is_too_large_is_refused_unread(world: World) -> None:
    """413 on a page, without reading the form."""
    browser = world.browser()
    long = f"email={'x' * MOST_FORM_BYTES}".encode()
    told = browser.client.post("/sign-in", data=long, headers=FORM)
    assert (told.status_code, "The form is too long." in told.text) == (413, True)


@pytest.mark.parametrize("path", ["/sign-in/guest", "/sign-in", "/sign-in/reset"])
def test_a_form_that_is_cut_off_is_refused(world: World, path: str) -> None:
    """400, because a truncated form may contain half a name."""
    client = world.browser().client
    cut = {"CONTENT_LENGTH": "100"}
    answer = client.post(path, data=b"name=An", headers=FORM, environ_overrides=cut)
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers


def test_fields_that_a_form_does_not_have_are_left_out(world: World) -> None:
    """A browser extension may add fields."""
    assert world.browser().form("/sign-in/guest", name="Ann", extra="1").status_code == 303


def test_a_long_list_is_refused_before_its_items(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """No item of the list is deserialized."""
    looked: list[Any] = []
    monkeypatch.setattr(fields.UUID, "_deserialize", lambda _self, value, *_, **__: looked.append(value))
    answer = ann.ask("POST", "/games", {"players": 2, "invited": ["x"] * 20_000})
    assert code(answer) == (422, "request/invalid")
    assert looked == []

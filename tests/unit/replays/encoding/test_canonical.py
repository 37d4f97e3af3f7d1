"""Canonical JSON: accepted values and texts, and refusals with their place."""

from enum import StrEnum
from typing import Any

import pytest

from replays.encoding.canonical import MAX_DEPTH, MAX_INTEGER, NotCanonical, canonical, parse_canonical


class Terrain(StrEnum):
    """A text whose type is not exactly str."""

    LAKE = "lake"


def nested(depth: int) -> Any:
    """Return lists nested `depth` deep."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, b"null"),
        (True, b"true"),
        (-0, b"0"),
        (MAX_INTEGER, b"9007199254740991"),
        (-MAX_INTEGER, b"-9007199254740991"),
        ([1, [], {}], b"[1,[],{}]"),
        ((1, 2), b"[1,2]"),
        ({"b": 1, "a": 2, "": 3, "aa": 4}, b'{"":3,"a":2,"aa":4,"b":1}'),
        ('€$\x0f\nA\'B"\\\\"/', b'"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),  # RFC 8785, 3.2.2
        ("\x00\b\t\n\f\r\x1f\x7f\u2028", b'"\\u0000\\b\\t\\n\\f\\r\\u001f\x7f\xe2\x80\xa8"'),
        ({"\ufb33": 1, "\u20ac": 2, "\r": 3, "1": 4, "\x80": 5, "ö": 6}, None),  # RFC 8785, 3.2.3
        ("😂", b'"\xf0\x9f\x98\x82"'),
    ],
)
def test_a_value_has_one_text(value: Any, text: bytes | None) -> None:
    """Each value has the RFC's text, which parses back to the same value."""
    expected = text or '{"\\r":3,"1":4,"\x80":5,"ö":6,"€":2,"\ufb33":1}'.encode()
    assert canonical(value) == expected
    assert canonical(parse_canonical(expected)) == expected


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (1.0, "$"),
        (float("nan"), "$"),
        (MAX_INTEGER + 1, "$"),
        (-MAX_INTEGER - 1, "$"),
        (b"bytes", "$"),
        ({1, 2}, "$"),
        (Terrain.LAKE, "$"),
        ("\ud800", "$"),
        ({"a": [0, {"b": 0.5}]}, "$.a[1].b"),
        ({"a": {1: 2}}, "$.a"),
        ([{"\udfff": 1}], "$[0]"),
        ([{"😂": 1}], "$[0]"),
        ([nested(MAX_DEPTH)], "$" + "[0]" * MAX_DEPTH),
    ],
)
def test_a_value_without_a_text_is_refused_by_its_path(value: Any, path: str) -> None:
    """The refusal names the path of the fault within the value."""
    with pytest.raises(NotCanonical) as refused:
        canonical(value)
    assert refused.value.path == path
    assert str(refused.value).startswith(f"{path}: ")


def test_nesting_has_a_limit() -> None:
    """Nesting up to the limit is accepted; far deeper input is refused without harm."""
    assert parse_canonical(canonical(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    for depth in (MAX_DEPTH + 1, 1_000, 100_000):
        with pytest.raises(NotCanonical):
            parse_canonical(b"[" * depth + b"]" * depth)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" 1",
        b"1 ",
        b"1\n",
        b"-0",
        b"01",
        b"1.0",
        b"1e3",
        b"NaN",
        b"Infinity",
        b"9007199254740992",
        b"99999999999999999999",
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"a":1,"a":2}',
        b'{"a": 1}',
        b"[1, 2]",
        b"[1,]",
        b"'a'",
        b'"\\u0061"',
        b'"\\/"',
        b'"\\u000F"',
        b'"\\u000a"',
        b'"\\ud83d\\ude02"',
        b'"\\ud800"',
        b'"\xed\xa0\x80"',
        b'"\xff"',
        b"\xef\xbb\xbf1",
        b"1 // one",
        b'{"\xf0\x9f\x98\x82":1}',
    ],
)
def test_every_other_text_is_refused(text: bytes) -> None:
    """The parser refuses other texts of the same value, values that are not allowed, and invalid JSON."""
    with pytest.raises(NotCanonical):
        parse_canonical(text)


LOOK_ALIKES = [
    '"1.0"',
    '{"a":"1e3","b":["-0.5"]}',
    '{"1.5":2}',
    '["😀"]',
    '["a",":😀"]',
    '{"a":"\\"😀\\":"}',
    '{"a":"]]]]}}}}{{[["}',
    '{"a":"' + "[" * 99 + '"}',
]
"""Strings that contain text which would not be allowed outside a string."""


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_stands_within_a_string_is_no_fault(text: str) -> None:
    """A text with such strings is canonical."""
    assert canonical(parse_canonical(text.encode())).decode() == text


@pytest.mark.parametrize(
    "text",
    [
        '{":😀":1,"k":"a"}',
        '{"a":{"b😀":1}}',
        '[{"x":"\\"","😀":1}]',
        '{"a\\\\":":","😀":"\\\\"}',
        "[1,[2.5]]",
    ],
)
def test_what_hides_behind_strings_is_refused(text: str) -> None:
    """Keys beyond the basic plane and floats are found wherever they are."""
    with pytest.raises(NotCanonical):
        parse_canonical(text.encode())


def test_arrays_and_objects_count_alike() -> None:
    """The depth counts both kinds together, wherever the deepest place is."""
    for depth, is_good in ((MAX_DEPTH, True), (MAX_DEPTH + 2, False)):
        text = b'[[],{"a":' * (depth // 2) + b"0" + b"},[]]" * (depth // 2)
        if is_good:
            assert canonical(parse_canonical(text)) == text
        else:
            with pytest.raises(NotCanonical, match="nested deeper than 32"):
                parse_canonical(text)

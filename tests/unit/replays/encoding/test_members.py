"""JSON from outside has each member once."""

import json
from collections import Counter
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.encoding.canonical import NotCanonical, parse_canonical
from replays.encoding.members import MOST_OBJECTS, RepeatedMember, parse_json

ONCE = [
    b'{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
    b'{"a":"\\"b\\":1","b":"::\\\\"}',
    b'{"A":1,"a":2,"":3}',
    b"[]",
    b'":"',
]
TWICE = [
    (b'{"players":2,"players":4}', "players"),
    (b'{"players":2 , "rules":{}, "players" :2}', "players"),
    (b'{"rules":{"game":"origins","game":"kingdomino"},"players":2}', "game"),
    (b'[[{"a:":1,"a:":1}]]', "a:"),
    (b'{"a":1,"\\u0061":1}', "a"),
    (b'{"":1,"":1}', ""),
    (b'{"a":{"b":1},"a":{"b":2}}', "a"),
    (b'{"a":1.5,"a":%b}' % (b"1" * 300), "a"),
]


@pytest.mark.parametrize("text", ONCE)
def test_a_member_may_be_in_several_objects(text: bytes) -> None:
    """Members of other objects, and names in texts, are others."""
    assert parse_json(text) == orjson.loads(text)


@pytest.mark.parametrize(("text", "name"), TWICE)
def test_a_member_that_stands_twice_is_refused(text: bytes, name: str) -> None:
    """Wherever the object is, however its name is written, and whether or not the values are the same."""
    with pytest.raises(RepeatedMember, match="twice in an object") as refused:
        parse_json(text)
    assert refused.value.name == name


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":%b%b,"a":1}' % (b"[" * 1000, b"]" * 1000),
        b'{"a":[%b],"a":1}' % b",".join([b"{}"] * (MOST_OBJECTS + 1)),
    ],
    ids=["deep", "many"],
)
def test_a_text_that_is_large_to_search_is_refused_without_the_name(text: bytes) -> None:
    """The search is bounded; an audit refuses such a text, too."""
    with pytest.raises(RepeatedMember, match=r"^a member stands twice"):
        parse_json(text)
    with pytest.raises(NotCanonical):
        parse_canonical(text)


NAMES = st.sampled_from(["a", "b", ":", '"', "\\", '":', "é"])
VALUES: Any = st.recursive(
    st.sampled_from([0, None, ":", '":1', "\\"]),
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(NAMES, inner), max_size=3).map(tuple),
)
"""Values whose objects are tuples of members, perhaps with a name twice."""


def written(value: Any) -> str:
    """The value as JSON."""
    if isinstance(value, tuple):
        return "{" + ",".join(f"{json.dumps(name)}: {written(inner)}" for name, inner in value) + "}"
    return "[" + ",".join(map(written, value)) + "]" if isinstance(value, list) else json.dumps(value)


def repeats(value: Any) -> bool:
    """True if an object in it has a name twice."""
    inner = [each for _, each in value] if isinstance(value, tuple) else value
    own = isinstance(value, tuple) and max(Counter(name for name, _ in value).values(), default=0) > 1
    return own or (isinstance(inner, list) and any(map(repeats, inner)))


@given(VALUES)
def test_exactly_the_texts_with_a_repeated_member_are_refused(value: Any) -> None:
    """Counting finds the same texts as looking at each object."""
    text = written(value).encode()
    if repeats(value):
        with pytest.raises(RepeatedMember):
            parse_json(text)
    else:
        assert parse_json(text) == orjson.loads(text)

"""Invariants of canonical JSON, of chains of events, and of numbers and shuffles drawn from words."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.audit.record import verify
from replays.encoding.canonical import MAX_DEPTH, MAX_INTEGER, NotCanonical, canonical, parse_canonical
from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId, derived_game_id, parse_game_id
from replays.match.randomness.draws import below, shuffled

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0xFFFF))
LEAVES = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=20)
NUMBERS = st.integers() | st.integers(10**15, 2**64) | st.floats(allow_nan=False)
ANYTHING = st.recursive(
    LEAVES | NUMBERS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=9
)
GAMES = st.uuids().map(str).map(parse_game_id)
BODIES = st.lists(st.binary(max_size=40), min_size=1, max_size=8)


def exact(value: Any) -> str:
    """Return a text in which True and 1 differ and the order of keys does not count."""
    return json.dumps(value, sort_keys=True)


@given(VALUES)
def test_a_value_survives_its_text(value: Any) -> None:
    """Parsing the canonical text gives the value again, so different values have different texts."""
    assert exact(parse_canonical(canonical(value))) == exact(value)


@given(VALUES)
def test_the_text_is_the_rfcs(value: Any) -> None:
    """The canonical text is the standard library's with sorted keys and without escapes."""
    plain = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert canonical(value) == plain.encode()


@given(st.dictionaries(KEYS, st.none()))
def test_keys_are_sorted_by_utf_16(value: dict[str, None]) -> None:
    """Keys, which are limited to one plane, are in the order of UTF-16 code units (RFC 8785, 3.2.3)."""
    keys = list(parse_canonical(canonical(value)))
    assert keys == sorted(value, key=lambda key: key.encode("utf-16-be"))


@given(VALUES, VALUES)
def test_different_values_have_different_texts(one: Any, two: Any) -> None:
    """Texts are equal exactly if their values are equal."""
    assert (canonical(one) == canonical(two)) == (exact(one) == exact(two))


@given(VALUES)
def test_keys_in_another_order_give_the_same_text(value: Any) -> None:
    """The order in which a dict was filled does not affect the text."""
    assert canonical(reordered(value)) == canonical(value)


@given(
    value=ANYTHING,
    escaped=st.booleans(),
    separators=st.sampled_from([(",", ":"), (", ", ": ")]),
    depth=st.integers(0, 2 * MAX_DEPTH),
)
def test_a_text_is_read_if_it_is_the_canonical_one(
    *, value: Any, escaped: bool, separators: tuple[str, str], depth: int
) -> None:
    """Other JSON is refused: floats, large numbers, white space, escapes and deep nesting."""
    for _ in range(depth):
        value = [value]
    text = json.dumps(value, ensure_ascii=escaped, separators=separators, sort_keys=True).encode()
    try:
        written = canonical(orjson.loads(text))
    except (NotCanonical, orjson.JSONDecodeError):
        written = None
    if written == text:
        assert exact(parse_canonical(text)) == exact(value)
    else:
        with pytest.raises(NotCanonical):
            parse_canonical(text)


def reordered(value: Any) -> Any:
    """Return the same value with every dict filled backwards."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


@given(GAMES, BODIES, st.data())
def test_any_change_breaks_the_chain_where_it_is(
    game: GameId, bodies: list[bytes], data: st.DataObject
) -> None:
    """A changed event is found at its own version, and another game's chain fails at version 1."""
    running, events = genesis(game), []
    for body in bodies:
        running = link(running, body)
        events.append((body, running.hex()))
    assert verify(game, events) is None
    changed = data.draw(st.integers(0, len(events) - 1))
    body = data.draw(st.binary(max_size=40).filter(lambda other: other != bodies[changed]))
    events[changed] = (body, events[changed][1])
    assert verify(game, events) == changed + 1
    assert verify(derived_game_id(game), events) == 1


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1)))
def test_a_number_is_below_its_bound(n: int, given_words: list[int]) -> None:
    """The drawn number is in range for all words."""
    assert 0 <= below(iter([*given_words, 0]), n) < n


@given(st.lists(st.integers()), st.integers(0, 2**31))
def test_a_shuffle_keeps_the_items(items: list[int], word: int) -> None:
    """A shuffle neither loses nor duplicates items."""
    assert sorted(shuffled(iter([word] * len(items)), items)) == sorted(items)

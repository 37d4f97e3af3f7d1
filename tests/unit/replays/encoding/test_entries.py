"""A stored event, and its public form."""

import pytest

from replays.encoding.canonical import canonical
from replays.encoding.entries import KEYS, StoredEvent
from replays.encoding.identity import Version

BODY = {
    "actor": "ann",
    "at": 1,
    "cause": None,
    "data": {"hash": "x", "schema": 9, "text": ',"schema":', "z": {"a": 1, "schema": 2}},
    "schema": 1,
    "seat": None,
    "type": 'Odd,"schema":',
    "version": 1,
}


def test_the_record_is_parsed_once() -> None:
    """Each access returns the same object, equal to the stored record."""
    event = StoredEvent(Version(1), canonical(BODY), "ab" * 32)
    assert event.record == BODY
    assert event.record is event.record
    assert tuple(event.record) == KEYS


def test_the_public_form_has_the_hash_in_its_place() -> None:
    """The spliced bytes equal the canonical JSON of the public object, whatever its texts contain."""
    event = StoredEvent(Version(1), canonical(BODY), "ab" * 32)
    assert event.public() == {**BODY, "hash": "ab" * 32}
    assert event.public_bytes() == canonical(event.public())


def test_parsing_leaves_an_event_what_it_is() -> None:
    """Equality and hash depend on the stored bytes only."""
    one, two = (StoredEvent(Version(1), canonical(BODY), "ab" * 32) for _ in range(2))
    assert one.record
    assert one == two
    assert hash(one) == hash(two)


def test_a_body_that_is_no_event_has_no_public_form() -> None:
    """Damaged bytes raise an error."""
    event = StoredEvent(Version(1), b"\xff", "")
    with pytest.raises(ValueError, match="subsection not found"):
        event.public_bytes()
    with pytest.raises(ValueError, match="UTF-8"):
        event.public()

"""No value of an event is unbounded: numbers and lists beyond what any game has are `log/data`."""

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from harness.audit.audits import bundle, faults
from harness.audit.forging import Forger
from replays.encoding.entries import StoredEvent
from replays.encoding.forms import COUNT
from replays.events.codec import CodecError, decode
from tests.conformance import corpus

BEYOND = (-(2**40), 2**54)
LONG = 5000
DOCS = Path(__file__).parents[4] / "docs" / "understand" / "log.md"

Place = tuple[str | int, ...]
"""The keys and indexes that lead to a value in an event's data."""


def samples() -> dict[str, dict[str, Any]]:
    """An event of every type in the corpus: the one with the longest data."""
    found: dict[str, dict[str, Any]] = {}
    for name, entry in corpus.read_index().items():
        for event in corpus.read_stream(name, entry.id).events:
            record = dict(event.record)
            if len(str(record["data"])) > len(str(found.get(record["type"], {}).get("data", ""))):
                found[record["type"]] = record
    return found


def places(value: Any, kind: type, place: Place = ()) -> Iterator[Place]:
    """The places of all values of this kind; of each list, of its first entry only."""
    if type(value) is kind and place:
        yield place
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, kind, (*place, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], kind, (*place, 0))


def changed(record: dict[str, Any], place: Place, value: Any) -> StoredEvent:
    """The event with another value at this place in its data."""
    again = deepcopy(record)
    around: Any = again["data"]
    for step in place[:-1]:
        around = around[step]
    around[place[-1]] = value
    event = StoredEvent(record["version"], b"", "")
    object.__setattr__(event, "_record", again)
    return event


def value_at(record: dict[str, Any], place: Place) -> Any:
    """The value at this place in the data."""
    value: Any = record["data"]
    for step in place:
        value = value[step]
    return value


SAMPLES = samples()
NUMBERS = [(name, place) for name, record in SAMPLES.items() for place in places(record["data"], int)]
LISTS = [
    (name, place)
    for name, record in SAMPLES.items()
    for place in places(record["data"], list)
    if value_at(record, place)
]


@pytest.mark.parametrize(("name", "place"), NUMBERS, ids=str)
def test_a_number_out_of_range(name: str, place: Place) -> None:
    """Negative and huge numbers do not have the type's form."""
    for number in BEYOND:
        with pytest.raises(CodecError) as refused:
            decode(changed(SAMPLES[name], place, number))
        assert refused.value.code == "log/data"


@pytest.mark.parametrize(("name", "place"), LISTS, ids=str)
def test_a_list_that_is_too_long(name: str, place: Place) -> None:
    """A list of sound entries that no game can have does not have the type's form."""
    with pytest.raises(CodecError, match=r"at most|\[x, y\]|\[ms, seconds\]") as refused:
        decode(changed(SAMPLES[name], place, value_at(SAMPLES[name], place)[:1] * LONG))
    assert refused.value.code == "log/data"


def test_the_walk_is_not_empty() -> None:
    """The samples have numbers and lists of many types."""
    assert len({name for name, _ in NUMBERS}) >= 8
    assert len({name for name, _ in LISTS}) >= 6


@pytest.mark.parametrize("change", [{"total": -1}, {"total": 2**31 + 1}, {"crowns": -1}])
def test_bounds_of_a_score(change: dict[str, int]) -> None:
    """A score outside its bounds is `log/data`, and not another result."""
    forger = Forger(bundle(2))
    forger.data("GameScored")["scores"][0].update(change)
    assert ("legality", forger.at("GameScored") + 1, "log/data") in faults(forger.forged())
    assert "result/otherwise" not in {code for _, _, code in faults(forger.forged())}


def test_a_score_too_many() -> None:
    """Five scores are `log/data`; three scores of two players are of the form, and another result."""
    for count, code in ((5, "log/data"), (3, "result/otherwise")):
        forger = Forger(bundle(2))
        scores = forger.data("GameScored")["scores"]
        scores += [scores[0]] * (count - len(scores))
        assert code in {found for _, _, found in faults(forger.forged())}


def test_the_page_has_the_bound_of_points() -> None:
    """The documented bound is the form's."""
    [text] = re.findall(r"`number` 0 to 2\^(\d+)\.", DOCS.read_text("utf-8"))
    assert COUNT.read(2 ** int(text)) == 2 ** int(text)
    with pytest.raises(ValueError, match="whole number"):
        COUNT.read(2 ** int(text) + 1)

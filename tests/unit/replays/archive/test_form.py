"""The archive format: lossless, readable for ever, and compact."""

import hashlib
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from harness.store.records import GAME, chained, following
from kingdomino.rules import Rules
from replays.archive.form import FORM, MOST_BYTES, BadObject, pack, typical, unpack
from replays.encoding.canonical import MAX_INTEGER, canonical
from replays.encoding.entries import Head, StoredEvent

OLD = Path(__file__).parents[3] / "conformance" / "archived-1.bin"
"""The first five events of `records.GAME`, packed when the format was created."""

TEXTS = st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0xFFFF), max_size=8)
DIGESTS = st.binary(min_size=32, max_size=32).map(bytes.hex)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS | DIGESTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS | DIGESTS, inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.fixed_dictionaries(
    {
        "actor": TEXTS,
        "at": st.integers(0, 2**52),
        "cause": st.none() | TEXTS,
        "data": VALUES,
        "schema": st.integers(1, 9),
        "seat": st.none() | st.integers(0, 3),
        "type": TEXTS,
    }
)


def stream(records: list[dict[str, Any]]) -> list[StoredEvent]:
    """Return a stream of events with these members."""
    bodies = (canonical({**each, "version": number}) for number, each in enumerate(records, start=1))
    return list(chained(Head.genesis(GAME), bodies))


@pytest.mark.slow
@given(st.lists(RECORDS, max_size=8))
@example(
    [{"actor": "a" * 64, "at": 2, "cause": "#", "data": {}, "schema": 1, "seat": 0, "type": "0" * 64}] * 2
)
def test_events_survive_their_object(records: list[dict[str, Any]]) -> None:
    """Whatever events contain, bytes and hashes come back, and packing them again gives the same object."""
    events = stream(records)
    packed = pack(events)
    assert unpack(GAME, packed) == events
    assert pack(unpack(GAME, packed)) == packed


@given(st.data())
def test_no_changed_object_gives_the_same_head(data: st.DataObject) -> None:
    """An object with any byte changed is refused, or leads to another head or to the same events."""
    events = list(following(Head.genesis(GAME), 3, entropy="ab" * 32))
    packed = bytearray(pack(events))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        found = unpack(GAME, bytes(packed))
    except BadObject:
        return
    assert found == events or found[-1:] == [] or found[-1].hash != events[-1].hash


@given(st.binary(max_size=200))
def test_bytes_that_are_no_object_are_refused(noise: bytes) -> None:
    """Any other bytes are refused with `BadObject`."""
    with pytest.raises(BadObject):
        unpack(GAME, FORM + noise)


@pytest.mark.slow
def test_an_object_that_unfolds_without_end_is_refused() -> None:
    """Decompression stops at 16 MiB, however small the object is."""
    packer = zlib.compressobj(zdict=typical())
    bomb = FORM + b"\0\0" + packer.compress(b"0" * (MOST_BYTES + 1)) + packer.flush()
    assert len(bomb) < 100_000
    with pytest.raises(BadObject, match="cut off"):
        unpack(GAME, bomb)


def test_the_first_form_stays_readable() -> None:
    """An object from the day when the format was created is readable, and the dictionary is unchanged."""
    assert unpack(GAME, OLD.read_bytes()) == list(following(Head.genesis(GAME), 5, entropy="ab" * 32))
    assert (
        hashlib.sha256(typical()).hexdigest()
        == "b5a22a357d9f8e08dfe7a1ae4fc85005cf93dd3c5a19e32321e82c47c8aabdd5"
    )


@pytest.mark.parametrize(("players", "most"), [(2, 1200), (4, 2000)])
def test_a_game_is_small(players: int, most: int) -> None:
    """A finished game takes less than 2,000 bytes."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = play_out(tables, players, Rules(), seeded(players))
    tables.settle(game)
    assert len(pack(log.read(game))) < most

"""The packed form of events in their streams, which never changes."""

import hashlib

import pytest

from replays.encoding.packed import HASH_BYTES, MOST_BYTES, pack, typical, unpack
from tests.conformance import corpus

HASH = "ab" * HASH_BYTES
BODY = (
    b'{"actor":"73a9bef4-99bb-44dc-bbd2-a4f2c8af5bd9","at":1800062040584,"cause":"player",'
    b'"data":{"domino":11},"schema":1,"seat":0,"type":"DominoChosen","version":9}'
)
STORED = bytes.fromhex(
    "abababababababababababababababababababababababababababababababab"
    "43586d6e9c6899949a66a26b699994a46b629292ac9b949462a49b689266946c"
    "9198669a946289ec3c3323031303530b13629c47545184cd7d00"
)
"""The event as the first version of the form stored it: another compressor may give other bytes."""
DICTIONARY = "b61c5a979a7ffa4b51de1c728cf857c26317e627022fde47a40b1969ffc17f52"


def test_what_was_stored_stays_readable() -> None:
    """A packed event of the first version is read, and the dictionary is that version's."""
    assert unpack(STORED) == (BODY, HASH)
    assert hashlib.sha256(typical()).hexdigest() == DICTIONARY


@pytest.mark.parametrize("body", [BODY, b"", b"no event", b"\0\xff", bytes(range(256)), b'{"a":1}' * 9_999])
def test_any_bytes_are_kept(body: bytes) -> None:
    """Unpacking gives the same bytes and hash, whatever they are."""
    assert unpack(pack(body, HASH)) == (body, HASH)


def test_packed_games_are_small() -> None:
    """The events of every old game take at most half of their texts, and with their hashes two thirds."""
    for name, entry in corpus.read_index().items():
        if entry.dynasty or entry.tournament:
            continue
        events = corpus.read_stream(name, entry.id).events
        packed = sum(len(pack(event.body, event.hash)) for event in events)
        text = sum(len(event.body) for event in events)
        assert packed <= text * 2 / 3, name
        assert packed - HASH_BYTES * len(events) <= text / 2, name


@pytest.mark.parametrize("damaged", [b"", STORED[:31], STORED[:32], STORED[:-1], STORED + b"\0", bytes(90)])
def test_other_bytes_are_refused(damaged: bytes) -> None:
    """What is cut off, longer or no compressed text is an error."""
    with pytest.raises(ValueError, match=r"cut off|decompressed"):
        unpack(damaged)


def test_a_text_beyond_the_limit_is_refused() -> None:
    """Few bytes do not become more text than the limit."""
    with pytest.raises(ValueError, match="cut off"):
        unpack(pack(b" " * (MOST_BYTES + 1), HASH))

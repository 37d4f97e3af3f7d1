"""The hash chain, compared with hashes computed by hand."""

from hashlib import sha256

from replays.encoding.chain import genesis, link, verify
from replays.encoding.identity import GameId

GAME = GameId("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")


def test_the_chain_is_as_defined() -> None:
    """h_0 is the hash of the game's name, h_n the hash of h_(n-1) and the event."""
    start = genesis(GAME)
    assert start == sha256(b"kingdomino game 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").digest()
    assert link(start, b"{}") == sha256(start + b"{}").digest()


def test_the_first_wrong_hash_is_named() -> None:
    """Versions count from 1; a good chain and an empty one have no fault."""
    one = link(genesis(GAME), b"1")
    two = link(one, b"2")
    good = [(b"1", one.hex()), (b"2", two.hex())]
    assert verify(GAME, []) is None
    assert verify(GAME, good) is None
    assert verify(GAME, [(b"x", one.hex()), good[1]]) == 1
    assert verify(GAME, [good[0], (b"2", two.hex().upper())]) == 2
    assert verify(GAME, good[1:]) == 1

"""The hash chain, compared with hashes computed by hand."""

from hashlib import sha256

from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId

GAME = GameId("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")


def test_the_chain_is_as_defined() -> None:
    """h_0 is the hash of the game's name, h_n the hash of h_(n-1) and the event."""
    start = genesis(GAME)
    assert start == sha256(b"kingdomino game 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").digest()
    assert link(start, b"{}") == sha256(start + b"{}").digest()

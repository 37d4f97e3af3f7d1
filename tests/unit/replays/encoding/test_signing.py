"""Signed heads: the signed message, its verification, and refused receipts."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from replays.encoding.entries import Head
from replays.encoding.identity import Version, derived_game_id
from replays.encoding.signing import Receipt, Signer, parse_receipt, verify

GAME = derived_game_id("signing")
HEAD = Head(Version(7), "ab" * 32)
SIGNER = Signer(bytes(range(32)))
RECEIPT = SIGNER.sign(GAME, HEAD)


def test_the_public_key_is_that_of_the_standard() -> None:
    """RFC 8032, 7.1, test 1: the private key gives the standard's public key."""
    private = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert Signer(bytes.fromhex(private)).public_key == public


def test_the_signed_message_is_the_one_of_the_documentation() -> None:
    """The message is a line that names the purpose, then the head."""
    message = f'kingdomino head\n{{"game":"{GAME}","hash":"{HEAD.hash}","version":7}}'.encode()
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(RECEIPT.public_key))
    key.verify(bytes.fromhex(RECEIPT.signature), message)  # raises if the message differs


def test_a_receipt_holds_for_its_head_alone() -> None:
    """Another or invalid game, version, hash, key or signature fails verification."""
    assert verify(RECEIPT)
    other = Signer(bytes(32)).sign(GAME, HEAD)
    for wrong in (
        replace(RECEIPT, game=derived_game_id("other")),
        replace(RECEIPT, head=Head(Version(8), HEAD.hash)),
        replace(RECEIPT, head=Head(HEAD.version, "ac" * 32)),
        replace(RECEIPT, public_key=other.public_key),
        replace(RECEIPT, public_key="ff" * 32),
        replace(RECEIPT, public_key="ab"),
        replace(RECEIPT, signature=other.signature),
        replace(RECEIPT, signature="00"),
    ):
        assert not verify(wrong)


def test_the_same_head_has_the_same_signature_from_every_thread() -> None:
    """Therefore a repeated request gets the same receipt, and a bundle has the same bytes."""
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: SIGNER.sign(GAME, HEAD), range(200))) == {RECEIPT}


def test_a_receipt_is_read_as_it_is_written() -> None:
    """The document has exactly the documented members, and no private key."""
    document = RECEIPT.document()
    assert document == {
        "game": GAME,
        "hash": HEAD.hash,
        "public_key": SIGNER.public_key,
        "signature": RECEIPT.signature,
        "version": 7,
    }
    assert parse_receipt(document) == RECEIPT
    assert bytes(range(32)).hex() not in str(vars(SIGNER)) + str(document)


GOOD: dict[str, Any] = RECEIPT.document()

REFUSED: list[tuple[object, str]] = [
    (None, "exactly the keys"),
    ([GOOD], "exactly the keys"),
    ({**GOOD, "more": 1}, "exactly the keys"),
    ({name: value for name, value in GOOD.items() if name != "game"}, "exactly the keys"),
    ({**GOOD, "game": GAME.upper()}, "game: not the canonical text of a UUID"),
    ({**GOOD, "game": "x"}, "game: "),
    ({**GOOD, "game": 7}, "game: 7 is no text"),
    ({**GOOD, "hash": HEAD.hash.upper()}, "hash: not 64 lower-case"),
    ({**GOOD, "hash": HEAD.hash + "\n"}, "hash: not 64 lower-case"),
    ({**GOOD, "public_key": "ab" * 31}, "public_key: not 64 lower-case"),
    ({**GOOD, "signature": "ab" * 32}, "signature: not 128 lower-case"),
    ({**GOOD, "version": 0}, "version: 0 is no whole number"),
    ({**GOOD, "version": True}, "version: True is no whole number"),
    ({**GOOD, "version": 7.0}, "version: 7.0 is no whole number"),
    ({**GOOD, "version": 2**53}, "version: "),
]


@pytest.mark.parametrize(("value", "text"), REFUSED)
def test_what_is_no_receipt_is_refused_by_name(value: object, text: str) -> None:
    """The error names the wrong member and what is allowed."""
    with pytest.raises(ValueError, match=text):
        parse_receipt(value)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_private_key_of_another_length_is_refused(length: int) -> None:
    """Ed25519 keys have 32 bytes."""
    with pytest.raises(ValueError, match="32 bytes"):
        Signer(hashlib.shake_256(b"key").digest(length))


def test_receipts_are_values() -> None:
    """Receipts with equal parts are equal and hashable."""
    assert {RECEIPT, Receipt(GAME, HEAD, RECEIPT.public_key, RECEIPT.signature)} == {RECEIPT}

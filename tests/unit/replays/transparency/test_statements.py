"""Checkpoints, cosignatures, proofs and leaves: made, read, and refused when anything differs."""

from base64 import b64encode
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

from replays.encoding.entries import Head
from replays.encoding.identity import Version, derived_game_id
from replays.transparency.checkpoints import (
    Checkpoint,
    SignedCheckpoint,
    open_checkpoint,
    parse_checkpoint,
    sign_checkpoint,
)
from replays.transparency.cosignatures import Cosignature, Cosigner, cosignatures, tree_message
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf, digest_of, head_leaf, parse_leaf
from replays.transparency.merkle import EMPTY_ROOT, MAX_SIZE, ProofError, leaf_hash, node_hash
from replays.transparency.notes import NoteKey, NoteRefused, NoteSignature, NoteSigner, SignatureType
from replays.transparency.proofs import LogProof, parse_proof

ORIGIN = "play.example/log"
SIGNER = NoteSigner(ORIGIN, bytes(32))
WITNESS = Cosigner("witness.example/w1", bytes([1]) * 32)
GAME = derived_game_id("transparency")
ENTRY = head_leaf(GAME, Head(Version(1), "ab" * 32), HeadKind.OPEN).entry()
BESIDE = leaf_hash(b"beside")
HEAD = Checkpoint(ORIGIN, 2, node_hash(leaf_hash(ENTRY), BESIDE))
NOTE = sign_checkpoint(HEAD, SIGNER)
PROOF = LogProof(ENTRY, 0, (BESIDE,), SignedCheckpoint(HEAD, NOTE))


def test_a_checkpoint_is_three_lines() -> None:
    """Origin, size and root in base64, signed by the key that has the origin's name."""
    assert HEAD.text() == f"{ORIGIN}\n2\n{b64encode(HEAD.root).decode()}\n"
    assert open_checkpoint(NOTE.serialized(), [SIGNER.key]) == SignedCheckpoint(HEAD, NOTE)
    with pytest.raises(ValueError, match="does not sign for the log"):
        sign_checkpoint(replace(HEAD, origin="other.example"), SIGNER)


def test_only_the_logs_keys_sign_its_checkpoints() -> None:
    """An unknown key, and a known key of another log, sign nothing; nor does a witness alone."""
    other = NoteSigner("other.example", bytes([2]) * 32)
    by_another = replace(NOTE, signatures=(other.sign(NOTE.text),)).serialized()
    cosigned = replace(NOTE, signatures=(WITNESS.cosign(HEAD, 1),)).serialized()
    for content, keys in (
        (NOTE.serialized(), [other.key]),
        (by_another, [SIGNER.key, other.key]),
        (cosigned, []),
    ):
        with pytest.raises(NoteRefused, match="is not signed by a known key of this log"):
            open_checkpoint(content, keys)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n",
        f"origin\n1\n{b64encode(bytes(31)).decode()}\n",
        f"origin\n01\n{b64encode(bytes(32)).decode()}\n",
        f"origin\n+1\n{b64encode(bytes(32)).decode()}\n",
        f"origin\n{MAX_SIZE + 1}\n{b64encode(bytes(32)).decode()}\n",
        f"origin\n{'1' * 5000}\n{b64encode(bytes(32)).decode()}\n",
        f"origin\n1\n{b64encode(bytes(32)).decode()}\n\n",
        f"\n1\n{b64encode(bytes(32)).decode()}\n",
        f"origin\n1\n{b64encode(bytes(32)).decode()}",
    ],
)
def test_everything_else_is_no_checkpoint(text: str) -> None:
    """A missing line, another form of the size and a root of another length are refused."""
    with pytest.raises(ValueError, match=r"."):
        parse_checkpoint(text)


def test_a_checkpoint_may_have_further_lines_and_be_empty() -> None:
    """Extension lines are kept; the empty tree has the hash of nothing as its root."""
    more = replace(HEAD, extensions=("more", "lines"))
    assert parse_checkpoint(more.text()) == more
    empty = Checkpoint(ORIGIN, 0, EMPTY_ROOT)
    assert parse_checkpoint(empty.text()) == empty


def test_a_cosignature_binds_the_time_and_the_checkpoint() -> None:
    """It verifies for its own time and checkpoint alone."""
    note = NOTE.with_signatures([WITNESS.cosign(HEAD, 1_679_315_147)])
    assert cosignatures(note, HEAD, [WITNESS.key]) == [Cosignature(WITNESS.key, 1_679_315_147)]
    assert cosignatures(note, HEAD, [Cosigner("other", bytes(32)).key]) == []
    signature = note.signatures[1]
    for wrong in (
        replace(signature, value=(2).to_bytes(8, "big") + signature.value[8:]),
        replace(signature, value=bytes(8) + signature.value[8:]),
        replace(signature, value=b"\xff" + signature.value[1:]),
        replace(signature, value=signature.value[:20]),
        replace(signature, value=b"1234"),
    ):
        with pytest.raises(NoteRefused, match=r"the cosignature by witness\.example/w1 is invalid"):
            cosignatures(replace(note, signatures=(wrong,)), HEAD, [WITNESS.key])
    with pytest.raises(NoteRefused):
        cosignatures(note, replace(HEAD, size=3), [WITNESS.key])
    with pytest.raises(ValueError, match="is no time"):
        WITNESS.cosign(HEAD, 0)


def test_the_signed_text_is_that_of_the_specification() -> None:
    """Two lines before the checkpoint's text; the signature is not one of a plain note."""
    signature = WITNESS.cosign(HEAD, 7)
    plain = NoteSigner("x", bytes([1]) * 32).sign(f"cosignature/v1\ntime 7\n{HEAD.text()}")
    assert signature.value == (7).to_bytes(8, "big") + plain.value


def test_cosignatures_by_ml_dsa_44_are_accepted() -> None:
    """Type 6 names the witness and leaves further lines out; of another witness or time it is refused."""
    private = MLDSA44PrivateKey.generate()
    key = NoteKey(
        "witness.example/pq", SignatureType.COSIGNATURE_ML_DSA_44, private.public_key().public_bytes_raw()
    )
    message = tree_message(key.name, HEAD, 9)
    value = (9).to_bytes(8, "big") + private.sign(message)
    signed = replace(NOTE, signatures=(NoteSignature(key.name, key.key_id, value),))
    assert cosignatures(signed, replace(HEAD, extensions=("x",)), [key]) == [Cosignature(key, 9)]
    renamed = replace(key, name="other.example")
    of_another = replace(signed, signatures=(NoteSignature(renamed.name, renamed.key_id, value),))
    later = replace(signed, signatures=(NoteSignature(key.name, key.key_id, bytes(7) + b"\x0a" + value[8:]),))
    for wrong, by in ((of_another, renamed), (later, key)):
        with pytest.raises(NoteRefused):
            cosignatures(wrong, HEAD, [by])
    assert len(message) == 12 + 1 + 18 + 8 + 1 + len(ORIGIN) + 8 + 8 + 32


def test_a_proof_says_what_was_logged() -> None:
    """The first line after the header has the entry; the checkpoint follows with all its signatures."""
    content = PROOF.serialized()
    assert content.split(b"\n")[:3] == [
        b"c2sp.org/tlog-proof@v1",
        b"extra " + b64encode(ENTRY),
        b"index 0",
    ]
    assert parse_proof(content) == PROOF
    PROOF.check([SIGNER.key])
    assert content.endswith(b"\n\n" + NOTE.serialized())


def test_a_proof_of_anything_else_is_refused() -> None:
    """Another entry, index, hash or key is refused."""
    for wrong in (replace(PROOF, entry=b"{}"), replace(PROOF, index=1), replace(PROOF, hashes=())):
        with pytest.raises(ProofError):
            wrong.check([SIGNER.key])
    with pytest.raises(NoteRefused):
        PROOF.check([NoteSigner(ORIGIN, bytes([3]) * 32).key])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"@v1", b"@v2"),
        (b"extra ", b"Extra "),
        (b"index 0", b"index 00"),
        (b"index 0", b"index -1"),
        (b"index 0\n", b""),
        (b"index 0\n", b"index 0\n" + b"A" * 43 + b"=\n" * 100),
        (b"\n\n", b"\n"),
        (b"extra ", b"extra  "),
        (b"extra ", b"extra \xc3\xa4"),
        (b"extra ", b"extra " + b"AAAA" * 120_000),
        (b"extra ", b"extra " + b"AAAA" * 30_000),
    ],
)
def test_everything_else_is_no_proof(old: bytes, new: bytes) -> None:
    """Another header, a missing line, another number and too much of anything are refused."""
    with pytest.raises(ValueError, match=r"."):
        parse_proof(PROOF.serialized().replace(old, new, 1))


def test_a_leaf_names_no_game() -> None:
    """A head's entry is canonical JSON with the hash of the game's id."""
    expected = f'{{"game":"{digest_of(GAME)}","head":"{"ab" * 32}","kind":"open","version":1}}'
    assert expected.encode() == ENTRY
    assert parse_leaf(ENTRY) == head_leaf(GAME, Head(Version(1), "ab" * 32), HeadKind.OPEN)


def test_keys_are_leaves() -> None:
    """A key and its revocation have entries of their own."""
    for kind in KeyKind:
        leaf = KeyLeaf(kind, "cd" * 32, 1_700_000_000_000)
        assert parse_leaf(leaf.entry()) == leaf
    assert leaf.entry().startswith(b'{"kind":"revocation","public_key":"cd')


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"[]",
        b"{}",
        ENTRY + b" ",
        ENTRY.replace(b"open", b"opened"),
        ENTRY.replace(b'"version":1', b'"version":0'),
        ENTRY.replace(b'"kind"', b'"what"'),
        ENTRY.replace(b'"version":1', b'"version":1,"with":2'),
        b'{"kind":"key"}',
        b'{"kind":["key"]}',
        ENTRY + b" " * 1000,
    ],
)
def test_everything_else_is_no_leaf(entry: bytes) -> None:
    """Another member, another value and another writing are refused."""
    with pytest.raises(ValueError, match=r"."):
        parse_leaf(entry)

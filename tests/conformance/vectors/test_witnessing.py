"""What aics-tlog and aics-witness make is what this project makes, byte for byte: `witnessing.json`."""

import hashlib
import json
from pathlib import Path

import pytest

from replays.transparency.checkpoints import open_checkpoint
from replays.transparency.cosignatures import Cosignature, Cosigner, cosignatures
from replays.transparency.merkle import check_inclusion, inclusion_proof, leaf_hash
from replays.transparency.notes import NoteSigner, parse_note_key
from replays.transparency.witnessing import LatestTree, ProtocolVersion, check_submission, parse_submission
from tests.unit.replays.transparency.logs import MemoryLog

VECTORS = json.loads(Path(__file__).with_name("witnessing.json").read_bytes())
LOG_KEY, WITNESS_KEY = parse_note_key(VECTORS["log"]), parse_note_key(VECTORS["witness"])
LOG_SEED, WITNESS_SEED = (bytes([seed]) * 32 for seed in VECTORS["seeds"])
LOG = MemoryLog([f"entry {n}".encode() for n in range(VECTORS["size"])], NoteSigner(LOG_KEY.name, LOG_SEED))


def test_their_checkpoint_and_cosignature_are_ours() -> None:
    """They verify here, and the same keys sign the same bytes."""
    cosigner = Cosigner(WITNESS_KEY.name, WITNESS_SEED)
    signed = open_checkpoint(VECTORS["cosigned"].encode(), [LOG_KEY])
    found = cosignatures(signed.note, signed.checkpoint, [WITNESS_KEY])
    assert found == [Cosignature(WITNESS_KEY, VECTORS["seconds"])]
    ours = LOG.signed().note.with_signatures([cosigner.cosign(signed.checkpoint, VECTORS["seconds"])])
    assert ours.serialized() == VECTORS["cosigned"].encode()
    assert (LOG.signer.key, cosigner.key) == (LOG_KEY, WITNESS_KEY)


def test_their_submission_is_ours() -> None:
    """Its proof verifies here, and is the one that is made here."""
    submission = parse_submission(VECTORS["submission"].encode())
    old = LOG.signed(VECTORS["old"]).checkpoint
    check_submission(submission, [LOG_KEY], LatestTree(old.size, old.root), ProtocolVersion.V1)
    assert LOG.submission(VECTORS["old"]).serialized() == VECTORS["submission"].encode()


def test_their_proof_of_inclusion_is_ours() -> None:
    """It leads from the entry to the root, and is the one that is made here."""
    proof = [bytes.fromhex(each) for each in VECTORS["inclusion"]]
    index, size = VECTORS["index"], VECTORS["size"]
    check_inclusion(leaf_hash(LOG.entries[index]), index, size, proof, LOG.signed().checkpoint.root)
    assert inclusion_proof(index, size, LOG.nodes) == proof


@pytest.mark.parametrize("path", VECTORS["files"])
def test_their_files_are_ours(path: str) -> None:
    """Tiles and entry bundles have the same paths and bytes, partial ones too."""
    assert hashlib.sha256(LOG.files[path]).hexdigest() == VECTORS["files"][path]

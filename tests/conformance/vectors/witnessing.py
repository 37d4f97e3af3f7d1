"""Writes `witnessing.json`: a log, a cosigned checkpoint and a submission, made by aics-tlog and -witness.

It runs in an environment of its own with Python 3.12 or newer, which these packages need:

python -m pip install aics-tlog==0.2.1 aics-witness==0.1.0
python tests/conformance/vectors/witnessing.py > tests/conformance/vectors/witnessing.json

The entries are `entry 0`, `entry 1` and so on. Private keys are 32 equal bytes.
"""

import hashlib
import json
import sys

from aics_tlog import (
    Checkpoint,
    MerkleTree,
    Note,
    cosignature_vkey,
    format_vkey,
    sign_checkpoint,
    sign_cosignature,
    vkey_from_ed25519,
)
from aics_tlog.tiles import materialise_tiles
from aics_witness.protocol import format_add_checkpoint_request
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIZE, OLD, INDEX, SECONDS = 600, 300, 299, 1_790_000_000
LOG, WITNESS = "log.example/kingdomino", "witness.example/w1"
LOG_SEED, WITNESS_SEED = 1, 2


def main() -> None:
    """Write the vectors."""
    log_key, witness_key = (
        Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (LOG_SEED, WITNESS_SEED)
    )
    entries = [f"entry {n}".encode() for n in range(SIZE)]
    tree = MerkleTree(entries)
    checkpoint = Checkpoint(LOG, SIZE, tree.root())
    note = sign_checkpoint(checkpoint, log_key, LOG)
    _, cosignature = sign_cosignature(witness_key, WITNESS, SECONDS, LOG, SIZE, tree.root())
    cosigned = Note(note.text, [*note.signatures, cosignature])
    proof = tree.consistency_proof(OLD, SIZE)
    made = sorted(materialise_tiles(entries).items())
    files = {path: hashlib.sha256(content).hexdigest() for path, content in made}
    vectors = {
        "made_by": "aics-tlog 0.2.1, aics-witness 0.1.0",
        "log": format_vkey(vkey_from_ed25519(LOG, log_key.public_key().public_bytes_raw())),
        "witness": format_vkey(cosignature_vkey(WITNESS, witness_key.public_key())),
        "seeds": [LOG_SEED, WITNESS_SEED],
        "size": SIZE,
        "old": OLD,
        "index": INDEX,
        "seconds": SECONDS,
        "cosigned": cosigned.serialise(),
        "submission": format_add_checkpoint_request(OLD, proof, note.to_bytes()).decode(),
        "inclusion": [each.hex() for each in tree.inclusion_proof(INDEX, SIZE)],
        "files": files,
    }
    json.dump(vectors, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()

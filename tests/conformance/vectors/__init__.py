"""Published vectors for other implementations.

A published vector never changes. Start with `test_audit_vectors.py`.

- `audit.json`: canonical JSON, chains, signatures and archives (`docs/organize/audit.md`)
- `randomness.json`: words, shuffles and digests (`docs/organize/randomness.md`)
- `bots.json`: moves of the bots (`docs/play/bots.md`), written by `bots.py`
- `ratings.json`: ratings after each game (`docs/understand/ratings.md`)
- `pairing.json`: pairings of tournaments (`docs/organize/pairing.md`), written by `pairing.py`
- `duels.json`: rounds of duels by another engine, written by `duels.py`
- `transparency.json`: a tree, proofs, tiles and a signed note by Go, written by `transparency.go`
- `witnessing.json`: a log, a cosigned checkpoint and a submission by aics-tlog, written by `witnessing.py`
"""

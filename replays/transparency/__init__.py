"""The formats of a public log of heads and of its witnesses, without files and without network.

`merkle.py` is the tree; `notes.py`, `checkpoints.py` and `cosignatures.py` are signed statements about it;
`tiles.py` and `proofs.py` are the forms in which a log is read; `witnessing.py` is what a log and a witness
say to each other; `policies.py` says whom a reader believes; `contradictions.py` says which statements cannot
both be true; `leaves.py` has the entries of this service's log. The formats are those of C2SP
(https://c2sp.org), so that tools that others wrote read the log too. Everything from outside has a maximum
size. The package uses only `replays.encoding`. Start with `merkle.py`.
"""

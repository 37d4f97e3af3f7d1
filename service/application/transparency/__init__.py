"""The public log of heads: its recorded order in the store, its checkpoints, and proofs from it.

`ledger.py` holds the order of the leaves, which is the only truth: tiles, checkpoints and proofs follow from
it. A worker puts waiting heads in order (`sequencer.py`), signs (`signing.py`) and has others sign
(`witnesses.py`). The formats are in `replays/transparency`. Start with `sequencer.py`.
"""

"""Benchmarks of single parts, without a limit to compare with: `python -m bench.parts`.

Figures with a limit belong in `../measures`. The parts `audits`, `lists` and `placements` are in
`__main__.py`; start there.
"""

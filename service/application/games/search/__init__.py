"""The search for finished games by variant, players, date, length and points (ADR 32).

The index numbers the games and stores one bit for each game and property. The search does not check
visibility; `shown.py` does. A worker runs the projector
(`workers/worker/projections/registry.py`). Start with `finder.py`.
"""

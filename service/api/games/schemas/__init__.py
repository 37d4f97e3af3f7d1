"""Schemas of requests, which marshmallow validates, and of responses, which it dumps.

The three hot forms (state, event, replay) are written by orjson and held to these schemas by the contract
tests (ADR 22). Every member has a description. A state's field is also in `replays/projections/view.py`
(`docs/extending.md`). Start with `states.py`.
"""

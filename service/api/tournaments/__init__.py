"""Tournaments: announcing, entering and directing them, their state, files and events.

`schemas/` has the forms of requests and responses; its `schemas/acts.py` makes those of acts from their
registry in the application half. Start with `tournaments.py`.
"""

"""The checks of a tournament's own stream against its games. Start with `course.py`.

Whatever a person decided is decided again by the functions of `replays.tournament.deciding`, and whatever
follows by itself is computed again. `docs/organize/audit.md` is the definition.
"""

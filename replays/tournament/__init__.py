"""Tournaments: a record of entries, rounds, results and acts, from which pairings and standings follow.

`schedules` (who can meet whom) and `standings` (points and tie-breaks) are pure: integers in, integers out.
Start with `aggregate.py`. `results.py` says what counts, `pairing.py` pairs the next round, `deciding`
decides, `tournaments.py` has the commands, `view.py` what the API shows. Nothing here changes a game's stream
(ADR 60).
"""

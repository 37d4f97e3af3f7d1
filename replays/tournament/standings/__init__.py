"""Points, tie-breaks and standings: pure and in integers (`docs/organize/pairing.md`).

The scale and the tie-breaks of a tournament are named by its regulations. It imports `kingdomino` and the
forms of `schedules`. Start with `scores.py`.
"""

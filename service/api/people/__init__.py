"""Public data of players, and the players whom a player follows, blocks and mutes.

The caller's own account is in `../accounts`. Start with
`players.py`.
"""

"""The parts of `kingdomino monitor`: a reader of the whole public log, who believes nothing.

`following.py` reads the log and keeps what is proved to be in its signed tree; `memory.py` is what the
monitor has seen, on the disk; `leaves.py` checks the leaves against each other, `comparing.py` against the
games that the service shows; `telling.py` says it in words. Imports `replays`, `../client.py`, `../terminal`
and `../transparency`. Start with `following.py`.
"""

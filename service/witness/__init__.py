"""A witness of logs: a server of its own, which keeps the last checkpoint of each log and cosigns the next.

It needs no store and nothing of the game service; its folder has all that it knows. `folder.py` is its key
and its state on the disk, `witness.py` its answers, `application.py` the HTTP interface, `server.py` the
process. The protocol is in `replays/transparency/witnessing.py`. Start with `witness.py`.
"""

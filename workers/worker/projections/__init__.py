"""The projections of the log that a worker runs.

One of several workers holds the lease of a projection and runs it. The projections themselves are in
`service/`; `replays/projections/follower.py` reads the feeds for them. Start with `projection_thread.py`.
"""

"""The projections of the log that a worker runs.

One of several workers holds the lease of a projection and runs it. The projections themselves are in
`service/`; a module here connects one to the store. Start with `projection_thread.py`.
"""

"""The tasks of workers, one module for each.

Each module declares its `Task`, or several. A job may be lost, run twice, or run by two workers at once; the
log decides. To add a task, declare a `Task` in its own module and add it to `registry.py`; the relay
dispatches it (`docs/extending.md`). The folder imports `replays` and the application half of `service`, and
nothing else of `workers`. Start with `registry.py`.
"""

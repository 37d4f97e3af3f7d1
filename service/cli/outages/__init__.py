"""The command `kingdomino outages`, with which operators list outages and declare one.

What an outage does is in `docs/play/clocks.md`. The folder imports the store of outages (`replays.store`) and
`../parameters`. Start with `command.py`.
"""

"""The checks of `kingdomino doctor`: each examines one thing and reports on it; none changes a game.

A check yields `CheckResult`s, which say how to fix a problem. `service/cli/commands/doctor.py` lists the
checks. `kingdomino doctor --json` prints their names: a renamed check needs an entry in the changelog. Start
with `machine.py`.
"""

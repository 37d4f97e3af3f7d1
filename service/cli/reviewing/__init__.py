"""The command `kingdomino review`.

`kingdomino/review` evaluates the decisions. Imports `kingdomino`, `replays`, `../parameters` and
`../terminal`. Start with `command.py`.
"""

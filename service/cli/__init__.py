"""The program `kingdomino`.

Packages register commands as `kingdomino.commands` in `pyproject.toml`. Commands import slow dependencies
when they run, so that `--help` is fast. It may import any package of `service`, but not `workers`. It uses
redis, marshmallow, RQ and uvicorn only through other packages. Start with `main.py`.
"""

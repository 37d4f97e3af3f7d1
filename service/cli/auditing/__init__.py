"""The parts of `kingdomino audit`: sources of bundles, the auditor's evidence, and the output of reports.

`replays/audit` verifies; `docs/organize/audit.md` lists the exit codes. Imports `replays`, `../client.py` and
`../terminal/clean.py`. Start with `sources.py`.
"""

"""The games and the reports of `kingdomino simulate`.

Plays many games with the rules only, for statistics. Nothing is stored. Used by `../commands/simulate.py`,
tests and benchmarks. `seasons` plays tournaments. Imports `kingdomino`, and of `replays` only `runtime` and
`encoding`, and in `seasons` what pairs and ranks; of `service` only words. Start with `parts.py`.
"""

"""Names of players: their validation, reserved names, and the index of players by name.

Imports `service/application/i18n` and `kingdomino/policies` (the names of bots), and nothing else of
`accounts`. Start with `names.py`.
"""

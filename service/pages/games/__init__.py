"""The pages of tables and games: opening, joining, playing, replaying and auditing.

The pages that list games are in `../lists`. Positions are shown by `../shared/boards.py`; the operations are
in `service/application/games`. Templates: `../../templates`, in `lobby`, `table`, `replay` and `audit`.
Start with `table.py`.
"""

"""The pages that list games.

The lists come from `service/shared/lists/` and `service/application/games/`. Templates:
`../../templates/lobby/` and `../../templates/collections/`. Start with `lobby.py`.
"""

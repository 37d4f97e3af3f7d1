"""The pages that list games.

The lists come from `service/application/games/`, their filters from `service/shared/lists/`. Templates:
`../../templates/lobby/` and `../../templates/collections/`. Start with `lobby.py`.
"""

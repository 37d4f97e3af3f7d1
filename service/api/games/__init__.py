"""Opening games, seats, moves, plans, clocks.

Views decide nothing: they call the command handlers of `replays/commands`. Of the API the folder imports
`shared` only. Start with `games.py`.
"""

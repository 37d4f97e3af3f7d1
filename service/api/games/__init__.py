"""Opening games, seats, moves, plans, clocks."""

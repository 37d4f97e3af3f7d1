"""Live updates: distributes the events of games to their followers."""

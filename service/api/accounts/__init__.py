"""What accounts have: players, sessions, tokens, their own games, notes and comments."""

"""The parts of an account: players, sessions, tokens, their own games, notes and comments."""

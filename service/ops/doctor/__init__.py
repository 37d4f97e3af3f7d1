"""The checks of `kingdomino doctor`: each examines one thing and reports on it; none changes a game."""

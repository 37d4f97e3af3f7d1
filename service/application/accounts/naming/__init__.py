"""Names of players: their validation, reserved names, and the index of players by name."""

"""The command `kingdomino review`."""

"""The program `kingdomino`."""

"""The games and the reports of `kingdomino simulate`."""

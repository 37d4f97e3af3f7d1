"""The commands of `service`, one module each, registered in pyproject.toml under `kingdomino.commands`."""

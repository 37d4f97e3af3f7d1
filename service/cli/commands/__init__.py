"""The commands of `service`, one for each module, registered in pyproject.toml as `kingdomino.commands`."""

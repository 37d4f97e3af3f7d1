"""The program `kingdomino`: packages register commands, which are found by name and imported when used."""

import os
import sys
from importlib.metadata import entry_points

import click

from replays.runtime import parent_death
from replays.runtime.settings.errors import EXIT_CONFIGURATION, ConfigurationError
from replays.runtime.settings.names import check_names

COMMANDS = "kingdomino.commands"


class RegisteredCommands(click.Group):
    """The commands of the entry-point group `COMMANDS`; each module is imported when its command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted({*super().list_commands(ctx), *entry_points(group=COMMANDS).names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        for entry in entry_points(group=COMMANDS, name=cmd_name):
            command = entry.load()
            if not isinstance(command, click.Command):
                raise TypeError(f"{entry.value} is no click command")
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=RegisteredCommands, context_settings={"help_option_names": ["-h", "--help"]})
def kingdomino() -> None:
    """Play Kingdomino over days and weeks, replay every move, audit every game."""
    check_names(os.environ)


def main() -> None:
    """Run the command line; exit code 78 means that settings or the store must be corrected first."""
    parent_death.watch_from(os.environ)
    try:
        kingdomino()
    except ConfigurationError as error:
        click.echo(f"kingdomino: {error}", err=True)
        sys.exit(EXIT_CONFIGURATION)


if __name__ == "__main__":
    main()

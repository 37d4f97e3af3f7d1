"""`kingdomino search`: shows and rebuilds the indexes of finished games and of names, for operators."""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from service.application.games.search.index import Index


@click.group
def search() -> None:
    """Show and rebuild the indexes of games and names in the store of REDIS_URL, else the embedded one."""


@search.command
def show() -> None:
    """Print the number of games in the index, and how far its build is."""
    index = _index()
    there, build = index.read([]), index.builds.present()
    so_far = f": {build.done} of {build.total} games read, {build.written} written" if build else ""
    building = "" if index.present() else f", being built{so_far}"
    click.echo(f"{there.size if there else 0} finished games{building}")


@search.command
def rebuild() -> None:
    """Request a rebuild of the index by a worker; the current index is used until it is done."""
    _index().want()
    click.echo("the next worker rebuilds the index")


@search.command
def names() -> None:
    """Add the names that the index of players lacks. The first worker of a new version does it, too."""
    from service.cli.parameters.accounts import all_players

    players = all_players()
    added = sum(players.index.mended(players.names))
    click.echo(f"{added} name{'' if added == 1 else 's'} added to the index of players")


def _index() -> "Index":
    from replays.runtime.settings.settings import Settings
    from replays.store import clients
    from service.application.games.search.index import Index
    from service.ops.embedded.found_store import with_embedded_store

    return Index(clients.writer(with_embedded_store(Settings.from_environ(os.environ)).log_url()))

"""`kingdomino export-installation`, `import-installation`: move games, accounts and keys elsewhere."""

import os
from pathlib import Path

import click

FOLDER = click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
ARCHIVE = "The archive, {}, is not in it: copy that, too (docs/operate/backup.md#the-archive)."


@click.command
@FOLDER
def export_installation(folder: Path) -> None:
    """Write games, accounts and keys into FOLDER, for any other server; stop the service first.

    FOLDER must not exist. It uses the store of REDIS_URL, else the embedded one. FOLDER has the keys, so
    protect it (docs/operate/moving.md).
    """
    from replays.runtime.settings.settings import Settings
    from service.ops.moving.exporting import export
    from service.ops.moving.store import open_store

    settings = Settings.from_environ(os.environ)
    with open_store(settings, is_new=False) as store:
        manifest = export(store, settings, folder)
    click.echo(f"{folder}: {manifest.keys} keys of {', '.join(manifest.servers)}")
    click.echo("Leave this service stopped: what it acknowledges from now on is not in the folder.")
    if manifest.archive:
        click.echo(ARCHIVE.format(manifest.archive))


@click.command
@FOLDER
def import_installation(folder: Path) -> None:
    """Fill an empty store from the FOLDER of `export-installation`, and compare the two.

    It uses the store of REDIS_URL, else the embedded one. A store with other keys is not changed. If it is
    interrupted, the service does not start on the store until the import has been run again.
    """
    from replays.runtime.settings.settings import Settings
    from replays.store import checks
    from service.ops.moving.importing import import_from
    from service.ops.moving.store import open_store

    settings = Settings.from_environ(os.environ)
    with open_store(settings, is_new=True) as store:
        checks.admit_empty(store, unsafe=settings.unsafe_store, say=click.echo)
        manifest, notes = import_from(folder, store, settings)
    click.echo(f"The store has all {manifest.keys} keys of {folder}, compared one by one.")
    for note in notes:
        click.echo(note)
    if manifest.archive:
        click.echo(ARCHIVE.format(manifest.archive))

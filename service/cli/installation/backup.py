"""`kingdomino backup`: copies the embedded store and the keys while the service runs."""

import os
from pathlib import Path

import click


@click.command
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
def backup(target: Path) -> None:
    """Copy the games and the keys into FOLDER, which must not exist.

    The copy has every move that was acknowledged before the command started. It is a data folder: to restore
    it, copy it to the folder of KINGDOMINO_DATA. It contains the keys, so protect it. It does not contain the
    archive (docs/operate/backup.md).
    """
    from replays.bootstrap import KEY_FILE
    from replays.runtime.settings.settings import Settings
    from service.ops.embedded.backup import BackupError, back_up

    settings = Settings.from_environ(os.environ)
    if settings.redis_url:
        raise click.ClickException(
            "the log is on the server of REDIS_URL, not in the data folder: back that server up with its own "
            "tools (docs/operate/backup.md), or unset REDIS_URL to copy the embedded store in "
            f"{settings.data}"
        )
    try:
        names = back_up(settings.data, target)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{target}: {', '.join(names)}")
    if KEY_FILE not in names:
        click.echo(
            f"There is no {KEY_FILE} in {settings.data}: keep KINGDOMINO_KEY as carefully as this folder."
        )
    if settings.archive:
        click.echo(
            f"Now copy the new files of the archive, {settings.archive}; always copy it after the store."
        )

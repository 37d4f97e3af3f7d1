"""`kingdomino witness`: cosigns the checkpoints of logs, and refuses those that rewrite what it saw."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.parameters.spoken import SpokenCommand
from service.cli.transparency.keys import LogKeysParameter

if TYPE_CHECKING:
    from replays.transparency.notes import NoteKey
    from service.witness.witness import Witness

PORT = 8090
SHORTEST_WAIT = 0.0


@click.command(cls=SpokenCommand)
@click.option("--name", metavar="NAME", help="Its name, such as example.com/anna; needed the first time.")
@click.option(
    "--log",
    "logs",
    type=LogKeysParameter(offers=True),
    multiple=True,
    required=True,
    help="A log that it cosigns: a service's address, a key, or a file of keys or a policy; repeatable.",
)
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    default=Path("witness"),
    show_default=True,
    help="Folder of its key and of what it has seen.",
)
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="Address to listen on."
)
@click.option(
    "--port", type=click.IntRange(1, 65_535), default=PORT, show_default=True, help="Port to listen on."
)
@click.option("--behind-proxy", is_flag=True, help="All connections are a proxy's: no limits by address.")
@click.option(
    "--protocol",
    type=click.Choice(["v1.0.0", "draft"]),
    default="v1.0.0",
    show_default=True,
    help="Version of tlog-witness: another root of the same size is 409 in v1.0.0, 422 in the draft.",
)
def witness(  # noqa: PLR0913 - one for each option
    name: str | None,
    logs: tuple[list["NoteKey"], ...],
    folder: Path,
    host: str,
    port: int,
    *,
    behind_proxy: bool,
    protocol: str,
) -> None:
    """Run a witness: it cosigns a log's checkpoint only if that continues all it has seen of the log.

    A log that shows one history to you and another to somebody else cannot have both cosigned. Give the
    operator of the log the line that is printed, and the address under which the log reaches the witness.

    The folder is the witness's memory. Do not put back an older copy of it, and never run two witnesses with
    one key: either would cosign a second history.
    """
    from replays.runtime import logs as log_records
    from replays.transparency.witnessing import ProtocolVersion
    from service.application.i18n.commands.errors import NO_WITNESS, in_words
    from service.ops.probe import wait_for_port
    from service.witness.folder import FolderError, WitnessFolder
    from service.witness.server import serve
    from service.witness.witness import Witness

    log_records.configure("witness", "info")
    try:
        with closing(WitnessFolder(folder)) as opened:
            keys = [key for each in logs for key in each]
            running = Witness(opened, opened.cosigner(name), keys, ProtocolVersion(protocol))
            lines = list(_announced(running, f"http://{host}:{port}"))
            wait_for_port(host, port, SHORTEST_WAIT)
            click.echo("\n".join(lines))
            serve(running, host, port, behind_proxy=behind_proxy)
    except (FolderError, ValueError) as error:
        raise click.ClickException(in_words(error, NO_WITNESS)) from error


def _announced(running: "Witness", address: str) -> Iterator[str]:
    """What the operator of a log needs: the line of a policy; and what the witness has seen."""
    from service.application.i18n.commands import log as words
    from service.application.i18n.commands.terminal import digits

    name = running.key.name.rsplit("/", 1)[-1]
    yield words.WITNESS.said(name=running.key.name, address=address) + "\n"
    yield f"witness {name} {running.key.text()} {address}\n"
    yield str(words.COSIGNED)
    for origin in running.origins():
        last = running.last(origin)
        seen = words.LEAVES.said(count=digits(last.checkpoint.size)) if last else words.NO_LEAVES
        yield f"  {origin}: {seen}"

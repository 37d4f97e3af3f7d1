"""`kingdomino export`: writes a game as text, in the notation of whole games."""

from typing import TYPE_CHECKING, BinaryIO

import click

from service.cli.parameters.inputs import content_of, game_id, id_or_none, is_file, neither, of_service
from service.cli.parameters.options import url_option
from service.cli.parameters.spoken import SpokenCommand

if TYPE_CHECKING:
    from replays.encoding.identity import GameId


@click.command(cls=SpokenCommand)
@click.argument("source", metavar="ID|FILE")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=click.File("wb", lazy=True),
    default="-",
    help="The file to write to, instead of standard output.",
)
@click.option("--game", metavar="ID", help="The id of the game in FILE, if the file does not contain it.")
@url_option
def export(source: str, output: BinaryIO, game: str | None, url: str) -> None:
    """Write a game as text, as PGN does for chess (docs/play/notation.md).

    ID is a game at a running service. FILE is a file on your disk ("-" is standard input): an audit bundle,
    or events in a format of `kingdomino replay`. The file is checked. It contains no names of players, so
    each is written as "?".

    `kingdomino import` reads the text.
    """
    if is_file(source):
        text = _of_file(source, game_id(game) if game else None)
    elif found := id_or_none(source):
        text = _of_service(found, url)
    else:
        raise neither(source)
    output.write(text.encode())


def _of_service(game: "GameId", url: str) -> str:
    from kingdomino.transcript.errors import TranscriptError
    from kingdomino.transcript.syntax import parse_transcript
    from service.application.i18n.commands.errors import NO_RECORD, NOT_SENT, in_words
    from service.cli.terminal.clean import clean
    from service.cli.terminal.written import FileError, check_requested, id_in

    text = of_service(url, game, lambda client: client.transcript(game))
    try:
        check_requested(id_in(parse_transcript(text)), game)
    except FileError as error:
        raise click.ClickException(f"{url}: {in_words(clean(error), NO_RECORD)}") from error
    except TranscriptError as error:
        english = f"{url} did not send the text of a game: {clean(error)}"
        raise click.ClickException(in_words(english, NOT_SENT)) from error
    return text


def _of_file(source: str, game: "GameId | None") -> str:
    from service.application.i18n.commands.errors import NO_RECORD, in_words
    from service.cli.terminal.clean import clean
    from service.cli.terminal.written import FileError, written

    try:
        return written(content_of(source), source, game)
    except FileError as error:
        raise click.ClickException(f"{source}: {in_words(clean(error), NO_RECORD)}") from error

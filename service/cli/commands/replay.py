"""`kingdomino replay`: shows a game step by step in the terminal, from a running service or a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.parameters.inputs import content_of, game_id, id_or_none, is_file, neither, of_service
from service.cli.parameters.options import url_option
from service.cli.parameters.spoken import SpokenCommand

if TYPE_CHECKING:
    from rich.console import Console

    from replays.encoding.identity import GameId
    from service.cli.terminal.recording import RecordedSteps

ZIP = b"PK"
"""The first bytes of every zip archive."""


@click.command(cls=SpokenCommand)
@click.argument("source", metavar="ID|FILE")
@click.option("--version", type=click.IntRange(min=1), help="Print the state at this version.")
@click.option("--game", metavar="ID", help="The id of the game in FILE, if its name does not contain it.")
@url_option
def replay(source: str, version: int | None, game: str | None, url: str) -> None:
    """Step forwards and backwards through a game with keys.

    ID is a game at a running service. FILE is a file on your disk ("-" is standard input): a response of
    /api/v1/games/ID/events as JSON or NDJSON, or of .../replay. The file is checked and its states are
    computed here. If it is damaged, the part before the damage is shown, and the exit code is 1.

    Keys: right, n or space for the next step, left or p for the previous one, down and up for a round, Home
    or g for the start, End or G for the end, a number and Enter for that version, q to quit.

    Without a terminal every step is printed in one line, followed by the last state.

    Steps are told in the language of LC_ALL, LC_MESSAGES or LANG if the service has it.
    """
    from service.application.i18n.commands.errors import NO_RECORD, in_words
    from service.cli.terminal.clean import clean

    try:
        recording = _recording(source, game, url)
        _show(recording, version)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {clean(error)}"
        english = f"this is not the record of a game ({reason})"
        raise click.ClickException(in_words(english, NO_RECORD)) from error
    _end_with_remarks(recording)


def _show(recording: "RecordedSteps", version: int | None) -> None:
    """Print one state, or step through all of them, or print all steps if there is no terminal for keys."""
    from rich.console import Console

    from service.application.i18n.commands.errors import NO_EVENTS
    from service.cli.terminal import keyboard, stepping

    if not recording.steps:
        raise click.ClickException(stepping.fault_text(recording) or str(NO_EVENTS))
    console = Console(highlight=False)
    if version is not None:
        _print_version(recording, version, console)
    elif keyboard.supported():
        stepping.step_through(recording, console)
    else:
        _explain_absence_of_keys()
        for line in stepping.lines(recording):
            click.echo(line)
        click.echo()
        console.print(stepping.page_at(recording, len(recording.steps) - 1))


def _recording(source: str, game: str | None, url: str) -> "RecordedSteps":
    """The recording from the file of that name if there is one, else of the game at the service."""
    from service.cli.terminal.recording import game_in_name, of_file

    if is_file(source):
        known = game_id(game) if game else game_in_name(Path(source).name)
        return of_file(_events_in(source), known)
    found = id_or_none(source)
    if found is None:
        raise neither(source)
    return _from_service(found, url)


def _events_in(source: str) -> bytes:
    """The file's bytes; raises `ClickException` for a zip archive."""
    content = content_of(source)
    if content.startswith(ZIP):
        from service.application.i18n.commands.errors import ZIPPED

        raise click.ClickException(ZIPPED.said(path=source))
    return content


def _from_service(game: "GameId", url: str) -> "RecordedSteps":
    from service.cli.terminal import recording

    return recording.of_service(of_service(url, game, lambda client: client.replay(game)), game)


def _print_version(recording: "RecordedSteps", version: int, console: "Console") -> None:
    from service.application.i18n.commands.errors import WRONG_VERSION
    from service.application.i18n.commands.terminal import digits
    from service.cli.terminal import stepping

    last = len(recording.steps)
    if version > last:
        fault = stepping.fault_text(recording)
        reason = f" ({fault})" if fault else ""
        text = WRONG_VERSION.said(last=digits(last), version=digits(version))
        raise click.ClickException(f"{text}{reason}")
    console.print(stepping.page_at(recording, version - 1))


def _explain_absence_of_keys() -> None:
    """Explain on standard error, to a user at a terminal, why stepping with keys is not available."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from service.application.i18n.commands.errors import NO_KEYS

        click.echo(NO_KEYS, err=True)


def _end_with_remarks(recording: "RecordedSteps") -> None:
    """Print remarks on faults and open ends to standard error; exit with code 1 for a damaged recording."""
    from service.cli.terminal import stepping

    for remark in stepping.remarks(recording):
        click.echo(remark.plain, err=True)
    if recording.fault:
        sys.exit(1)

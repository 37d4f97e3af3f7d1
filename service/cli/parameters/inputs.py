"""The inputs of commands: a file, standard input, or the id of a game at a service."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

if TYPE_CHECKING:
    from replays.encoding.identity import GameId
    from service.cli.client import ApiClient

T = TypeVar("T")

STANDARD_INPUT = "-"


def is_file(source: str) -> bool:
    """True if the source is standard input or the name of an existing file."""
    return source == STANDARD_INPUT or Path(source).is_file()


def content_of(source: str) -> bytes:
    """The bytes of a file or of standard input, which are not more than those of a game's largest bundle."""
    try:
        if source == STANDARD_INPUT:
            return _limited(sys.stdin.buffer, source)
        with Path(source).open("rb") as file:
            return _limited(file, source)
    except OSError as error:
        raise click.ClickException(f"cannot read {source}: {error.strerror}") from error


def _limited(stream: BinaryIO, source: str) -> bytes:
    from replays.commands.series import FEW_GAMES

    content = stream.read(FEW_GAMES.size + 1)
    if len(content) > FEW_GAMES.size:
        large = f"{source} has more than {FEW_GAMES.size} bytes, as no game has"
        raise click.ClickException(f"{large}: use `kingdomino audit` for a series")
    return content


def of_service(url: str, game: "GameId", ask: "Callable[[ApiClient], T]") -> T:
    """Call `ask` with a client of the service; for the id of a study, the error has the study's address."""
    from service.cli.client import ApiClient, ClientError
    from service.cli.terminal.clean import clean

    try:
        with ApiClient(url) as client:
            return _game_not_study(client, game, ask)
    except ClientError as error:
        raise click.ClickException(clean(error)) from error


def _game_not_study(client: "ApiClient", game: "GameId", ask: "Callable[[ApiClient], T]") -> T:
    from service.cli.client import RequestRefused

    try:
        return ask(client)
    except RequestRefused as refused:
        if refused.status != 404 or not client.has_study(game):
            raise
        text = f"this is a study, not a game that was played here: watch it at {client.url}/studies/{game}"
        raise click.ClickException(text) from refused


def game_id(text: str) -> "GameId":
    """The game's id in an option's text; raises `BadParameter` if it is none."""
    game = id_or_none(text)
    if game is None:
        raise click.BadParameter(
            f"{text!r} is not the id of a game, such as 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
        )
    return game


def id_or_none(text: str) -> "GameId | None":
    """The game's id in lower case, or None if the text is not an id."""
    from replays.encoding.identity import parse_game_id

    try:
        return parse_game_id(text.lower())
    except ValueError:
        return None

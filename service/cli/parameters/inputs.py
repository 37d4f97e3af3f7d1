"""The inputs of commands: a file, standard input, or the id of a game at a service."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from service.cli.parameters.spoken import WrongValue

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
    from service.application.i18n.commands.errors import UNREADABLE_FILE, in_words

    try:
        if source == STANDARD_INPUT:
            return _limited(sys.stdin.buffer, source)
        with Path(source).open("rb") as file:
            return _limited(file, source)
    except OSError as error:
        english = f"cannot read {source}: {error.strerror}"
        raise click.ClickException(in_words(english, UNREADABLE_FILE.said(path=source))) from error


def _limited(stream: BinaryIO, source: str) -> bytes:
    from replays.commands.series import FEW_GAMES
    from service.application.i18n.commands.errors import TOO_LARGE, in_words

    content = stream.read(FEW_GAMES.size + 1)
    if len(content) > FEW_GAMES.size:
        large = f"{source} has more than {FEW_GAMES.size} bytes, as no game has"
        english = f"{large}: use `kingdomino audit` for a series"
        raise click.ClickException(in_words(english, TOO_LARGE.said(path=source)))
    return content


def of_service(url: str, game: "GameId", ask: "Callable[[ApiClient], T]") -> T:
    """Call `ask` with a client of the service; for the id of a study, the error has the study's address."""
    from service.application.i18n.commands.errors import NOT_SENT, in_words
    from service.cli.client import ApiClient, ClientError
    from service.cli.terminal.clean import clean

    try:
        with ApiClient(url) as client:
            return _game_not_study(client, game, ask)
    except ClientError as error:
        raise click.ClickException(in_words(clean(error), NOT_SENT)) from error


def _game_not_study(client: "ApiClient", game: "GameId", ask: "Callable[[ApiClient], T]") -> T:
    from service.application.i18n.commands.errors import STUDY
    from service.cli.client import RequestRefused

    try:
        return ask(client)
    except RequestRefused as refused:
        if refused.status != 404 or not client.has_study(game):
            raise
        address = f"{client.url}/studies/{game}"
        raise click.ClickException(STUDY.said(address=address)) from refused


def game_id(text: str) -> "GameId":
    """The game's id in an option's text; raises `BadParameter` if it is none."""
    from service.application.i18n.commands.errors import NO_ID

    game = id_or_none(text)
    if game is None:
        raise WrongValue(NO_ID.said(value=repr(text)))
    return game


def neither(source: str) -> click.ClickException:
    """The error for a source that is neither the id of a game nor a file."""
    from service.application.i18n.commands.errors import NO_GAME

    return click.ClickException(NO_GAME.said(value=repr(source)))


def id_or_none(text: str) -> "GameId | None":
    """The game's id in lower case, or None if the text is not an id."""
    from replays.encoding.identity import parse_game_id

    try:
        return parse_game_id(text.lower())
    except ValueError:
        return None

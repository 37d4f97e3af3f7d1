"""What commands take as their argument: a file, standard input, or the id of a game."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from replays.identity import GameId

STANDARD_INPUT = "-"


def is_file(source: str) -> bool:
    """Whether there is a file of that name, or standard input is meant."""
    return source == STANDARD_INPUT or Path(source).is_file()


def content_of(source: str) -> bytes:
    """The bytes of a file or of standard input."""
    if source == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise click.ClickException(f"cannot read {source}: {error.strerror}") from error


def game_id(text: str) -> "GameId":
    """The game's id that an option gives."""
    game = id_or_none(text)
    if game is None:
        raise click.BadParameter(f"{text!r} is no game's id, as in 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
    return game


def id_or_none(text: str) -> "GameId | None":
    """The game's id in any spelling, or None for another text."""
    from replays.identity import parse_game_id

    try:
        return parse_game_id(text.lower())
    except ValueError:
        return None

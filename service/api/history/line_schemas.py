"""Shared fields of the queries of variations and continuations: a version, a seat and a line of moves."""

from typing import Any, ClassVar

from marshmallow import ValidationError, fields, post_load, validate

from kingdomino.board.notation import NotationError
from kingdomino.game.commands import Command
from kingdomino.transcript.tokens import parse_command
from service.api.games.schemas.states import StateQuery
from service.shared.fields import Numeral


class LineQuery(StateQuery):
    """The start of a line of at most `most_moves` moves; its `play` becomes a list of commands."""

    most_moves: ClassVar[int]

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The query with its moves as commands."""
        try:
            return data | {"play": _commands_of(data["play"], self.most_moves)}
        except NotationError as error:
            raise ValidationError(f"{error}.", "play") from error


def seat_field(description: str) -> Numeral:
    """The field for the seat, 0 to 3; None if no seat is named."""
    return Numeral(load_default=None, validate=validate.Range(0, 3), metadata={"description": description})


def play_field(longest: int, description: str, example: str) -> fields.String:
    """The field for the moves, separated by spaces, with at most `longest` characters."""
    return fields.String(
        load_default="",
        validate=validate.Length(max=longest),
        metadata={"description": description, "example": example},
    )


def _commands_of(text: str, most: int) -> list[Command]:
    """The moves of a text, separated by spaces, at most `most`; raises `NotationError`."""
    words = text.split(" ") if text else []
    if len(words) > most:
        raise NotationError(f"{len(words)} moves: at most {most}")
    return [parse_command(word) for word in words]

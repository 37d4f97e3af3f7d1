"""A player's command as one token, such as `24@1,0e`, `>30` or `$board:1,0/2,0`; each has one form."""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.notation import NotationError, format_placement, parse_number, parse_placement
from kingdomino.board.numbers import Seat
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.table import Origin

T = TypeVar("T", bound=Enum)

DECLINED = "-"
"""The token of a player who could recruit and passes."""

_SQUARE = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")
_SEAT = re.compile(r"[0-3]")


def format_command(command: Command) -> str:
    """The command as a token."""
    return _FORMATS[type(command)](command)


def parse_command(token: str) -> Command:
    """The command that `format_command` wrote; raises `NotationError` for any other token."""
    if token == DECLINED:
        return Pass()
    if token.endswith("x"):
        return Discard(parse_number(token[:-1]))
    parse = _PARSERS.get(token[:1])
    return parse(token[1:]) if parse else Place(parse_placement(token))


def parse_seat(text: str) -> Seat:
    """A seat, 0 to 3."""
    if not _SEAT.fullmatch(text):
        raise NotationError(f"{text!r} is no seat: 0 to 3")
    return Seat(int(text))


def parse_word(words: type[T], text: str) -> T:
    """The member of the enumeration with this word."""
    for member in words:
        if member.value == text:
            return member
    raise NotationError(f"{text!r} is none of {', '.join(member.value for member in words)}")


def _format_square(square: Square) -> str:
    return f"{square.x},{square.y}"


def _parse_square(text: str) -> Square:
    match = _SQUARE.fullmatch(text)
    if not match:
        raise NotationError(f"{text!r} is no square: x, comma and y, as in '1,-2'")
    return Square(int(match[1]), int(match[2]))


def _parse_choice(text: str) -> Choose | ChoosePair:
    first, pair, second = text.partition(">")
    if not pair:
        return Choose(parse_number(first))
    return ChoosePair((parse_number(first), parse_number(second)))


def _parse_totem(text: str) -> GiveTotem:
    resource, _, to = text.partition(":")
    return GiveTotem(parse_word(Resource, resource), parse_seat(to))


def _parse_payment(text: str) -> Recruit:
    source, _, squares = text.partition(":")
    return Recruit(parse_word(Origin, source), tuple(map(_parse_square, squares.split("/"))))


_PARSERS: Mapping[str, Callable[[str], Command]] = {
    ">": _parse_choice,
    "*": lambda text: PutFire(_parse_square(text)),
    "^": _parse_totem,
    "$": _parse_payment,
    "+": lambda text: TakeCaveman(parse_word(Caveman, text)),
    "=": lambda text: PutCaveman(_parse_square(text)),
}
"""The parser of the text after each sign."""

_FORMATS: Mapping[type, Callable[[Any], str]] = {
    Place: lambda command: format_placement(command.placement),
    Discard: lambda command: f"{command.domino}x",
    Choose: lambda command: f">{command.domino}",
    ChoosePair: lambda command: "".join(f">{domino}" for domino in command.dominoes),
    PutFire: lambda command: f"*{_format_square(command.square)}",
    GiveTotem: lambda command: f"^{command.resource.value}:{command.to}",
    Recruit: lambda command: f"${command.source.value}:{'/'.join(map(_format_square, command.squares))}",
    TakeCaveman: lambda command: f"+{command.caveman.value}",
    PutCaveman: lambda command: f"={_format_square(command.square)}",
    Pass: lambda _: DECLINED,
}

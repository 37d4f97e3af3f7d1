"""The JSON forms of the values of the rules, in the log and in the API.

A form is a pair: `write` returns JSON; `read` returns the value, or raises a ValueError that says what is
allowed. Forms are strict: a missing key, an unknown key or a value of another type is refused.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import Direction, Square
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game.table import Origin
from kingdomino.rules import GameKind, Rules, options_of
from kingdomino.rules.options import Option
from kingdomino.scoring import Region, Score
from replays.encoding.identity import GameId, parse_game_id

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """The JSON form of a value: the functions that write it and read it back."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


def integer(low: int, high: int) -> Form[int]:
    """A whole number from `low` to `high`."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{value!r} is no whole number from {low} to {high}")
        return value

    return Form(int, read)


def numeral(text: str) -> int:
    """The number that a text of ASCII digits writes; a ValueError for others that `int` takes, as `1_0`.

    >>> numeral("10")
    10
    """
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"invalid literal for a whole number: {text!r}")
    return int(text)


def digits(count: int) -> Form[str]:
    """A text of `count` lower-case hexadecimal digits."""
    pattern = re.compile(f"[0-9a-f]{{{count}}}")

    def read(value: Any) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise ValueError(f"not {count} lower-case hexadecimal digits")
        return value

    return Form(str, read)


def word(kind: type[E]) -> Form[E]:
    """A member of an enumeration, as its value."""
    words = {str(member.value): member for member in kind}

    def read(value: Any) -> E:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return words[value]

    return Form(attrgetter("value"), read)


def optional(form: Form[T]) -> Form[T | None]:
    """A value or null."""
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda value: None if value is None else form.read(value),
    )


def array(form: Form[T], most: int) -> Form[tuple[T, ...]]:
    """An array of at most `most` values of one form."""

    def read(value: Any) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is no array")
        if len(value) > most:
            raise ValueError(f"{len(value)} values, and at most {most} are allowed")
        return tuple(map(form.read, value))

    return Form(lambda values: list(map(form.write, values)), read)


def record(kind: Callable[..., T], fields: Mapping[str, Form[Any]]) -> Form[T]:
    """An object with exactly these keys, each an attribute of the value and an argument of `kind`."""

    def write(value: T) -> dict[str, Any]:
        return {name: form.write(getattr(value, name)) for name, form in fields.items()}

    def read(value: Any) -> T:
        if not isinstance(value, dict) or value.keys() != fields.keys():
            keys = ", ".join(sorted(fields)) or "(none)"
            raise ValueError(f"not an object with exactly the keys {keys}{_difference(fields, value)}")
        return kind(**_read_fields(fields, value))

    return Form(write, read)


def _difference(fields: Mapping[str, Any], value: Any) -> str:
    """A phrase for the first missing or unknown key of an object; an unknown key is cut to 40 characters."""
    if not isinstance(value, dict):
        return ""
    lacking = next((name for name in fields if name not in value), None)
    if lacking is not None:
        return f": {lacking} is missing"
    return f": {next(name for name in value if name not in fields)[:40]!r} is unknown"


def _read_fields(fields: Mapping[str, Form[Any]], value: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an object by key; a ValueError names the key with the invalid value."""
    found = {}
    name = ""
    try:
        for name, item in value.items():
            found[name] = fields[name].read(item)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    return found


def _read_at(name: str, form: Form[T], value: Any) -> T:
    try:
        return form.read(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


_TERRAINS = {terrain.word: terrain for terrain in Terrain}


def _terrain(value: Any) -> Terrain:
    if not isinstance(value, str) or value not in _TERRAINS:
        raise ValueError(f"{value!r} is none of {', '.join(_TERRAINS)}")
    return _TERRAINS[value]


BOOLEAN: Form[bool] = Form(bool, _boolean)
TEXT: Form[str] = Form(str, _text)
SEAT = cast("Form[Seat]", integer(0, 3))
DOMINO = cast("Form[DominoNumber]", integer(1, len(DOMINOES)))
COORDINATE = integer(-24, 24)
PLAYERS = integer(2, 4)
COUNT = integer(0, 2**31)
POINTS = cast("Form[Points]", COUNT)
DIRECTION = word(Direction)
TERRAIN: Form[Terrain] = Form(attrgetter("word"), _terrain)
HASH = digits(64)
MOST_SEATS = 4
RANKING = array(array(SEAT, MOST_SEATS), MOST_SEATS)

MOST_SQUARES = 2 * len(DOMINOES)
"""The number of squares of all dominoes: no kingdom has more regions, and no payment more squares."""

REGION = record(Region, {"terrain": TERRAIN, "squares": COUNT, "crowns": COUNT})
SCORE = record(
    Score,
    {
        "total": POINTS,
        "regions": array(REGION, MOST_SQUARES),
        "middle_kingdom": POINTS,
        "harmony": POINTS,
        "largest_region": COUNT,
        "crowns": COUNT,
        "resources": POINTS,
        "totems": POINTS,
        "cavemen": POINTS,
    },
)


_WORDS = cache(word)
"""`word`, once for each enumeration."""


def _option(option: Option) -> Form[Any]:
    return _WORDS(type(option.default)) if isinstance(option.default, Enum) else BOOLEAN


def _write_rules(rules: Rules) -> dict[str, Any]:
    return dict(_written(rules))


@lru_cache(maxsize=64)
def _written(rules: Rules) -> dict[str, Any]:
    """The game and its options; a newer one is left out at its default."""
    written: dict[str, Any] = {"game": rules.game.value}
    for option in options_of(rules.game):
        value = rules.chosen(option.name)
        if option.of_old or value != option.default:
            written[option.name] = value.value if isinstance(value, Enum) else value
    return written


def _read_rules(value: Any) -> Rules:
    if not isinstance(value, dict):
        raise ValueError("not an object")
    game = _read_at("game", word(GameKind), value.get("game"))
    forms = {option.name: _option(option) for option in options_of(game)}
    needed = {option.name for option in options_of(game) if option.of_old}
    given = {name: item for name, item in value.items() if name != "game"}
    if not needed <= given.keys() <= forms.keys():
        raise ValueError(f"not an object with exactly the keys {', '.join(sorted(forms))}")
    return Rules.of(game, _read_fields(forms, given))


RULES: Form[Rules] = Form(_write_rules, _read_rules)

RESOURCE = word(Resource)
CAVEMAN = word(Caveman)
ORIGIN = word(Origin)


def _read_square(value: Any) -> Square:
    x, y = array(COORDINATE, 2).read(value) if isinstance(value, list) and len(value) == 2 else (None, None)
    if x is None or y is None:
        raise ValueError(f"{value!r} is no square: [x, y]")
    return Square(x, y)


SQUARE: Form[Square] = Form(list, _read_square)


def sparse(kind: Callable[..., T], fields: Mapping[str, Form[Any]]) -> Form[T]:
    """Like `record`, but None is left out, so that fields can be added later; null is refused."""

    def write(value: T) -> dict[str, Any]:
        present = {name: item for name in fields if (item := getattr(value, name)) is not None}
        return {name: fields[name].write(item) for name, item in present.items()}

    def read(value: Any) -> T:
        if not isinstance(value, dict) or not value.keys() <= fields.keys():
            raise ValueError(f"not an object with no other keys than {', '.join(sorted(fields))}")
        return kind(**_read_fields(fields, value))

    return Form(write, read)


ID: Form[GameId] = Form(str, lambda value: parse_game_id(_text(value)))

"""The rules of a game in requests and responses: a field for each option of the registry."""

from enum import Enum
from functools import cache
from typing import Any

from marshmallow import Schema, fields, post_load

from kingdomino.rules import OPTIONS, GameKind, Rules, check_fields
from kingdomino.rules.options import Option
from service.shared.fields import Flag, Strict, Word

_ONLY: dict[tuple[GameKind, ...], str] = {
    (GameKind.KINGDOMINO,): " Base game only.",
    (GameKind.ORIGINS,): " Origins only.",
}


class _Rules(Strict):
    """The rules of a game; an option that is left out has its first value."""

    game = Word(GameKind, load_default=GameKind.KINGDOMINO)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original: Any, **_: Any) -> Rules:
        """The rule set; options without meaning in the chosen game are refused."""
        game = data.pop("game")
        check_fields(game, original)
        return Rules.of(game, data)


@cache
def _schema(options: tuple[Option, ...]) -> Schema:
    """The schema of these options, which are all that exist."""
    made: dict[str, fields.Field[Any]] = {option.name: _field(option) for option in options}
    return _Rules.from_dict(made, name="RulesSchema")()


def _field(option: Option) -> fields.Field[Any]:
    about = {"description": option.about + _ONLY.get(option.games, "")}
    if isinstance(option.default, Enum):
        return Word(type(option.default), load_default=option.default, metadata=about)
    return Flag(load_default=option.default, metadata=about)


class RulesField(fields.Nested):
    """The rules, with a field for each option that is registered at the time of the request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(_Rules, **kwargs)

    @property
    def schema(self) -> Schema:
        """The schema for all options of the registry."""
        return _schema(tuple(OPTIONS.values()))

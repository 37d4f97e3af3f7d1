"""The form for a new game: its choices, and which of them exclude each other under the rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import permutations

from kingdomino.rules import OPTIONS, GameKind, Rules, check, check_fields
from kingdomino.rules.options import Option, Value
from kingdomino.rules.violations import RuleViolation
from service.application.i18n.games import rules as words
from service.application.i18n.speaking import Word

FLAG = "true"


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One value of a field, as the form sends it."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A choice with its name and its explanation."""

    field: str
    value: str
    name: Word
    meaning: Word


@dataclass(frozen=True, slots=True)
class FieldSet:
    """Choices under one heading: one of them is chosen if `single`, otherwise each is switched on its own."""

    title: Word
    choices: tuple[Labelled, ...]
    single: bool = True


def form() -> list[FieldSet]:
    """All field sets, in the order of the form; the first choice of a single set is the default.

    The switches share one field set, which stands where `words.WORDS` has the first of them.
    """
    sets = [_one_of("game", words.GAME), _players()]
    switches = [
        Labelled(name, FLAG, *said)
        for name, said in words.WORDS.items()
        if isinstance(said, words.ValueWords)
    ]
    for name, said in words.WORDS.items():
        if isinstance(said, words.OptionWords):
            sets.append(_one_of(name, said))
        elif name == switches[0].field:
            sets.append(FieldSet(words.SWITCHES, tuple(switches), single=False))
    return sets


def _one_of(field: str, choice: words.OptionWords) -> FieldSet:
    labelled = (Labelled(field, _text(value), *said) for value, said in choice.values.items())
    return FieldSet(choice.title, tuple(labelled))


def _players() -> FieldSet:
    labelled = (Labelled("players", str(number), *said) for number, said in words.PLAYERS.items())
    return FieldSet(words.PLAYERS_TITLE, tuple(labelled))


def exclusions() -> tuple[tuple[FormChoice, FormChoice, str], ...]:
    """The pairs that no table can have: a choice, one that excludes it, and the code of the violated rule.

    Two choices exclude each other if the rules refuse them with every number of players that the two allow.
    A field that has no meaning in a game is excluded by that game, never the other way round.
    """
    return _exclusions(tuple(OPTIONS.values()))


@cache
def _exclusions(options: tuple[Option, ...]) -> tuple[tuple[FormChoice, FormChoice, str], ...]:
    """The exclusions with these options, which are always all options and serve as the key of the cache."""
    return tuple(
        (one, other, code)
        for one, other in permutations(_choices(options), 2)
        if one.field != other.field and (code := _refusal(one, other)) is not None
    )


def _choices(options: Iterable[Option]) -> Iterator[FormChoice]:
    """Every value of every field; a switch has only the value `FLAG`."""
    yield from (FormChoice("game", game.value) for game in GameKind)
    yield from (FormChoice("players", str(number)) for number in words.PLAYERS)
    for option in options:
        yield from (FormChoice(option.name, _text(value)) for value in option.values if value is not False)


def _text(value: Value) -> str:
    return str(value.value) if isinstance(value, Enum) else FLAG


def _refusal(one: FormChoice, other: FormChoice) -> str | None:
    chosen = {one.field: one.value, other.field: other.value}
    if other.field == "game" and (code := _meaningless(GameKind(other.value), one.field)):
        return code
    numbers = [int(chosen["players"])] if "players" in chosen else words.PLAYERS
    codes = [_checked(chosen, players) for players in numbers]
    return None if None in codes else codes[0]


def _meaningless(game: GameKind, field: str) -> str | None:
    try:
        check_fields(game, {field})
    except RuleViolation as violation:
        return violation.code
    return None


def _checked(chosen: Mapping[str, str], players: int) -> str | None:
    values = {
        name: next(value for value in OPTIONS[name].values if value is not False and _text(value) == text)
        for name, text in chosen.items()
        if name in OPTIONS
    }
    try:
        check(Rules.of(GameKind(chosen.get("game", GameKind.KINGDOMINO.value)), values), players)
    except RuleViolation as violation:
        return violation.code
    return None


def exclusions_in_words() -> list[dict[str, str]]:
    """The exclusions for the form's script, each with its reason in the language of the request."""
    return [
        {
            "field": one.field,
            "value": one.value,
            "by": other.field,
            "at": other.value,
            "code": code,
            "reason": str(words.REASONS[code]),
        }
        for one, other, code in exclusions()
    ]

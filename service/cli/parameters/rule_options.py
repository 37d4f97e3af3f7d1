"""The options of commands that play by chosen rules, created from the registry of rule options.

They are separate from `options`, since the texts of the rules are slow to import and few commands need them.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from kingdomino.rules import OPTIONS, GameKind, Rules, check, check_fields
from kingdomino.rules.options import Option
from kingdomino.rules.violations import RuleViolation
from service.application.i18n.commands.errors import in_words
from service.application.i18n.games.rules import REASONS, WORDS, OptionWords
from service.application.i18n.refusals import refusal_words

F = TypeVar("F", bound=Callable[..., Any])


def rule_options(function: F) -> F:
    """Add `--game`, and an option for each entry of the registry `kingdomino.rules.options`."""
    for option in reversed(OPTIONS.values()):
        function = _rule_option(option)(function)
    kinds = click.Choice([kind.value for kind in GameKind])
    return click.option(
        "--game", type=kinds, default=GameKind.KINGDOMINO.value, show_default=True, help="The game to play."
    )(function)


def chosen_rules(chosen: Mapping[str, Any], players: int) -> Rules:
    """The rules from the values of `rule_options`; raises `UsageError` for options that the game lacks."""
    game = GameKind(chosen["game"])
    given = {
        name: type(OPTIONS[name].default)(value)
        for name, value in chosen.items()
        if value and name in OPTIONS
    }
    rules = Rules.of(game, given)
    try:
        check_fields(game, given)
        check(rules, players)
    except RuleViolation as violation:
        other = REASONS.get(violation.code) or refusal_words(422, violation.code)
        raise click.UsageError(in_words(violation.text, other)) from violation
    return rules


def _rule_option(option: Option) -> Callable[[F], F]:
    flag, words = f"--{option.name.replace('_', '-')}", WORDS[option.name]
    only = "" if len(option.games) == len(GameKind) else f"{option.games[0].value.capitalize()} only: "
    if isinstance(words, OptionWords):
        values = [str(value.value) for value in words.values]
        return click.option(
            flag,
            type=click.Choice(values),
            help=f"{only}{option.about} {values[0].capitalize()} if not given.",
        )
    return click.option(flag, is_flag=True, help=f"{only}{words.meaning}")

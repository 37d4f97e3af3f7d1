"""The form of a new game: it offers the options of the rules, and disables exactly what they refuse."""

from enum import Enum
from itertools import product
from typing import Any

import pytest

from kingdomino.rules import OPTIONS, GameKind, Rules, check
from kingdomino.rules.violations import RuleViolation
from service.application.games.options import exclusions, form
from service.application.i18n.games.rules import REASONS
from service.application.i18n.games.variants import VARIANTS

CHOICES = [choice for fields in form() for choice in fields.choices]
EXCLUDED = {frozenset({(one.field, one.value), (other.field, other.value)}) for one, other, _ in exclusions()}


def test_every_option_can_be_chosen() -> None:
    """Each value of each option has words; the version is always the newest."""
    assert {"game", "players", *OPTIONS} == {choice.field for choice in CHOICES}
    for option in OPTIONS.values():
        offered = [choice.value for choice in CHOICES if choice.field == option.name]
        words = [value.value for value in option.values if isinstance(value, Enum)]
        assert offered == (words or ["true"])


def test_the_first_of_several_is_the_default_of_the_rules() -> None:
    """The unchanged form gives a game of the first rulebook."""
    rules = Rules()
    defaults: dict[str, Any] = {name: rules.chosen(name) for name in OPTIONS} | {"game": rules.game}
    for fields in form():
        first = fields.choices[0]
        if fields.single and first.field != "players":
            assert defaults[first.field].value == first.value


def test_every_exclusion_has_a_reason() -> None:
    """Each disabled choice has words for the reason."""
    assert {code for _, _, code in exclusions()} <= set(REASONS)


@pytest.mark.parametrize("game", GameKind)
def test_what_means_nothing_in_a_game_is_excluded_by_it(game: GameKind) -> None:
    """The game excludes all values of these options, and no others; options never exclude a game."""
    meaningless = [(one, other) for one, other, code in exclusions() if code == "rules/meaningless"]
    away = {name for name, option in OPTIONS.items() if game not in option.games}
    assert {one.field for one, other in meaningless if other.value == game.value} == away
    assert all(other.field == "game" for _, other in meaningless)


FLAGS = ("middle_kingdom", "harmony", "mighty_duel", "no_limit")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("flags", list(product([False, True], repeat=len(FLAGS))))
def test_a_mix_is_greyed_where_the_rules_refuse_it(players: int, flags: tuple[bool, ...]) -> None:
    """Two choices of a mix in the base game exclude each other if and only if `check` refuses it."""
    on = [name for name, flag in zip(FLAGS, flags, strict=True) if flag]
    chosen = [("players", str(players)), *((name, "true") for name in on)]
    pairs = {frozenset({one, other}) for one, other in product(chosen, chosen) if one != other}
    switched: dict[str, Any] = dict.fromkeys(on, True)
    try:
        check(Rules(**switched), players)
    except RuleViolation:
        assert pairs & EXCLUDED
    else:
        assert not pairs & EXCLUDED


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_a_rule_set_for_two(name: str) -> None:
    """What a variant sets are values of the form, and together rules that are legal for two players."""
    sets = VARIANTS[name].sets
    offered = {(choice.field, choice.value) for choice in CHOICES}
    assert {(field, value) for field, value in sets.items() if value} <= offered
    switched: dict[str, Any] = {field: True for field, value in sets.items() if value == "true"}
    check(Rules(game=GameKind(sets["game"]), **switched), 2)


def test_a_variant_replaces_another() -> None:
    """Every variant of a game sets the same fields, so nothing of the variant before it stays."""
    for game in GameKind:
        fields = {
            frozenset(variant.sets) for variant in VARIANTS.values() if variant.sets["game"] == game.value
        }
        assert len(fields) == 1

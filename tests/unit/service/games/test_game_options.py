"""The form of a new game: it offers what the rules know, and greys exactly what they refuse."""

from dataclasses import fields
from itertools import product
from typing import Any

import pytest

from kingdomino.rules import MEANINGLESS, GameKind, Rules, check
from kingdomino.rules.violations import RuleViolation
from service.games.options import KINDS, OPTIONS, REASONS, exclusions

FIELDS = {choice.field for option in OPTIONS for choice in option.choices}
EXCLUDED = {frozenset({(one.field, one.value), (other.field, other.value)}) for one, other, _ in exclusions()}


def test_every_rule_can_be_chosen() -> None:
    """Each field of the rules is in the form, with each of its values; the version is always the newest."""
    assert {field.name for field in fields(Rules)} - {"version"} | {"players"} == FIELDS
    for name, kind in KINDS.items():
        offered = {choice.value for option in OPTIONS for choice in option.choices if choice.field == name}
        assert offered == {member.value for member in kind}


def test_the_first_of_several_is_the_default_of_the_rules() -> None:
    """Who changes nothing plays the game of the first rulebook."""
    for option in OPTIONS:
        first = option.choices[0]
        if first.field in KINDS:
            assert getattr(Rules(), first.field).value == first.value


def test_every_exclusion_has_a_reason() -> None:
    """No choice is greyed without words for it."""
    assert {code for _, _, code in exclusions()} <= set(REASONS)


@pytest.mark.parametrize("game", GameKind)
def test_what_means_nothing_in_a_game_is_excluded_by_it(game: GameKind) -> None:
    """All values of those fields, and no others; never the game by them."""
    meaningless = [(one, other) for one, other, code in exclusions() if code == "rules/meaningless"]
    assert {one.field for one, other in meaningless if other.value == game.value} == MEANINGLESS[game]
    assert all(other.field == "game" for _, other in meaningless)


FLAGS = ("middle_kingdom", "harmony", "mighty_duel", "no_limit")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("flags", list(product([False, True], repeat=len(FLAGS))))
def test_a_mix_is_greyed_where_the_rules_refuse_it(players: int, flags: tuple[bool, ...]) -> None:
    """Of every mix in the base game: two of its choices exclude each other just where `check` refuses it."""
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

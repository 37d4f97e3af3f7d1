"""The numbers of a rule set (R1-R4, R9)."""

import pytest

from kingdomino.rules import Edition, Rules, check
from kingdomino.rules.violations import RuleViolation

CLASSIC, SECOND = Edition.CLASSIC, Edition.SECOND


@pytest.mark.parametrize(
    ("players", "edition", "kings", "line", "rounds"),
    [
        (2, CLASSIC, 4, 4, 6),
        (2, SECOND, 4, 4, 6),
        (3, CLASSIC, 3, 3, 12),
        (3, SECOND, 3, 4, 12),
        (4, CLASSIC, 4, 4, 12),
        (4, SECOND, 4, 4, 12),
    ],
)
def test_kings_lines_and_rounds(players: int, edition: Edition, kings: int, line: int, rounds: int) -> None:
    """R1-R4: 24 dominoes are out with two players, 12 with three in the classic edition, otherwise none."""
    rules = Rules(edition)
    assert rules.kings(players) == kings
    assert rules.kings_each(players) * players == kings
    assert rules.line_size(players) == line
    assert rules.deck_size(players) == {2: 24, 3: 12 * line, 4: 48}[players]
    assert rules.rounds(players) == rounds


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", list(Edition))
def test_everybody_gets_twelve_dominoes(players: int, edition: Edition) -> None:
    """R15: 12 dominoes and the castle fill the 25 squares of a complete kingdom."""
    rules = Rules(edition)
    assert rules.limit(players) == 5
    assert 2 * rules.dominoes_each(players) + 1 == 25


def test_the_default_is_the_first_choice_of_the_rulebook() -> None:
    """The default is classic, drawn, without bonuses."""
    assert Rules() == Rules(Edition("classic"), middle_kingdom=False, harmony=False)
    assert Rules().first_line.value == "drawn"


@pytest.mark.parametrize(
    ("rules", "limit"), [(Rules(), 5), (Rules(mighty_duel=True), 7), (Rules(no_limit=True), None)]
)
def test_the_limit_is_5_or_7_or_none(rules: Rules, limit: int | None) -> None:
    """R9, R16, R17: 5x5, 7x7 in a Mighty Duel, or no limit."""
    assert rules.limit(players=2) == limit


def test_mighty_duel_uses_all_dominoes_for_a_7x7() -> None:
    """R16: 12 rounds of 4; 24 dominoes each and the castle fill 49 squares."""
    rules = Rules(mighty_duel=True)
    assert (rules.rounds(2), rules.deck_size(2), rules.kings(2)) == (12, 48, 4)
    assert 2 * rules.dominoes_each(2) + 1 == 7 * 7


@pytest.mark.parametrize(
    ("rules", "players", "code"),
    [
        *((Rules(), players, "rules/players") for players in (-1, 0, 1, 5)),
        *((Rules(mighty_duel=True), players, "rules/mighty-duel-players") for players in (3, 4)),
        (Rules(no_limit=True, middle_kingdom=True), 2, "rules/no-limit-mix"),
        (Rules(no_limit=True, harmony=True), 3, "rules/no-limit-mix"),
        (Rules(no_limit=True, mighty_duel=True), 2, "rules/no-limit-mix"),
    ],
)
def test_what_cannot_be_played_is_refused(rules: Rules, players: int, code: str) -> None:
    """R1: 2 to 4 players; R16: Mighty Duel is for two; R17: no limit excludes options that need one."""
    with pytest.raises(RuleViolation) as refused:
        check(rules, players)
    assert refused.value.code == code


@pytest.mark.parametrize("players", [2, 3, 4])
def test_variants_combine_freely(players: int) -> None:
    """D: bonuses combine with any number of players, edition and Mighty Duel; no limit stands alone."""
    for edition in Edition:
        check(Rules(edition, middle_kingdom=True, harmony=True), players)
        check(Rules(edition, no_limit=True), players)
    check(Rules(middle_kingdom=True, harmony=True, mighty_duel=True), 2)

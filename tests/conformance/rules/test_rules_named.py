"""`docs/play/rules.md` names every rule, with modules and tests that exist."""

import re
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from kingdomino.scoring import score
from tests.conformance.rules import test_rules_base, test_rules_origins
from tests.drawing import kingdom
from tests.games import begun

PAGE = (Path(__file__).parents[3] / "docs" / "play" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (R\d+) \| (.*) \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
"""The rows of the page: rule, sentence, modules and tests."""

DECISIONS = [
    ("R5", "with two players A, B, A, B here, too"),
    ("R12", "the same order gives the places after the first"),
    ("R13", "no tie-break"),
    ("R14", "the middle is that of the 5x5 (7x7), not of the squares that are covered"),
    ("R17", "not with Middle Kingdom, Harmony or Mighty Duel"),
    ("R21", "the starting player is the one drawn first"),
    ("R22", "does not count as a region in R12"),
    ("R23", "the squares between do not matter"),
    ("R23", "the hut is not allowed"),
    ("R23", "the token must be put"),
    ("R27", "if the holder is among them, the holder keeps the totem"),
    ("R27", "a totem on the table stays there while several tie"),
    ("R27", "a player who has the most because of another's fire takes it at once"),
    ("R27", "if nobody has the resource, its totem goes back to the table"),
    ("R29", "not on a caveman, a volcano or the hut"),
    ("R31", "a Dynasty (R13) can be played with Origins too"),
]
"""What none of the five rulebooks settles, compared sentence by sentence, in the words of the page."""

TESTS = [name for module in (test_rules_base, test_rules_origins) for name in vars(module)]


def test_every_rule_has_a_row() -> None:
    """The page has a row for each of R1 to R17 and R20 to R31."""
    assert [rule for rule, *_ in ROWS] == [f"R{n}" for n in (*range(1, 18), *range(20, 32))]


@pytest.mark.parametrize(("rule", "modules", "tests"), [(rule, m, t) for rule, _, m, t in ROWS])
def test_what_a_row_names_is_there(rule: str, modules: str, tests: str) -> None:
    """The modules of `kingdomino` in a row exist, and so do tests with the given prefixes."""
    for named in re.findall(r"`([a-z_.A-Z]+)`", modules):
        parts = named.split(".") if named[0].islower() else []
        assert not parts or find_spec(f"kingdomino.{parts[0]}"), named
        if parts[0:1] == ["origins"]:
            assert find_spec(f"kingdomino.{'.'.join(parts[:2])}"), named
    prefixes = re.findall(r"`(test_r[0-9_r]+)…`", tests)
    assert prefixes
    for prefix in prefixes:
        assert any(name.startswith(prefix) for name in TESTS), prefix
    assert any(f"_{rule.lower()}_" in name for name in TESTS)


def test_the_page_marks_what_no_rulebook_settles() -> None:
    """Each decision stands after the mark in its rule's row, and no other row has a mark."""
    decided = {rule: re.split(r"\*\(?decided\)?\*", text, flags=re.IGNORECASE)[1:] for rule, text, *_ in ROWS}
    assert {rule for rule, parts in decided.items() if parts} == {rule for rule, _ in DECISIONS}
    for rule, words in DECISIONS:
        assert any(words in part for part in decided[rule]), (rule, words)


def test_the_page_draws_a_middle_kingdom_that_is_paid_and_one_that_is_not() -> None:
    """R14: the castle on the edge of 3x5 squares is in the middle of the 5x5 around it."""
    section = PAGE.partition("\n### The middle of an incomplete kingdom\n")[2].partition("\n## ")[0]
    drawings = [dedent(block) for block in re.findall(r"(?:^ {4}\S.*\n)+", section, re.MULTILINE)]
    game = begun(4, Rules(middle_kingdom=True)).game
    found = [score(game.with_kingdom(Seat(0), kingdom(each)), Seat(0)) for each in drawings]
    assert [result.middle_kingdom for result in found] == [10, 0]

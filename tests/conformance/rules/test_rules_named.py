"""`docs/play/rules.md` names every rule, with modules and tests that exist."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conformance.rules import test_rules_base, test_rules_origins

PAGE = (Path(__file__).parents[3] / "docs" / "play" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (R\d+) \| (.*) \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
"""The rows of the page: rule, sentence, modules and tests."""

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

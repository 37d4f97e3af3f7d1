"""The keys of an account."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.application.account_keys import PARTS

LOG = Path(__file__).parents[5] / "docs" / "understand" / "log.md"


@pytest.mark.parametrize("key", PARTS, ids=lambda key: key.__name__)
def test_every_key_is_in_the_table_of_keys(key: Callable[[str], str]) -> None:
    """The table tells operators everything that the store has of an account; rows share a prefix."""
    name = key("<id>")
    rows = [
        line for line in LOG.read_text("utf-8").splitlines() if line.startswith(("| `player:", "| `{player:"))
    ]
    names = [row.split("|")[1] for row in rows]
    ending = name.replace("{player:<id>}", "…")
    assert any(f"`{name}`" in each or f"`{ending}`" in each for each in names)

"""The keys of an account."""

from pathlib import Path

import pytest
from fakeredis import FakeRedis

from service.application.account_keys import PARTS, AccountPart, SlotScript, notes_key, uses_key

LOG = Path(__file__).parents[5] / "docs" / "understand" / "log.md"


@pytest.mark.parametrize("key", PARTS, ids=lambda part: part.name or "profile")
def test_every_key_is_in_the_table_of_keys(key: AccountPart) -> None:
    """The table tells operators everything that the store has of an account; rows share a prefix."""
    name = key("<id>")
    rows = [
        line for line in LOG.read_text("utf-8").splitlines() if line.startswith(("| `player:", "| `{player:"))
    ]
    names = [row.split("|")[1] for row in rows]
    ending = name.replace("{player:<id>}", "…")
    assert any(f"`{name}`" in each or f"`{ending}`" in each for each in names)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name or "profile")
def test_every_part_is_bounded_and_shown(part: AccountPart) -> None:
    """It counts toward the quota or says what bounds it, and is exported or says why not."""
    assert bool(part.overhead) != bool(part.bounded)
    assert part.exported


def test_a_script_sends_the_keys_that_it_names() -> None:
    """In the order in which the script names them, behind the profile's key."""
    store = FakeRedis()
    text = f"return {{KEYS[1], {uses_key}, {notes_key}, {uses_key}, #KEYS}}"
    assert SlotScript(store, text).run("ann") == [
        b"player:ann",
        b"{player:ann}:uses",
        b"{player:ann}:notes",
        b"{player:ann}:uses",
        3,
    ]

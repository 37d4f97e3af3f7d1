"""Both texts that explain the settings are those that the declaration gives."""

import re
from pathlib import Path

from replays.runtime.settings import documents
from replays.runtime.settings.settings import unknown_names

ROOT = Path(__file__).parents[5]
AGAIN = "run `python -m replays.runtime.settings.documents`"


def test_the_example_is_what_the_declaration_gives() -> None:
    """The defaults and explanations of .env.example are those of the program."""
    assert (ROOT / documents.EXAMPLE).read_text("utf-8") == documents.example(), AGAIN


def test_the_table_is_what_the_declaration_gives() -> None:
    """The docs have one table of the settings, and it is this one."""
    page = (ROOT / documents.PAGE).read_text("utf-8")
    assert documents.BEGIN in page
    assert page == documents.with_table(page), AGAIN


def test_no_page_names_a_setting_that_there_is_not() -> None:
    """What the docs and compose.yaml call a setting is read by something."""
    pages = [ROOT / "README.md", ROOT / "compose.yaml", *(ROOT / "docs").rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"KINGDOMINO_[A-Z_]+", page.read_text("utf-8"))}
    assert "KINGDOMINO_KEY_FILE" in named
    assert unknown_names(dict.fromkeys(named, "")) == []

"""Both documents of the settings equal the texts generated from the declaration."""

import re
from pathlib import Path

from replays.runtime.settings import documents
from replays.runtime.settings.names import unknown_names

ROOT = Path(__file__).parents[5]
AGAIN = "run `python -m replays.runtime.settings.documents`"


def test_the_example_is_what_the_declaration_gives() -> None:
    """.env.example has the program's defaults and explanations."""
    assert (ROOT / documents.EXAMPLE).read_text("utf-8") == documents.example(), AGAIN


def test_the_table_is_what_the_declaration_gives() -> None:
    """The table in the docs is the generated one."""
    page = (ROOT / documents.PAGE).read_text("utf-8")
    assert documents.BEGIN in page
    assert page == documents.with_table(page), AGAIN


def test_no_page_names_a_setting_that_there_is_not() -> None:
    """Every setting named in the docs or compose.yaml is read by the program."""
    pages = [ROOT / "README.md", ROOT / "compose.yaml", *(ROOT / "docs").rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"KINGDOMINO_[A-Z_]+", page.read_text("utf-8"))}
    assert "KINGDOMINO_KEY_FILE" in named
    assert unknown_names(dict.fromkeys(named, "x")) == []

"""Tests named in `docs/operate/security.md` exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
PAGE = (TESTS.parent / "docs" / "operate" / "security.md").read_text("utf-8")
NAMED = re.compile(r"`([a-z/_]*\.py)?::(\w+)`")


@pytest.mark.slow
def test_every_claim_is_shown_by_a_test_that_there_is() -> None:
    """A test is named by file and name; without a file it is in the file named before."""
    file = ""
    found = 0
    for path, name in NAMED.findall(PAGE):
        file = path or file
        text = (TESTS / file).read_text("utf-8")
        assert re.search(rf"^((async )?def {name}\(|{name} = )", text, re.MULTILINE), (file, name)
        found += 1
    assert found > 30


def test_every_row_of_a_claim_names_a_test() -> None:
    """These are the tables with a column "shown by"."""
    tables = [part for part in PAGE.split("\n\n") if "| shown by |" in part.partition("\n")[0]]
    rows = [row for table in tables for row in table.splitlines()[2:]]
    assert len(rows) > 25
    assert all(NAMED.search(row.rpartition(" | ")[2]) for row in rows), rows

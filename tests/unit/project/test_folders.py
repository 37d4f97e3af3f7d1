"""The folders of packages and tests: each has few entries and a README."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("bench", "harness", "kingdomino", "replays", "service", "workers", "tests")
MIRRORS = tuple(
    ROOT / "tests" / "unit" / product for product in ("kingdomino", "replays", "service", "workers")
)
"""Folders of tests that have the tree of a package, and its READMEs for their own."""
MOST_ENTRIES = 14
"""The maximum besides the README and the package files."""
OTHERS = {"README.md", "__init__.py", "__pycache__", "conftest.py", "py.typed"}
DATA = {".ndjson"}
"""The files of a data set, of which its README has the list or the form."""
LONGEST = 22
"""The maximum number of lines of a README, its title included."""

FOLDERS = sorted(
    {path.parent.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
)


def is_of_the_project(path: Path) -> bool:
    """False for data and compiled files, and for a folder with nothing else, left behind by a move."""
    files = path.rglob("*") if path.is_dir() else [path]
    return any(file.is_file() and file.suffix not in {".so", ".pyc"} | DATA for file in files)


def is_a_mirror(path: Path) -> bool:
    """True for the unit tests of a package."""
    return any(path.is_relative_to(mirror) for mirror in MIRRORS)


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_a_folder_has_few_entries(folder: Path) -> None:
    """A newcomer sees all of it at once."""
    entries = [
        path for path in (ROOT / folder).iterdir() if path.suffix not in DATA and is_of_the_project(path)
    ]
    assert len({path.name for path in entries} - OTHERS) <= MOST_ENTRIES


@pytest.mark.parametrize("folder", [each for each in FOLDERS if not is_a_mirror(ROOT / each)], ids=str)
def test_a_folder_has_a_readme(folder: Path) -> None:
    """A newcomer reads its purpose and where to start."""
    lines = (ROOT / folder / "README.md").read_text("utf-8").splitlines()
    assert 3 <= len(lines) <= LONGEST

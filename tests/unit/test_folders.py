"""The folders of packages and tests: each has few entries and a README."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "harness",
    "kingdomino",
    "replays",
    "service",
    "workers",
    "tests/browser",
    "tests/integration",
)
MOST_ENTRIES = 14
"""The maximum besides the README and the package files."""
OTHERS = {"README.md", "__init__.py", "__pycache__", "conftest.py", "py.typed"}
LONGEST = 22
"""The maximum number of lines of a README, its title included."""

FOLDERS = sorted(
    {path.parent.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
)


def is_of_the_project(path: Path) -> bool:
    """False for compiled files, and for a folder with nothing else, left behind by a move."""
    files = path.rglob("*") if path.is_dir() else [path]
    return any(file.is_file() and file.suffix not in {".so", ".pyc"} for file in files)


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_a_folder_has_few_entries_and_a_readme(folder: Path) -> None:
    """A newcomer sees all of it at once, and reads its purpose and where to start."""
    entries = {path.name for path in (ROOT / folder).iterdir() if is_of_the_project(path)} - OTHERS
    assert len(entries) <= MOST_ENTRIES
    lines = (ROOT / folder / "README.md").read_text("utf-8").splitlines()
    assert 3 <= len(lines) <= LONGEST

"""The folders of packages and tests: each has a README, and those of unit tests are those of the packages."""

from pathlib import Path

import pytest

from tests.unit.project.tree import PRODUCTS, ROOT

UNIT = ROOT / "tests" / "unit"
MIRRORS = {UNIT / product: ROOT / product for product in PRODUCTS}
"""The unit tests of packages. They have the folders of their package, and its READMEs for their own."""
DATA = {".ndjson", ".so", ".pyc"}
"""The files of a data set, which its README describes, and compiled files."""
LONGEST = 22
"""The maximum number of lines of a README, its title included."""


def is_of_the_project(path: Path) -> bool:
    """False for data and compiled files, and for a folder with nothing else, left behind by a move."""
    files = path.rglob("*") if path.is_dir() else [path]
    return any(file.is_file() and file.suffix not in DATA for file in files)


def folders() -> list[Path]:
    """All folders of the packages, the benchmarks and the tests."""
    roots = [ROOT / name for name in (*PRODUCTS, "bench", "harness", "tests")]
    return [each for root in roots for each in (root, *root.rglob("*/")) if is_of_the_project(each)]


def of_root(path: Path) -> str:
    """The id of a folder as a case."""
    return str(path.relative_to(ROOT))


FOLDERS = sorted(folders())
MIRRORED = [each for each in FOLDERS if any(each.is_relative_to(mirror) for mirror in MIRRORS)]


@pytest.mark.parametrize("folder", sorted({*FOLDERS} - {*MIRRORED}), ids=of_root)
def test_a_folder_has_a_readme(folder: Path) -> None:
    """A newcomer reads its purpose and where to start."""
    lines = (folder / "README.md").read_text("utf-8").splitlines()
    assert 3 <= len(lines) <= LONGEST


@pytest.mark.parametrize("folder", MIRRORED, ids=of_root)
def test_folders_of_unit_tests_are_those_of_the_packages(folder: Path) -> None:
    """Who knows a package finds its tests."""
    assert (ROOT / folder.relative_to(UNIT)).is_dir()

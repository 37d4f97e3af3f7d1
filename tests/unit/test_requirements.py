"""What is installed is pinned: every package has a version and hashes, and installing demands them."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
FILES = ("requirements.txt", "requirements-build.txt", "requirements-dev.txt")
HASH = re.compile(r" *--hash=sha256:[0-9a-f]{64}")


def entries(name: str) -> list[list[str]]:
    """The packages of a file: what is required, and its hashes."""
    text = (ROOT / name).read_text("utf-8").replace("\\\n", "\n")
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-r "))]
    found: list[list[str]] = []
    for line in lines:
        if line.startswith(" "):
            found[-1].append(line)
        else:
            found.append([line])
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_package_has_a_version_and_hashes(name: str) -> None:
    """One version each, at least a hash, and no line says where packages come from."""
    assert entries(name)
    for required, *hashes in entries(name):
        assert re.fullmatch(r"==[^*,]+", str(Requirement(required).specifier)), required
        assert hashes, required
        assert all(HASH.fullmatch(each.rstrip()) for each in hashes), required
    assert "://" not in (ROOT / name).read_text("utf-8")


def test_no_package_has_two_versions() -> None:
    """What one file pins another one does not pin anew."""
    names = [Requirement(required).name for name in FILES for required, *_ in entries(name)]
    assert len(names) == len(set(names))


def test_the_package_is_built_with_what_is_pinned() -> None:
    """The build requirement of pyproject.toml is that of requirements-build.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["build-system"]["requires"] == [required.strip() for required, *_ in entries(FILES[1])]


def test_installing_demands_the_hashes() -> None:
    """Neither the Makefile nor the image installs from these files without."""
    for name in ("Makefile", "Dockerfile"):
        text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
        made = re.search(r"^INSTALL := (.*)$", text, re.MULTILINE)
        commands = text.replace("$(INSTALL)", made[1] if made else "").replace("&&", "\n").splitlines()
        installing = [line for line in commands if " install " in line and " -r requirements" in line]
        assert len(installing) == 2
        assert all("--require-hashes" in line for line in installing), installing
        building = [line for line in commands if line.strip().endswith((" --editable .", "/built ."))]
        assert [("--no-build-isolation" in line, "--no-deps" in line) for line in building] == [(True, True)]

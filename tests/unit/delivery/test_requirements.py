"""Installed packages are pinned: each has a version and hashes, and installing requires them."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[3]
FILES = ("requirements.txt", "requirements-build.txt", "requirements-dev.txt", "requirements-servers.txt")
HASH = re.compile(r" *--hash=sha256:[0-9a-f]{64}")


def entries(name: str) -> list[list[str]]:
    """The packages of a file: each requirement with its hashes."""
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
    """Each package has one version and at least one hash; no line names an index."""
    assert entries(name)
    for required, *hashes in entries(name):
        assert re.fullmatch(r"==[^*,]+", str(Requirement(required).specifier)), required
        assert hashes, required
        assert all(HASH.fullmatch(each.rstrip()) for each in hashes), required
    assert "://" not in (ROOT / name).read_text("utf-8")


def test_no_package_has_two_versions() -> None:
    """A package that stands in two files has the same version and the same hashes in both."""
    pinned = {
        (Requirement(required).name, required.strip(), *hashes)
        for name in FILES
        for required, *hashes in entries(name)
    }
    names = [name for name, *_ in pinned]
    assert len(names) == len(set(names))


def test_the_package_is_built_with_what_is_pinned() -> None:
    """The build requirement of pyproject.toml is that of requirements-build.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["build-system"]["requires"] == [required.strip() for required, *_ in entries(FILES[1])]


def test_installing_demands_the_hashes() -> None:
    """Neither the Makefile nor the image installs these files without hashes."""
    for name in ("Makefile", "Dockerfile"):
        text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
        made = re.search(r"^INSTALL := (.*)$", text, re.MULTILINE)
        commands = text.replace("$(INSTALL)", made[1] if made else "").replace("&&", "\n").splitlines()
        installing = [line for line in commands if " install " in line and " -r requirements" in line]
        assert len(installing) == {"Makefile": 4, "Dockerfile": 2}[name]
        assert all("--require-hashes" in line for line in installing), installing
        building = [line for line in commands if line.strip().endswith((" --editable .", "/built ."))]
        assert [("--no-build-isolation" in line, "--no-deps" in line) for line in building] == [(True, True)]


def test_every_package_of_npm_has_a_version_and_a_hash() -> None:
    """The lock file fits package.json, covers all platforms, and names no registry."""
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    own = packages.pop("")
    assert own["devDependencies"] == wanted["devDependencies"]
    assert all(re.fullmatch(r"[0-9.]+", version) for version in wanted["devDependencies"].values())
    assert all(each["integrity"].startswith("sha512-") for each in packages.values())
    assert not [name for name, each in packages.items() if "resolved" in each or each.get("hasInstallScript")]
    named = {name for each in packages.values() for name in each.get("optionalDependencies", {})}
    assert named <= {name.removeprefix("node_modules/") for name in packages}


def test_npm_installs_what_the_lock_file_has() -> None:
    """Installing with npm runs no package scripts."""
    text = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"\$\(NPM\) (\S+ \S+)", text) == ["ci --ignore-scripts"]

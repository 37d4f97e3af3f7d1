"""`make audit` fails on advisories, and names packages that it could not look up."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parents[3] / ".ci" / "advisories"
WELL: dict[str, Any] = {"name": "flask", "version": "3.1.3", "vulns": []}
UNKNOWN = {"name": "made-up-name", "skip_reason": "Dependency not found on PyPI"}
ILL = {
    "name": "jinja2",
    "version": "2.4.1",
    "vulns": [{"id": "PYSEC-2021-66", "fix_versions": ["2.11.3"], "aliases": ["CVE-2020-28493"]}],
}


def said(*packages: Any, report: str | None = None) -> tuple[int, str]:
    """The exit code and output for a report of pip-audit."""
    text = json.dumps({"dependencies": packages, "fixes": []}) if report is None else report
    command = [sys.executable, str(PROGRAM)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_package_that_the_index_does_not_know_is_named() -> None:
    """The other packages are audited, and the exit code is 0."""
    code, words = said(WELL, UNKNOWN)
    assert code == 0
    assert "not audited: made-up-name (Dependency not found on PyPI)" in words
    assert "1 packages looked up, 1 unknown to the index, 0 advisories" in words


def test_an_advisory_fails() -> None:
    """The line has ids, aliases and fixed version, also next to an unknown package."""
    code, words = said(WELL, UNKNOWN, ILL)
    assert code == 1
    assert "advisory: jinja2 2.4.1: PYSEC-2021-66, CVE-2020-28493; mended in 2.11.3" in words


@pytest.mark.long
def test_an_audit_of_nothing_fails() -> None:
    """An audit fails if no package could be looked up, or there is no report."""
    assert said(UNKNOWN)[0] == 1
    assert said()[0] == 1
    assert said(report="")[0] == 1
    assert said(report="[]")[0] == 1


def test_the_makefile_hands_the_report_over() -> None:
    """The report covers every requirements file, since pip-audit ignores included ones."""
    root = PROGRAM.parents[1]
    makefile = (root / "Makefile").read_text("utf-8")
    files = "".join(f" -r {path.name}" for path in sorted(root.glob("requirements*.txt")))
    assert set(files.split()) <= set(makefile.partition("bin/pip-audit ")[2].partition("|")[0].split())
    assert "| $(PYTHON) .ci/advisories" in makefile

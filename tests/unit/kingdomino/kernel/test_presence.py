"""Where the kernel runs, and its report if it does not."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import copytree, ignore_patterns, which

import pytest

from kingdomino.kernel import state

ROOT = Path(__file__).parents[4]


def can_build() -> bool:
    """True if a C compiler and Python's headers are present, with which the kernel is built."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return bool(which(compiler)) and Path(sysconfig.get_paths()["include"], "Python.h").exists()


def said(folder: Path = ROOT, **more: str) -> str:
    """The kernel's state as reported by a fresh process in this folder, with these environment variables."""
    program = "from kingdomino.kernel import state; print(state().word, state().why_not)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.strip()


def test_continuous_integration_builds_the_kernel_where_it_can() -> None:
    """Without the kernel its tests would not run; `KINGDOMINO_KERNEL=off` says that this is intended."""
    found = state()
    meant = "is off" in found.why_not
    assert found.runs or meant or not (os.environ.get("CI") and can_build()), found.why_not


def test_off_means_the_pure_rules() -> None:
    """With `KINGDOMINO_KERNEL=off` the pure rules run even if the kernel is built."""
    assert said(KINGDOMINO_KERNEL="off") == "pure KINGDOMINO_KERNEL is off"


@pytest.mark.slow
def test_the_state_says_what_runs() -> None:
    """The state is `compiled`, or `pure` with the reason."""
    words = said(KINGDOMINO_KERNEL="")
    assert words == "compiled" or words.startswith("pure it was not built: ")


@pytest.mark.slow
def test_what_an_earlier_version_left_behind_does_not_run(tmp_path: Path) -> None:
    """If the sources differ from those that the modules were built from, the rules run in Python."""
    folder = tmp_path / "kingdomino"
    copytree(ROOT / "kingdomino", folder, ignore=ignore_patterns("__pycache__"))
    with (folder / "kernel" / "draws.pxd").open("a") as source:
        source.write("# changed\n")
    words = said(tmp_path, PYTHONPATH=str(tmp_path), KINGDOMINO_KERNEL="")
    assert words.startswith("pure it was not built: ")
    assert not state().runs or words.endswith("what is there comes from other sources")

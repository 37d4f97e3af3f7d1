"""Where the kernel runs, and how it says that it does not."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which

from kingdomino.kernel import state


def can_build() -> bool:
    """Whether there is what the kernel is built with: a C compiler and Python's headers."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return bool(which(compiler)) and Path(sysconfig.get_paths()["include"], "Python.h").exists()


def said(**more: str) -> str:
    """What a fresh process says of the kernel with these variables."""
    program = "from kingdomino.kernel import state; print(state().word, state().why_not)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.strip()


def test_continuous_integration_builds_the_kernel_where_it_can() -> None:
    """Else its tests would pass without running; `KINGDOMINO_KERNEL=off` says that this is meant."""
    found = state()
    meant = "is off" in found.why_not
    assert found.runs or meant or not (os.environ.get("CI") and can_build()), found.why_not


def test_off_means_the_pure_rules() -> None:
    """Whether the kernel was built or not."""
    assert said(KINGDOMINO_KERNEL="off") == "pure KINGDOMINO_KERNEL is off"


def test_the_state_says_what_runs() -> None:
    """`compiled`, or `pure` and why."""
    words = said(KINGDOMINO_KERNEL="")
    assert words == "compiled" or words.startswith("pure it was not built: ")

"""Tests can interrupt the programs they start, however the tests were started."""

import subprocess
import sys

import pytest

INSIDE = f"{__file__}::test_what_a_test_starts_can_be_interrupted"


def test_what_a_test_starts_can_be_interrupted() -> None:
    """SIGINT has Python's default handler there, which raises KeyboardInterrupt."""
    script = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


@pytest.mark.slow
def test_a_background_job_of_a_script_can_test() -> None:
    """Its shell ignores SIGINT, and so does every process that it starts."""
    pytest_again = [sys.executable, "-m", "pytest", "--quiet", INSIDE]
    ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *pytest_again]
    done = subprocess.run(ignoring, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

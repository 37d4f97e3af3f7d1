"""Tests may interrupt what they start, whatever the tests themselves were started by."""

import subprocess
import sys

INSIDE = f"{__file__}::test_what_a_test_starts_can_be_interrupted"


def test_what_a_test_starts_can_be_interrupted() -> None:
    """SIGINT has its default disposition there: Python makes it a KeyboardInterrupt."""
    script = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_a_background_job_of_a_script_can_test() -> None:
    """Its shell lets it ignore SIGINT, and all that it starts in turn."""
    pytest_again = [sys.executable, "-m", "pytest", "--quiet", INSIDE]
    ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *pytest_again]
    done = subprocess.run(ignoring, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

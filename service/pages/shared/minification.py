"""Minifies scripts and styles with tdewolff-minify: no comments, no spaces, short names of variables.

It runs in a process of its own, a tenth of a second for each file: it is a library in Go, which costs 16 MB
and five threads that do not outlive a fork. Where it has no wheel (macOS on ARM), files are sent as written.
What judges a record is always sent as written: a stranger shall be able to read it in the browser, and in the
page that they saved.
"""

import logging
import subprocess
import sys
from importlib.util import find_spec

READABLE = "audit/"
"""The folder of the scripts that judge records."""
PROGRAM = """
import sys, minify
content = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(minify.string(sys.argv[1], content).encode())
"""
LONGEST_SECONDS = 20
log = logging.getLogger(__name__)


def minified(name: str, content: str, mimetype: str) -> str:
    """The content of the file with this path under `static/`, or a shorter one that does the same."""
    if name.startswith(READABLE) or find_spec("minify") is None:
        return content
    command = [sys.executable, "-c", PROGRAM, mimetype]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, input=content.encode(), capture_output=True, check=True, timeout=LONGEST_SECONDS
        )
    except (OSError, subprocess.SubprocessError) as problem:
        log.warning("%s is sent as written: %s %s", name, problem, getattr(problem, "stderr", b""))
        return content
    return done.stdout.decode()

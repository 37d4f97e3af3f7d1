"""Shell sessions of the documents, run as they are printed, also on machines without curl."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def session_in(document: Path) -> str:
    """The one shell block of a document."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", document.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    return str(blocks[0])


def run_session(session: str, environ: Mapping[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the session in this folder; it must succeed, and finds the programs of the project."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", session],
        env={"PATH": _path_with_curl(folder), **environ},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def _path_with_curl(folder: Path) -> str:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return path if shutil.which("curl", path=path) else f"{stand_in_for_curl(folder)}:{path}"


def stand_in_for_curl(folder: Path) -> Path:
    """A folder with a `curl` that has the options in the documents, for machines without the real one."""
    program = folder / "curl"
    program.write_text(f"#!{sys.executable}\n{inspect.getsource(curl)}\ncurl()\n", "utf-8")
    program.chmod(0o755)
    return folder


def curl() -> None:
    """Send one request, like `curl -sS URL [-H header …] [-d body] [-D headers] [-o answer]`."""
    import argparse  # noqa: PLC0415 - the function is a program of its own
    import sys  # noqa: PLC0415
    import urllib.request  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-sS", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("-D")
    parser.add_argument("-o")
    given = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in given.H)
    request = urllib.request.Request(given.url, given.d and given.d.encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        if given.D:
            Path(given.D).write_text(str(answer.headers), "utf-8")
        if given.o:
            Path(given.o).write_bytes(answer.read())
        else:
            sys.stdout.buffer.write(answer.read())

"""What the README promises to a newcomer, run as it is written."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import kingdomino
from tests.support.service import Service

README = Path(__file__).parents[2] / "README.md"


def curl_session() -> str:
    """The one shell block of the README."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    return str(blocks[0])


def stand_in_for_curl(folder: Path) -> Path:
    """A folder with a `curl` that understands what the README uses, for machines without the real one."""
    program = folder / "curl"
    program.write_text(f"#!{sys.executable}\n{inspect.getsource(curl)}\ncurl()\n", "utf-8")
    program.chmod(0o755)
    return folder


def curl() -> None:
    """Send one request as `curl -sS URL [-H header …] [-d body]` does."""
    import argparse  # noqa: PLC0415 - the function is a program of its own
    import sys  # noqa: PLC0415
    import urllib.request  # noqa: PLC0415

    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-sS", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    given = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in given.H)
    request = urllib.request.Request(given.url, given.d and given.d.encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        sys.stdout.buffer.write(answer.read())


def test_the_curl_session_works_as_written(service: Service, tmp_path: Path) -> None:
    """Two players register, start a game and make a move, which is made once although it is sent twice."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    if not shutil.which("curl", path=path):
        path = f"{stand_in_for_curl(tmp_path)}:{path}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", curl_session()],
        env={"PATH": path, "URL": f"http://{service.host}:{service.port}/api/v1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    first, second = [line for line in lines if re.fullmatch(r"\d+", line)]
    assert first == second
    types = re.findall(r'"type":"(\w+)"', done.stdout)
    assert types[:4] == ["GameCreated", "PlayerSeated", "PlayerSeated", "GameStarted"]
    assert types.count("DominoChosen") == 1
    assert '"choose"' in lines[-1]


@pytest.mark.parametrize("command", re.findall(r"\.venv/bin/kingdomino (\w+)", README.read_text("utf-8")))
def test_every_command_in_the_readme_exists(command: str) -> None:
    """Each command that the README names has a help text."""
    shown = CliRunner().invoke(kingdomino, [command, "--help"])
    assert shown.exit_code == 0, shown.output
    assert len(shown.output.splitlines()) > 3

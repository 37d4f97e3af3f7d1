"""The README's session and commands, run as written."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.programs.shell import run_session, session_in
from harness.service import Service
from service.cli.main import kingdomino

README = Path(__file__).parents[3] / "README.md"


def test_the_curl_session_works_as_written(service: Service, tmp_path: Path) -> None:
    """Two players register, start a game and make a move, which counts once though it is sent twice."""
    environ = {"URL": f"http://{service.host}:{service.port}/api/v1"}
    done = run_session(session_in(README), environ, tmp_path)
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

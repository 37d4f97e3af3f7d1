"""The command line finds commands that packages register, and loads only what it needs."""

import os
import subprocess
import sys
from importlib.metadata import entry_points

import pytest
from click.testing import CliRunner

from replays.runtime.settings.errors import ConfigurationError
from service.cli.main import COMMANDS, kingdomino

HEAVY = {"redis", "rq", "flask", "uvicorn", "rich", "service.app"}
SHOW_HELP = (
    "import sys; from service.cli.main import kingdomino; kingdomino(['--help'], standalone_mode=False)"
)


@pytest.mark.slow
def test_help_lists_the_commands_of_every_package() -> None:
    """The help includes the commands of `workers`, which `service` must not import."""
    result = CliRunner().invoke(kingdomino, ["--help"])
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.output for name in ("relay", "serve", "web", "worker"))


@pytest.mark.long
def test_help_is_light() -> None:
    """The help loads neither the server nor the store client, which would make it slow."""
    script = f"{SHOW_HELP}; print('modules:', *sys.modules)"
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert not HEAVY & set(output.partition("modules:")[2].split())


def test_an_unknown_command_is_a_usage_error() -> None:
    """The exit code is 2, and the message has the unknown name."""
    result = CliRunner().invoke(kingdomino, ["dance"])
    assert result.exit_code == 2
    assert "dance" in result.output


@pytest.mark.slow
def test_a_wrong_setting_is_one_line_and_exit_code_78() -> None:
    """A mistyped value causes no traceback."""
    command = [sys.executable, "-m", "service.cli.main", "serve", "--port", "x"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 78
    assert result.stderr == "kingdomino: PORT is 'x', but must be a whole number from 1 to 65535\n"


@pytest.mark.parametrize("command", sorted(entry_points(group=COMMANDS).names))
def test_every_command_refuses_a_misspelt_setting(command: str) -> None:
    """No process runs with a setting that has no effect; the message has the right name."""
    result = CliRunner().invoke(kingdomino, [command], env={"KINGDOMINO_LIMIT": "off"})
    assert isinstance(result.exception, ConfigurationError)
    assert str(result.exception) == "nothing reads KINGDOMINO_LIMIT: did you mean KINGDOMINO_LIMITS?"


@pytest.mark.slow
def test_a_misspelt_setting_is_one_line_and_exit_code_78() -> None:
    """The process reports it like a wrong value, before it does anything."""
    command = [sys.executable, "-m", "service.cli.main", "worker"]
    environ = {**os.environ, "KINGDOMINO_KEY_FIL": "/run/secrets/key"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert result.returncode == 78
    assert (
        result.stderr == "kingdomino: nothing reads KINGDOMINO_KEY_FIL: did you mean KINGDOMINO_KEY_FILE?\n"
    )

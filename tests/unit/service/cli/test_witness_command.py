"""`kingdomino witness`: what it refuses before it listens, and where it gets the key of a log from."""

from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from service.cli.transparency.witness import witness
from service.witness.folder import WitnessFolder
from tests.unit.replays.transparency.logs import some_log
from tests.unit.service.cli.shown_service import ShownService, showing

LOG = some_log()


def started(folder: Path, *options: str) -> Result:
    """The result of the command, which serves nothing."""
    with patch("service.witness.server.serve"), patch("service.ops.probe.wait_for_port"):
        return CliRunner().invoke(witness, ["--data", str(folder), *options])


@pytest.mark.parametrize("by_url", [False, True])
def test_it_says_what_the_operator_of_the_log_needs(tmp_path: Path, *, by_url: bool) -> None:
    """A log is named by its key, or by the address of its service; the line of a policy is printed."""
    with showing(ShownService(LOG)) as service:
        log = service.url if by_url else LOG.signer.key.text()
        result = started(tmp_path, "--name", "example.com/anna", "--log", log)
    assert result.exit_code == 0, result.output
    assert "\nwitness anna example.com/anna+" in result.output
    assert "play.example/log: nothing seen yet" in result.output


def test_it_needs_a_name_and_a_log_and_its_own_folder(tmp_path: Path) -> None:
    """Each refusal says what is missing."""
    key = LOG.signer.key.text()
    assert "needs a name" in started(tmp_path, "--log", key).output
    assert "Missing option '--log'" in started(tmp_path, "--name", "a").output
    assert "names no key" in started(tmp_path, "--name", "a b", "--log", key).output
    used = WitnessFolder(tmp_path)
    assert "another witness uses" in started(tmp_path, "--name", "a", "--log", key).output
    used.close()

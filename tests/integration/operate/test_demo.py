"""`kingdomino demo` against a running service: whole games of both kinds, and refused rules."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.service import Service
from replays.encoding.attempts import parse_attempt
from replays.encoding.signing import parse_receipt, verify
from service.cli.commands.audit import audit


def demo(service: Service, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [
        sys.executable,
        "-m",
        "service.cli.main",
        "demo",
        "--url",
        f"http://{service.host}:{service.port}",
    ]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=False)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--players", "2", "--mighty-duel", "--harmony"], ["Ann", "Ben", "swamp", "Harmony"]),
        (["--players", "3", "--no-limit", "--edition", "second"], ["Cleo", "mine"]),
        (
            ["--players", "4", "--game", "origins", "--mode", "tribe", "--middle-kingdom"],
            ["Dan", "cave board", "Realm of Fire", "cavemen", "/replay"],
        ),
        (["--players", "2", "--game", "origins", "--mode", "totem"], ["totems  mammoth", "resources"]),
        (
            ["--players", "3", "--bots", "greedy,steady"],
            ["Ann", "seat 1 (greedy bot)", "seat 2 (steady bot)"],
        ),
    ],
    ids=["mighty-duel", "no-limit", "tribe", "totem", "bots"],
)
def test_a_whole_game_is_played(service: Service, options: list[str], shown: list[str]) -> None:
    """A whole game is played, and the kingdoms, points and places are printed."""
    run = demo(service, *options, "--seed", "1")
    assert run.returncode == 0, run.stderr
    assert "round 12 of 12" in run.stderr
    for text in [*shown, "total", "1. "]:
        assert text in run.stdout


@pytest.mark.long
def test_receipts_are_kept(service: Service, tmp_path: Path) -> None:
    """What was sent for each seat and the receipts are written, one a line, and fit the records."""
    kept = tmp_path / "receipts"
    for count in (1, 2):
        assert demo(service, "--receipts", str(kept)).returncode == 0
        lines = kept.read_text().splitlines()
        attempts = [parse_attempt(json.loads(line)) for line in lines if "entropy" in line]
        receipts = [
            parse_receipt(json.loads(line.split(" ", 1)[1])) for line in lines if "entropy" not in line
        ]
        assert len({attempt.entropy for attempt in attempts}) == 2 * count
        assert all(request.status == 201 for attempt in attempts for request in attempt.requests)
        assert all(verify(receipt) for receipt in receipts)
        games = {receipt.game for receipt in receipts}
        assert len(games) == count == len({attempt.table for attempt in attempts})
    url = f"http://{service.host}:{service.port}"
    command = [*games, "--url", url, "--against", str(kept), "--json", "--require", "dates"]
    done = CliRunner().invoke(audit, command)
    assert done.exit_code == 0, done.output


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--mode", "tribe"], "rules/meaningless"),
        (["--game", "origins", "--no-limit"], "rules/meaningless"),
        (["--players", "3", "--mighty-duel"], "rules/mighty-duel-players"),
        (["--no-limit", "--harmony"], "rules/no-limit-mix"),
    ],
)
def test_rules_that_cannot_be_played(service: Service, options: list[str], code: str) -> None:
    """The service's reason for refusing rules is shown, without a traceback."""
    run = demo(service, *options)
    assert run.returncode == 1
    assert code in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("bots", "reason"),
    [("greedy,clever", "'clever' is no policy"), ("greedy,steady", "1 at most can be bots, not 2")],
)
def test_bots_that_cannot_sit_there(service: Service, bots: str, reason: str) -> None:
    """An unknown policy and a table of bots only are refused before a game is opened."""
    run = demo(service, "--players", "2", "--bots", bots)
    assert run.returncode == 2
    assert reason in run.stderr

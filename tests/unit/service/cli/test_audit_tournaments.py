"""`kingdomino audit` shows the verdicts that only tournaments have, and counts them as three of the six."""

from pathlib import Path

import pytest

from harness.audit.forging import Forger
from harness.audit.tournaments import SIGNER, eventful
from tests.unit.service.cli.test_audit_command import run, saved, told

pytestmark = pytest.mark.slow

OWN = {"pairing", "standings", "acts"}


def forged(tmp_path: Path, kind: str, **fields: object) -> str:
    """The path of a tournament's bundle in which the last event of a type was changed."""
    forger = Forger(eventful().bundle())
    event = forger.event(kind, -1)
    for name, value in fields.items():
        (event if name in event else event["data"])[name] = value
    return saved(tmp_path / "forged.zip", forger.forged())


def test_a_good_tournament(tmp_path: Path) -> None:
    """All nine verdicts pass, each on a line of its own."""
    file = saved(tmp_path / "good.zip", eventful().bundle())
    result = run(file, "--key", SIGNER.public_key, "--require", "all,key")
    assert result.exit_code == 0
    lines = [line.split()[:2] for line in result.stdout.splitlines()[1:10]]
    assert [verdict for _, verdict in lines] == ["pass"] * 9
    assert [name for name, _ in lines[6:]] == ["pairing", "standings", "acts"]
    (report,) = told(file)
    assert {name: report["verdicts"][name] for name in OWN} == dict.fromkeys(OWN, "pass")
    assert len(report["games"]) == 6
    assert not OWN & report["games"][0]["verdicts"].keys()


@pytest.mark.parametrize(
    ("kind", "fields", "verdict", "code"),
    [
        ("TournamentRoundPaired", {"lots": "ab" * 32}, "pairing", 8),
        ("TournamentTableScored", {"points": [0, 0]}, "standings", 32),
        ("TournamentDisputeOpened", {"actor": "ann"}, "acts", 4),
    ],
)
def test_a_forged_tournament(
    tmp_path: Path, kind: str, fields: dict[str, object], verdict: str, code: int
) -> None:
    """The verdict has its own name in text and JSON, and its bit is that of the one as which it counts."""
    file = forged(tmp_path, kind, **fields)
    result = run(file)
    assert result.exit_code == code
    assert f"[{verdict}, tournament/" in result.stdout
    (report,) = told(file)
    assert {name for name, found in report["verdicts"].items() if found == "fail"} == {verdict}
    assert {fault["verdict"] for fault in report["faults"]} == {verdict}

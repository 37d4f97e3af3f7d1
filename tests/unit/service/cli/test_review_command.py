"""`kingdomino review`: transcripts, events and bundles of a game give the same review."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from harness.games import STUDY
from service.cli.reviewing.command import review
from service.cli.reviewing.telling import tell

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[4] / "docs" / "play" / "notation.md").read_text()
WHOLE = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[0]


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Give the review of the whole game on the notation page."""
    path = tmp_path_factory.mktemp("review") / "game.txt"
    path.write_text(WHOLE)
    ran = CliRunner().invoke(review, [str(path), "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


@pytest.mark.long
def test_a_text_is_reviewed(reviewed: Any) -> None:
    """Each choice has a grade; the last ones are exact."""
    tokens = [token for line in re.findall(r"^\d+\. \d (.*)$", WHOLE, re.MULTILINE) for token in line.split()]
    assert [each["made"] for each in reviewed["decisions"]] == tokens
    assert {each["grade"] for each in reviewed["decisions"]} <= {"forced", "best", "good", "slip", "blunder"}
    assert any(each["exact"] for each in reviewed["decisions"][-6:])
    assert [each["seat"] for each in reviewed["players"]] == [0, 1]


@pytest.mark.long
def test_it_is_printed_for_people(reviewed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The output has each slip and blunder, and the number of playouts."""
    tell(reviewed, Console(width=200))
    told = capsys.readouterr().out
    for each in reviewed["decisions"]:
        if each["grade"] in {"slip", "blunder"}:
            assert each["best"] in told
    assert f"{reviewed['playouts']:,} playouts" in told


@pytest.mark.parametrize(
    ("content", "words"),
    [(STUDY, "the game is not over"), (b"[Game \xff", "no UTF-8"), (b"{}", "damaged")],
    ids=["unfinished", "bytes", "json"],
)
def test_what_cannot_be_reviewed_is_said(tmp_path: Path, content: bytes, words: str) -> None:
    """The error is one sentence with the file's name."""
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    ran = CliRunner().invoke(review, [str(path)])
    assert ran.exit_code == 1
    assert words in ran.output
    assert "game.txt" in ran.output

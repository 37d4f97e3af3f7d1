"""The files that commands read."""

from dataclasses import replace
from pathlib import Path

import click
import pytest

from replays.commands import series
from replays.commands.series import FEW_GAMES
from service.cli.parameters.inputs import content_of


def test_a_file_that_is_larger_than_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before all of it is read; a series is for another command."""
    monkeypatch.setattr(series, "FEW_GAMES", replace(FEW_GAMES, size=9))
    file = tmp_path / "game.zip"
    file.write_bytes(b"123456789")
    assert content_of(str(file)) == b"123456789"
    file.write_bytes(b"1234567890")
    with pytest.raises(click.ClickException, match=r"more than 9 bytes.*kingdomino audit"):
        content_of(str(file))

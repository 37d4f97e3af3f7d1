"""Ctrl-C ends all processes at once and in order, and begun games continue after the next start."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from harness.games import seeded
from harness.processes import free_port, living
from harness.programs.crash import KINGDOMINO, PATIENCE, Caller, Installation, Json, Victim, installed
from harness.waiting import eventually
from replays.runtime.settings.errors import EXIT_CONFIGURATION
from tests.crash.support.audit import audit
from tests.crash.support.play import MOVES, Table
from tests.crash.support.streams import Stream

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

WATCHERS = 10
BEGINNING = {"PlayerSeated", "GameStarted", "KingDrawn", "LineDealt"}


def test_a_game_begun_before_ctrl_c_goes_on(tmp_path: Path) -> None:
    """No process is left when the parent has ended, and the players finish the game after a restart.

    Open streams do not delay the end: each gets its last chunk, which a killed process would not have sent.
    """
    with installed(tmp_path) as site, Caller(site.port) as caller:
        table = Table(caller, 2, seeded(1))
        for _ in range(MOVES[2] // 2):
            table.move()
        path = f"games/{table.played.id}"
        before = caller.get(path)
        with watching(site) as streams:
            everything = site.members()
            assert site.stop() == 0
            assert not everything & set(living())
            assert not {pid for pid in site.members() if pid in living()}
            assert [whole(messages) for messages in streams] == [BEGINNING] * WATCHERS
        site.start()
        assert caller.get(path) == before
        for _ in range(MOVES[2] // 2):
            table.move()
        eventually(table.is_scored, PATIENCE)
        audit(site, [table.played])


def test_a_second_start_and_an_interrupted_web_server(tmp_path: Path) -> None:
    """A second start on the same folder is refused, with one sentence on who has the folder and what to do.

    The first installation is not disturbed. If its web server alone is interrupted, as by Ctrl-C at
    `kingdomino web`, it ends its streams in order, and the parent starts it again.
    """
    with installed(tmp_path) as site, Caller(site.port) as caller:
        table = Table(caller, 2, seeded(3))
        environ = {**site.environ, "PORT": str(free_port())}
        second = subprocess.run(
            KINGDOMINO, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert second.returncode == EXIT_CONFIGURATION
        assert f"{site.data}/store is in use by another store" in second.stderr
        assert "choose another folder with KINGDOMINO_DATA" in second.stderr
        assert len(second.stderr.splitlines()) == 1
        for _ in range(MOVES[2]):
            table.move()
        eventually(table.is_scored, PATIENCE)
        assert not table.played.troubles
        assert site.output.read_text().count("ended") == 0
        with watching(site) as streams:
            web = site.find(Victim.WEB).pid
            os.kill(web, signal.SIGINT)
            assert [whole(messages) for messages in streams] == [BEGINNING] * WATCHERS
        eventually(lambda: f"web (process {web}) ended with exit code 0" in site.output.read_text(), PATIENCE)


@contextmanager
def watching(site: Installation) -> Iterator[list[Iterator[tuple[str, Json]]]]:
    """Yield the messages of `WATCHERS` streams on a new game, after the first event."""
    with ExitStack() as stack:
        with Caller(site.port) as caller:
            game = Table(caller, 2, seeded(2)).played.id
        streams = [stack.enter_context(Stream(site.port, game)).messages() for _ in range(WATCHERS)]
        assert {next(messages)[1]["type"] for messages in streams} == {"GameCreated"}
        yield streams


def whole(messages: Iterator[tuple[str, Json]]) -> set[str]:
    """The types of the remaining events of a stream, which must end in order."""
    return {event["type"] for _, event in messages}

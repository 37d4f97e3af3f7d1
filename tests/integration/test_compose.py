"""compose.yaml's commands, run by hand with exactly its environment on two real stores."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from replays import clients
from service import embedded
from service.backup import back_up
from service.child import Child, program
from service.lifeline import Lifeline
from service.ready import is_ready
from tests.crash.play import MOVES, Table
from tests.support.compose import environment, services
from tests.support.crash import PATIENCE, Caller
from tests.support.games import seeded
from tests.support.processes import free_port
from tests.support.server import Server, running_server
from tests.support.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the embedded server's wheel")

GIVEN = {"KINGDOMINO_KEY": "0f" * 32, "KINGDOMINO_SIGNING_KEY": "1e" * 32}
"""All that .env has to set."""


def restore(backup: Path, data: Path) -> subprocess.CompletedProcess[str]:
    """Run what the service `restore` runs, in the folder of a store."""
    command = [word.replace("$$", "$") for word in services()["restore"]["entrypoint"]]
    return subprocess.run([*command, str(backup)], cwd=data, capture_output=True, text=True, check=False)


@contextmanager
def started(name: str, store: Server, jobs: Server, place: dict[str, str]) -> Iterator[None]:
    """Run a service's command; its hosts are these stores, its address and folder those of this machine."""
    given = environment(name, GIVEN) | place
    given |= {"REDIS_URL": store.url, "RQ_REDIS_URL": jobs.url}
    lifeline = Lifeline()
    child = Child(
        name, program([sys.executable, "-m", "service.cli", *services()[name]["command"]], given, lifeline)
    )
    try:
        child.start_when_due()
        yield
        assert child.has_died() is None
    finally:
        child.ask_to_end()
        assert child.has_ended(PATIENCE)
        lifeline.close()


def test_a_game_is_played_and_scored_though_the_jobs_are_lost(tmp_path: Path) -> None:
    """Each command runs by itself; what is due is found again in the log; no key is written anywhere."""
    port = free_port()
    place = {"HOST": "127.0.0.1", "PORT": str(port), "KINGDOMINO_DATA": str(tmp_path / "data")}
    with running_server() as store, running_server() as jobs, clients.queue(jobs.url) as queue:
        with started("web", store, jobs, place), started("relay", store, jobs, place):
            eventually(lambda: is_ready("127.0.0.1", port), PATIENCE)
            with Caller(port) as caller:
                table = Table(caller, 2, seeded(7))
                for _ in range(MOVES[2]):
                    table.move()
                eventually(lambda: any(b"rq:job:" in key for key in queue.scan_iter()), PATIENCE)
                queue.flushall()
                assert not table.is_scored()
                with started("worker", store, jobs, place):
                    eventually(table.is_scored, PATIENCE)
        assert not list((tmp_path / "data").glob("*.key"))


def test_a_backup_is_restored_where_there_is_no_store(tmp_path: Path) -> None:
    """The store's server starts on what `restore` has laid there; a second time nothing is touched."""
    with embedded.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        client.set("acknowledged", "before")
        back_up(tmp_path / "data", tmp_path / "backup")
    with running_server() as store:
        store.kill()
        shutil.rmtree(store.folder / "appendonlydir")
        assert restore(tmp_path / "backup", store.folder).returncode == 0
        store.restart()
        again = restore(tmp_path / "backup", store.folder)
        assert (again.returncode, again.stderr) == (1, "there is a store already: move it away first\n")
        with clients.writer(store.url) as client:
            assert client.get("acknowledged") == b"before"

"""The commands required at the start are all that the service needs of the log's server."""

import re
from pathlib import Path

import pytest

from harness.games import seeded
from harness.processes import free_port
from harness.programs.crash import PATIENCE, ROOT, Caller
from harness.service import environment, processes
from harness.store.server import running_server
from harness.waiting import eventually
from replays.store import clients
from replays.store.commands import REQUIRED, missing, name
from tests.crash.support.play import MOVES, Table

NAMES = {name(command) for command in REQUIRED}
CONNECTING = ("hello", "client", "select", "eval", "evalsha")
CHECKING = ("info", "config|get", "time")
"""The additional commands of the check at the start and of the doctor."""
CALLED = re.compile(r"redis\.call\(\s*['\"](\w+)['\"]")


def test_every_command_in_a_script_is_asked_for() -> None:
    """Every command in a script is required, so that no script fails in the middle for a missing right."""
    texts = [
        path.read_text("utf-8")
        for package in ("replays", "service", "workers")
        for kind in ("*.lua", "*.py")
        for path in (ROOT / package).rglob(kind)
    ]
    called = {found.upper() for text in texts for found in CALLED.findall(text)}
    assert len(called) > 20
    assert called <= {each.split()[0] for each in NAMES}


@pytest.mark.long
def test_a_user_with_these_commands_alone_is_enough(tmp_path: Path) -> None:
    """With these commands a game is played, scored and audited, and no command is refused."""
    allowed = [f"+{each.lower().replace(' ', '|')}" for each in NAMES]
    others = [f"+{each}" for each in (*CONNECTING, *CHECKING)]
    port = free_port()
    with running_server() as server, running_server() as jobs, clients.writer(server.url) as admin:
        admin.acl_setuser(
            "games", enabled=True, passwords=["+right"], keys=["*"], commands=["-@all", *allowed, *others]
        )
        url = server.url.replace("unix://", "unix://games:right@")
        with clients.writer(url) as client:
            assert missing(client) is None
        environ = {**environment(jobs.url, tmp_path), "REDIS_URL": url, "RQ_REDIS_URL": jobs.url}
        with processes(environ, port), Caller(port) as caller:
            table = Table(caller, 2, seeded(5))
            for _ in range(MOVES[2]):
                table.move()
            eventually(table.is_scored, PATIENCE)
            assert caller.fetch(f"games/{table.played.id}/audit").startswith(b"PK")
            assert caller.get("games?status=scored")["games"]
        refused = [entry for entry in admin.acl_log() if entry["username"] == "games"]
        assert refused == []

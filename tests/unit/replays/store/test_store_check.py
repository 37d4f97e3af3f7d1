"""A server that could lose games is detected, with a reason and a remedy; on misconfigured real servers."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from redis import Redis
from redis.exceptions import BusyLoadingError, NoPermissionError
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered

from harness.store.programs import all_programs, id_of
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import clients
from replays.store.checks import (
    StoreRefusedError,
    admit,
    admit_jobs,
    admit_replicas,
    check,
    lacking,
    wait_until_up,
)
from replays.store.outages import OutageLog
from service.ops.embedded.store_program import server_binary

FIT = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


@contextmanager
def server(folder: Path, **settings: str) -> Iterator[Redis]:
    """A client of a real server with these settings; `_` in a name stands for `-`."""
    options = {"port": "0", "unixsocket": "s.sock", "save": "", **FIT}
    options |= {name.replace("_", "-"): text for name, text in settings.items()}
    command = [
        str(server_binary()),
        *(part for name, text in options.items() for part in (f"--{name}", text)),
    ]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    client = clients.writer(f"unix://{folder}/s.sock")

    def wait_on(said: str) -> None:
        if process.poll() is not None:  # otherwise the machine is busy
            pytest.fail(said)

    try:
        assert wait_until_up(client, Event(), OutageLog(wait_on))
        yield client
    finally:
        client.close()
        process.kill()
        process.wait()


class Pretender:
    """A client of a server with fixed responses."""

    def __init__(self, info: dict[str, str] | Exception, settings: dict[str, str] | Exception) -> None:
        self._info, self._settings = info, settings

    def info(self, section: str) -> dict[str, str]:
        """Return the result of INFO."""
        if section == "cluster":
            return {}
        if isinstance(self._info, Exception):
            raise self._info
        return self._info

    def config_get(self, *_names: str) -> dict[str, str]:
        """Return the result of CONFIG GET."""
        if isinstance(self._settings, Exception):
            raise self._settings
        return self._settings


def codes(client: object) -> list[str]:
    """The codes of all problems."""
    return [problem.code for problem in check(cast("Redis", client))]


def test_a_fit_server_has_no_problems(tmp_path: Path) -> None:
    """With the right version, AOF, fsync and eviction, the server is admitted without a message."""
    with server(tmp_path) as client:
        assert check(client) == []
        admit(client, unsafe=False, say=pytest.fail)


def test_each_wrong_setting_is_named_with_its_remedy(tmp_path: Path) -> None:
    """The text has the current value, the required one, and the command that sets it."""
    wrong = {"appendonly": "no", "appendfsync": "everysec", "maxmemory_policy": "allkeys-lru"}
    with server(tmp_path, **wrong) as client:
        problems = {problem.code: problem.text for problem in check(client)}
        assert sorted(problems) == ["store/appendfsync", "store/appendonly", "store/maxmemory-policy"]
        assert "appendfsync is everysec" in problems["store/appendfsync"]
        assert "must be always" in problems["store/appendfsync"]
        assert "CONFIG SET maxmemory-policy noeviction" in problems["store/maxmemory-policy"]


def test_the_remedy_works(tmp_path: Path) -> None:
    """After the CONFIG SET that the text names, the problem is gone."""
    with server(tmp_path, appendfsync="no") as client:
        assert codes(client) == ["store/appendfsync"]
        client.config_set("appendfsync", "always")
        assert codes(client) == []


def test_an_unsafe_server_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    """The refusal has all reasons and the override; with the override the reasons are a warning."""
    said: list[str] = []
    with server(tmp_path, appendonly="no") as client:
        with pytest.raises(StoreRefusedError, match=r"(?s)store/appendonly.*KINGDOMINO_UNSAFE_STORE=1"):
            admit(client, unsafe=False, say=pytest.fail)
        admit(client, unsafe=True, say=said.append)
    assert "warning" in said[0]
    assert "store/appendonly" in said[0]


def test_a_server_without_config_cannot_be_checked(tmp_path: Path) -> None:
    """Managed servers forbid CONFIG, here by an ACL: this has its own problem code."""
    with server(tmp_path) as client:
        client.acl_setuser("default", commands=["-config"])
        [problem] = check(client)
    assert problem.code == "store/unchecked"
    assert "cannot be checked" in problem.text
    assert "appendfsync always" in problem.text


@pytest.mark.parametrize("gone", [Unreachable("refused"), Unanswered("silent"), BusyLoadingError("loading")])
def test_a_server_that_does_not_answer_is_away_and_not_unfit(gone: Exception) -> None:
    """An outage in the middle of a check is raised; it says nothing about the server's settings."""
    for absent in (Pretender(gone, FIT), Pretender({"redis_version": "7.0.0"}, gone)):
        with pytest.raises(type(gone)):
            codes(absent)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"redis_version": "6.2.14"}, ["store/version"]),
        ({"redis_version": "7.0.0"}, []),
        ({"redis_version": "8.2.1"}, []),
        ({"redis_version": "7.2.4", "valkey_version": "9.1.2"}, []),
        ({"redis_version": "7.4.0-rc1"}, []),
        ({}, ["store/version"]),
        (NoPermissionError("no INFO"), ["store/unchecked"]),
    ],
)
def test_versions_from_seven_on_are_accepted(info: Any, expected: list[str]) -> None:
    """Redis reports its own version, Valkey reports both."""
    assert codes(Pretender(info, FIT)) == expected


@pytest.mark.slow
def test_waiting_says_so_and_ends_when_asked() -> None:
    """The wait for an absent server is reported and can be stopped at any time."""
    stop, said = Event(), list[str]()

    class Absent:
        def ping(self) -> bool:
            """Raise `Unreachable`."""
            if said:
                stop.set()
            raise Unreachable("nobody there")

    assert not wait_until_up(cast("Redis", Absent()), stop, OutageLog(said.append))
    assert said == ["the store is away: nobody there"]


def test_a_refused_password_is_not_waited_for(tmp_path: Path) -> None:
    """A wrong password stops the wait at once."""
    with server(tmp_path) as client:
        client.config_set("requirepass", "right")
        stranger = clients.writer(f"unix://:wrong@{tmp_path}/s.sock")
        with pytest.raises(ConfigurationError, match="password"):
            wait_until_up(stranger, Event(), OutageLog(pytest.fail))
        stranger.close()


def test_a_server_that_lacks_something_is_refused_in_any_case(tmp_path: Path) -> None:
    """The refusal names the command that the user may not send; `--unsafe-store` does not override it."""
    with server(tmp_path) as client:
        client.acl_setuser("default", commands=["-xadd", "-xinfo|groups", "-zinter"])
        with pytest.raises(
            StoreRefusedError, match=r"store/commands: .* XADD, XINFO GROUPS, ZINTER: allow every"
        ):
            admit(client, unsafe=True, say=pytest.fail)
        client.acl_setuser("default", commands=["+@all", "-eval"])
        with pytest.raises(StoreRefusedError, match="store/commands: its user may not run scripts"):
            admit(client, unsafe=True, say=pytest.fail)
        client.acl_setuser("default", commands=["+@all"], keys=["~other:*"], reset_keys=True)
        with pytest.raises(StoreRefusedError, match=r"store/commands: its user may not send APPEND, DEL"):
            admit(client, unsafe=False, say=pytest.fail)
    old = cast("Redis", Pretender({"redis_version": "6.2.14"}, FIT))
    assert [problem.text for problem in lacking(old)] == [
        "the server is Redis 6.2.14: install Valkey or Redis 7.0 or newer"
    ]
    strange = cast("Redis", Pretender({"server": "something else"}, FIT))
    assert "does not say that it is Valkey or Redis" in lacking(strange)[0].text


def test_an_old_server_of_the_jobs_is_refused() -> None:
    """The refusal names the version."""
    old = cast("Redis", Pretender({"redis_version": "6.2.14"}, FIT))
    with pytest.raises(
        ConfigurationError, match=r"RQ_REDIS_URL cannot be used: the server is Redis 6\.2\.14"
    ):
        admit_jobs(old)


@pytest.mark.parametrize("program", all_programs(), ids=id_of)
def test_waiting_for_replicas_is_refused_where_the_server_cannot(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis has WAITAOF from 7.2 on: an older server is refused at the start, with its version."""
    monkeypatch.setenv(STORE_PROGRAM.name, str(program))
    with server(tmp_path) as client:
        about = client.info("server")
        version = tuple(int(part) for part in about["redis_version"].split("."))
        admit_replicas(client, 0)
        if version >= (7, 2):
            admit_replicas(client, 1)
            client.acl_setuser("default", commands=["-waitaof"])
            with pytest.raises(ConfigurationError, match="WAITAOF, which the user of REDIS_URL may not send"):
                admit_replicas(client, 1)
        else:
            named = f"REPLICAS=1 needs .*WAITAOF, which .* Redis {about['redis_version']}, does not have"
            with pytest.raises(ConfigurationError, match=named):
                admit_replicas(client, 1)

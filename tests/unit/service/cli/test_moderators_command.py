"""`kingdomino moderators` on an in-memory store."""

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from replays.bootstrap import now_ms
from replays.store import clients
from service.application.accounts.players import Players
from service.application.people.moderation.docket import Docket
from service.application.people.moderation.ledger import LOG
from service.application.people.moderation.subjects import ReportSubject
from service.cli.commands.moderators import moderators
from service.ops.embedded.embedded_store import place


@pytest.fixture
def store() -> Iterator[FakeRedis]:
    """Give the store that commands use."""
    found = FakeRedis(server=FakeServer())
    with patch.object(clients, "writer", lambda _url: found):
        yield found


def account(store: FakeRedis, name: str, key: str) -> str:
    """The id of a new account."""
    return Players(store, bytes(32), bytes, lambda: 0.0).register(name, key * 16, ADDRESS, 1).id


def run(*args: str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(
        moderators, args, env={"REDIS_URL": "redis://nowhere", "KINGDOMINO_KEY": "0" * 64}
    )


def test_moderators_are_added_listed_and_removed(store: FakeRedis) -> None:
    """Moderators are given by name or id; a command without effect is an error."""
    ann, bob = account(store, "Ann", "a"), account(store, "Bob", "b")
    assert run("add", "Ann", "--reason", "elected").exit_code == 0
    assert "is already a moderator" in run("add", ann).output
    assert run("add", bob).exit_code == 0
    listed = run("list").output
    assert [line.split("  ")[1:] for line in listed.splitlines()] == [[ann, "Ann"], [bob, "Bob"]]
    assert run("remove", "Bob").exit_code == 0
    assert run("remove", "Bob").exit_code == 1
    assert Docket(store, now_ms).moderators().keys() == {ann}


def test_a_name_that_is_not_clear_is_refused(store: FakeRedis) -> None:
    """An unknown name is refused, and an ambiguous one with the ids of its accounts."""
    ids = [account(store, "Ann", key) for key in ("a", "b")]
    assert "there is no account 'Nobody'" in run("add", "Nobody").output
    refused = run("add", "Ann").output
    assert all(each in refused for each in ids)
    assert Docket(store, now_ms).moderators() == {}


def test_the_stream_is_checked(store: FakeRedis) -> None:
    """A missing entry gives exit code 1."""
    for key in ("a", "b"):
        run("add", account(store, f"Ann {key}", key))
    assert "2 entries" in run("check").output
    store.xdel(LOG, "1-0")
    assert run("check").exit_code == 1


def test_the_operator_reads_who_saw_what(store: FakeRedis) -> None:
    """`log` prints the newest entries, the oldest of them first, with their numbers."""
    mo, ann = account(store, "Mo", "a"), account(store, "Ann", "b")
    run("add", mo)
    docket = Docket(store, now_ms)
    docket.view(mo, [docket.case(ReportSubject("name", ann)).by_author(ann)])
    assert len(run("log").output.splitlines()) == 2
    number, _, entry = run("log", "--limit", "1").output.partition(" ")
    viewed = json.loads(entry)
    assert (number, viewed["type"], viewed["by"]) == ("2", "Viewed", mo)
    assert viewed["texts"] == [{"subject": f"name/{ann}", "author": ann, "had_case": False}]


def test_without_a_url_the_embedded_store_of_the_data_folder_is_used(tmp_path: Path) -> None:
    """The operator need not know the socket of a store started by `make run`."""
    (tmp_path / "store").mkdir(mode=0o700)
    asked: list[str] = []
    found = FakeRedis(server=FakeServer())
    ann = account(found, "Ann", "a")
    env = {
        "REDIS_URL": None,
        "RQ_REDIS_URL": None,
        "KINGDOMINO_DATA": str(tmp_path),
        "KINGDOMINO_KEY": "0" * 64,
    }

    def writer(url: str) -> FakeRedis:
        asked.append(url)
        return found

    with patch.object(clients, "writer", writer):
        assert CliRunner().invoke(moderators, ["add", "Ann"], env=env).exit_code == 0
    assert set(asked) == {place(tmp_path).url()}
    assert Docket(found, now_ms).moderators().keys() == {ann}

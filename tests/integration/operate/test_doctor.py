"""`kingdomino doctor` on a real store: it reports problems with their remedies, and exits with 1."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from harness.processes import free_port
from harness.store.records import CREATED, GAME, first, games
from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE, check_key
from replays.log.event_log import IndexChange
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams import archive_age, keys
from replays.streams.event_log import StreamsEventLog
from service.application.mail.outbox import INDEX
from service.cli.commands.doctor import doctor

KEYS = (KEY_FILE, SIGNING_KEY_FILE)
OLD = games(1)[0]
SETTINGS = [
    ("appendonly", "no", "yes"),
    ("appendfsync", "no", "always"),
    ("maxmemory-policy", "allkeys-lru", "noeviction"),
]


@pytest.fixture
def environ(store: Redis, store_url: str, tmp_path: Path) -> dict[str, str]:
    """Give the settings of an installation of which only the store runs."""
    for name in KEYS:
        (tmp_path / name).touch(0o600)
        (tmp_path / name).write_bytes(bytes(32))
    found = {name: "" for name in os.environ if name.startswith("KINGDOMINO_")}
    found |= {"REDIS_URL": store_url, "RQ_REDIS_URL": f"{store_url}?db=1", "KINGDOMINO_DATA": str(tmp_path)}
    check_key(store, Settings.from_environ(found))
    return {**found, "HOST": "127.0.0.1", "PORT": str(free_port())}


@pytest.fixture
def log(store_url: str) -> Iterator[StreamsEventLog]:
    """Give the log of that store."""
    with clients.writer(store_url) as writer, clients.reader(store_url) as reader:
        yield StreamsEventLog(writer, reader)


def asked(environ: dict[str, str]) -> Result:
    """The doctor's output as JSON."""
    return CliRunner().invoke(doctor, ["--json"], env=environ, catch_exceptions=False)


def wrong(environ: dict[str, str], level: str = "fail") -> dict[str, str]:
    """The findings of this level by subject, after a check of the exit code."""
    result = asked(environ)
    said: Any = json.loads(result.output)
    failed = {each["about"]: each["text"] for each in said["findings"] if each["level"] == "fail"}
    assert said["ok"] == (result.exit_code == 0) == (not failed)
    return {each["about"]: each["text"] for each in said["findings"] if each["level"] == level}


def test_what_does_not_run_is_named(environ: dict[str, str]) -> None:
    """Relay, workers and web that do not run are named, with the commands that start them."""
    found = wrong(environ)
    assert set(found) == {"relay", "workers", "background", "web"}
    for about, command in (
        ("relay", "relay"),
        ("workers", "worker"),
        ("background", "worker"),
        ("web", "web"),
    ):
        assert f"`kingdomino {command}`" in found[about]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("setting", "value", "right"), SETTINGS)
def test_a_store_that_may_lose_moves_fails(
    environ: dict[str, str], store: Redis, setting: str, value: str, right: str
) -> None:
    """A store that may lose moves fails, and the right setting is named; if allowed, it is only a warning."""
    store.config_set(setting, value)
    try:
        assert f"{setting} {right}" in wrong(environ)[f"store/{setting}"]
        allowed = {**environ, "KINGDOMINO_UNSAFE_STORE": "on"}
        assert f"store/{setting}" not in wrong(allowed)
        assert f"store/{setting}" in wrong(allowed, "warn")
    finally:
        store.config_set(setting, right)


def test_a_full_store_fails(environ: dict[str, str], store: Redis) -> None:
    """A full store fails for its writes and for its memory."""
    store.config_set("maxmemory", 1)
    try:
        assert {"writing", "memory"} <= wrong(environ).keys()
    finally:
        store.config_set("maxmemory", "1gb")


def test_a_store_that_is_not_there_is_one_thing_and_no_crash(environ: dict[str, str], tmp_path: Path) -> None:
    """An unreachable store is one finding, which names its setting, and no crash."""
    gone = f"unix://{tmp_path}/nobody.sock"
    found = wrong({**environ, "REDIS_URL": gone, "RQ_REDIS_URL": gone})
    assert "REDIS_URL" in found["store"]
    assert "RQ_REDIS_URL" in found["jobs"]
    nothing = {name: value for name, value in environ.items() if not name.endswith("REDIS_URL")}
    assert "`kingdomino serve`" in wrong({**nothing, "REDIS_URL": "", "RQ_REDIS_URL": ""})["store"]


def test_keys_that_are_open_gone_or_others_fail(environ: dict[str, str], tmp_path: Path) -> None:
    """Keys that are readable by others, missing or foreign fail, each with its remedy."""
    first_key, second_key = (tmp_path / name for name in KEYS)
    first_key.chmod(0o644)
    second_key.unlink()
    found = wrong(environ)
    assert f"chmod 600 {first_key}" in found[KEY_FILE]
    assert "restore" in found[SIGNING_KEY_FILE]
    other = {**environ, "KINGDOMINO_KEY": "11" * 32, "KINGDOMINO_SIGNING_KEY": "22" * 32}
    found = wrong(other)
    assert "restore" in found["sealed with"]
    assert KEY_FILE not in found
    assert not any("11" * 8 in text for text in found.values())


def test_a_server_that_takes_no_scripts_is_found(environ: dict[str, str], store: Redis) -> None:
    """A server that refuses scripts is found, since moves are sent as scripts."""
    store.acl_setuser("default", enabled=True, commands=["-eval", "-evalsha"])
    try:
        assert "takes no writes" in wrong(environ)["writing"]
    finally:
        store.acl_setuser("default", enabled=True, commands=["+eval", "+evalsha"])


def test_an_archive_that_cannot_be_used_is_found(environ: dict[str, str], tmp_path: Path) -> None:
    """An unusable archive is found before any game is old enough for it."""
    folder = tmp_path / "archive"
    named = {**environ, "KINGDOMINO_ARCHIVE_URL": folder.as_uri()}
    assert str(folder) in wrong(named)["archive"]
    folder.mkdir()
    assert "archive" not in wrong(named)
    bucket = {**environ, "KINGDOMINO_ARCHIVE_URL": "s3://old-games", "AWS_REGION": "us-east-1"}
    nobody = {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{free_port()}", "AWS_ALLOW_HTTP": "true"}
    keys_of = {"AWS_ACCESS_KEY_ID": "ann", "AWS_SECRET_ACCESS_KEY": "secret"}
    assert "cannot be asked" in wrong({**bucket, **nobody, **keys_of})["archive"]


def test_games_that_are_archived_early_are_reported(
    environ: dict[str, str], store: Redis, tmp_path: Path
) -> None:
    """While memory is short the operator learns how soon games go; usually there is nothing to say."""
    named = {**environ, "KINGDOMINO_ARCHIVE_URL": tmp_path.as_uri(), "KINGDOMINO_ARCHIVE_AFTER": "7"}
    store.set(archive_age.KEY, 7 * 24 * 3_600_000)
    assert "archive" not in wrong(named, "warn")
    store.set(archive_age.KEY, 7 * 6 * 3_600_000)
    assert "archived 42 hours after their end" in wrong(named, "warn")["archive"]


def test_one_game_is_examined(environ: dict[str, str], log: StreamsEventLog) -> None:
    """With an id, the findings are about that game and the processes that it needs; the exit code counts."""
    log.append(first(count=2))
    for asked_for, failed in ((GAME, {"log", "relay", "workers"}), (OLD, {"game", "relay", "workers"})):
        result = CliRunner().invoke(doctor, [asked_for, "--json"], env=environ, catch_exceptions=False)
        said: Any = json.loads(result.output)
        assert result.exit_code == 1
        assert {each["about"] for each in said["findings"] if each["level"] == "fail"} == failed
    result = CliRunner().invoke(doctor, ["a game"], env=environ, catch_exceptions=False)
    assert (result.exit_code, result.output.split()[:2]) == (1, ["fail", "game"])


def test_what_is_late_or_damaged_is_found(
    environ: dict[str, str], store: Redis, log: StreamsEventLog
) -> None:
    """Overdue turns, scores and e-mails are found, and games that are missing or unreadable."""
    log.append(first(count=2))
    log.append(first(OLD, index=IndexChange(1, None, "finished")))
    store.zadd(keys.due(3), {GAME: 1})
    store.zadd(INDEX, {"player": 1})
    store.xadd(keys.stream(GAME), {"e": b"{}", "h": b"00"}, id="3-0")
    gone, foreign = games(4)[2:]
    for game in (gone, foreign):
        log.append(first(game))
    store.delete(keys.stream(gone))
    store.set(keys.stream(foreign), "no tombstone")
    found = wrong(environ)
    assert all(game in found["logs"] for game in (GAME, gone, foreign))
    assert OLD in found["scores"]
    assert "1 games" in found["due"]
    assert "e-mails" in wrong(environ, "warn")


def test_an_unreadable_end_is_found_whatever_its_age(
    environ: dict[str, str], store: Redis, log: StreamsEventLog
) -> None:
    """The oldest of many games is found by its end: foreign, changed, without its start, missing."""
    many = games(40)
    for number, game in enumerate(many):
        log.append(first(game, count=2, index=IndexChange(CREATED + number, None, "open")))
    assert "ends" not in wrong(environ)
    foreign, changed, cut, gone, *others = many
    store.xadd(keys.stream(foreign), {"x": "y"}, id="3-0")
    store.xdel(keys.stream(changed), "2-0")
    store.xadd(keys.stream(changed), {"e": b"{}", "h": "00" * 32}, id="3-0")
    store.xdel(keys.stream(cut), "1-0")
    store.delete(keys.stream(gone))
    found = wrong(environ)
    assert all(game in found["ends"] for game in (foreign, changed, cut, gone))
    assert not any(game in found["ends"] for game in others)
    assert "logs" not in found  # it reads the newest games only


def test_a_group_that_nobody_reads_is_named(environ: dict[str, str], store: Redis) -> None:
    """A foreign consumer group keeps the feeds from being trimmed."""
    store.xgroup_create(keys.feed(3), "somebody", id="0", mkstream=True)
    store.xgroup_create(keys.feed(3), "relay", id="0", mkstream=True)
    assert "somebody" in wrong(environ, "warn")["feeds"]

"""An installation moves from one server to another of any version, whole or not at all."""

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as TimedOut

from harness.play.tournaments import SHORT, Season, check_complete, plan, resign_all
from harness.store import server as servers
from harness.store.clusters import ClusterOfNodes
from harness.store.programs import all_programs, id_of
from harness.store.server import running_server
from replays.bootstrap import check_key
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.checks import HALF_IMPORTED, StoreRefusedError, admit
from replays.store.heartbeat import Heartbeat
from replays.streams.event_log import StreamsEventLog
from service.cli.installation.moving import export_installation, import_installation
from service.ops.embedded import embedded_store
from service.ops.moving import importing, pause, reading
from service.ops.moving.exporting import export
from service.ops.moving.folder import MANIFEST, STORE
from service.ops.moving.importing import import_from
from service.ops.moving.portable import MovingError

BINARY = bytes(range(256))
LATER = 4_000_000_000_000
"""A time in ms, in the year 2096."""


def fill(store: Redis) -> None:
    """Write keys of every type, with all that a stream can have."""
    store.set(b"{00}:text " + BINARY, BINARY)
    store.set("empty", b"")
    store.set("expires", b"later", pxat=LATER)
    store.rpush("list", *[f"{n % 7}" for n in range(600)], BINARY)
    store.sadd("set", *[f"m{n}" for n in range(600)], BINARY)
    fields: dict[Any, Any] = {f"f{n}": n for n in range(600)}
    store.hset("hash", mapping=fields | {BINARY: BINARY})
    scores = {f"z{n}": n / 7 for n in range(600)} | {"big": 2.0**53, "tiny": -1e-300, "all": float("inf")}
    store.zadd("sorted", scores)
    with store.pipeline(transaction=False) as pipe:
        for n in range(1, 1201):
            pipe.xadd("{01}:stream", {"e": f"event {n}", b"h": BINARY}, id=f"{n}-0")
        pipe.execute()
    store.xdel("{01}:stream", "7-0", "1200-0")
    store.xgroup_create("{01}:stream", "all read", "0")
    store.xreadgroup("all read", "one", {"{01}:stream": ">"}, count=1050)
    store.xreadgroup("all read", "two", {"{01}:stream": ">"}, count=3)
    store.xclaim("{01}:stream", "all read", "two", 0, ["5-0"], retrycount=4)
    store.xack("{01}:stream", "all read", "9-0")
    store.xdel("{01}:stream", "11-0")
    store.xgroup_create("{01}:stream", "behind", "1000-0")
    store.xgroup_createconsumer("{01}:stream", "behind", "idle")
    store.xadd("{02}:emptied", {"e": "1"}, id="5-1")
    store.xdel("{02}:emptied", "5-1")
    store.xgroup_create("{03}:new", "group", "0", mkstream=True)


def stream_state(store: Redis, name: str) -> dict[str, Any]:
    """What a server says of a stream, without times, and without pending entries that the stream lacks."""
    shown: dict[str, Any] = store.xinfo_stream(name)
    counters = ("length", "last-generated-id", "entries-added", "max-deleted-entry-id")
    groups: list[dict[str, Any]] = store.xinfo_groups(name)
    names = [group["name"] for group in groups]
    return {
        "counters": [shown[key] for key in counters],
        "entries": store.xrange(name),
        "groups": [{key: value for key, value in group.items() if key != "pending"} for group in groups],
        "consumers": [sorted(each["name"] for each in store.xinfo_consumers(name, group)) for group in names],
        "pending": [pending(store, name, group) for group in names],
    }


def pending(store: Redis, name: str, group: bytes) -> dict[bytes, tuple[bytes, int]]:
    """The consumer and the number of deliveries of each pending entry that the stream still has."""
    entries: Any = store.xrange(name)
    waiting: Any = store.xpending_range(name, group, "-", "+", 5000)
    there = {entry for entry, _ in entries}
    return {
        each["message_id"]: (each["consumer"], each["times_delivered"])
        for each in waiting
        if each["message_id"] in there
    }


@pytest.fixture
def source() -> Iterator[Redis]:
    """Give a store with keys of every type."""
    with running_server() as server, clients.writer(server.url) as store:
        fill(store)
        yield store


@pytest.fixture
def folder(source: Redis, tmp_path: Path) -> Path:
    """Give the folder of its export."""
    export(source, settings(tmp_path / "old"), tmp_path / "moved")
    return tmp_path / "moved"


@pytest.fixture
def target() -> Iterator[Redis]:
    """Give an empty store."""
    with running_server() as server, clients.writer(server.url) as store:
        yield store


def settings(data: Path, **given: str) -> Settings:
    """The settings with this data folder."""
    return Settings.from_environ({"KINGDOMINO_DATA": str(data), **given})


def command(name: Any, folder: Path, environ: dict[str, str]) -> Result:
    """Run one of the commands in this environment."""
    nothing = dict.fromkeys(("REDIS_URL", "KINGDOMINO_KEY", "KINGDOMINO_SIGNING_KEY"))
    return CliRunner().invoke(name, [str(folder)], env={**nothing, **environ})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("program", all_programs(), ids=id_of)
def test_every_server_gets_the_same(
    program: Path, source: Redis, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All types arrive on every server, and exported again they give the same bytes."""
    monkeypatch.setattr(servers, "server_binary", lambda: program)
    with running_server() as server, clients.writer(server.url) as store:
        manifest, notes = import_from(folder, store, settings(tmp_path / "new"))
        assert (manifest.keys, notes) == (store.dbsize(), []) == (source.dbsize(), [])
        for name in ("{01}:stream", "{02}:emptied", "{03}:new"):
            assert stream_state(store, name) == stream_state(source, name)
        kept = pending(store, "{01}:stream", b"all read")
        assert len(kept) == 1054 - len({b"7-0", b"9-0", b"11-0"})  # deleted, acknowledged
        assert kept[b"5-0"] == (b"two", 4)
        assert store.get(b"{00}:text " + BINARY) == BINARY
        assert store.pexpiretime("expires") == LATER
        assert store.zrange("sorted", 0, -1, withscores=True) == source.zrange(
            "sorted", 0, -1, withscores=True
        )
        assert store.lrange("list", 0, -1) == source.lrange("list", 0, -1)
        assert store.xadd("{01}:stream", {"e": "next"}, id="1201-0") == b"1201-0"
        assert store.xdel("{01}:stream", "1201-0") == 1
        assert not store.exists(HALF_IMPORTED)
        admit(store, unsafe=False, say=print)
    with running_server() as server, clients.writer(server.url) as store:
        import_from(folder, store, settings(tmp_path / "new"))
        export(store, settings(tmp_path / "new"), tmp_path / "again")
    assert (tmp_path / "again" / STORE).read_bytes() == (folder / STORE).read_bytes()


@pytest.mark.long
def test_a_cluster_gets_the_same(
    cluster: ClusterOfNodes, source: Redis, folder: Path, tmp_path: Path
) -> None:
    """Each key goes to the server of its slot, and an export of a cluster has the keys of all servers."""
    cluster.clear()
    with clients.writer(cluster.url) as store:
        import_from(folder, store, settings(tmp_path / "new"))
        assert stream_state(store, "{01}:stream") == stream_state(source, "{01}:stream")
        export(store, settings(tmp_path / "new"), tmp_path / "again")
    with running_server() as server, clients.writer(server.url) as store:
        import_from(tmp_path / "again", store, settings(tmp_path / "new"))
        export(store, settings(tmp_path / "new"), tmp_path / "third")
    assert (tmp_path / "third" / STORE).read_bytes() == (folder / STORE).read_bytes()
    cluster.clear()


def test_nothing_is_written_during_an_export(
    source: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server itself delays all writes while it is read, and carries them out afterwards."""
    read = reading.read_keys
    server = source.connection_pool.connection_kwargs["path"]
    before = source.dbsize()

    def hasty(store: Redis, keys: list[bytes]) -> Any:
        with clients.writer(f"unix://{server}") as other, pytest.raises(TimedOut):
            other.set("written", "meanwhile")
        return read(store, keys)

    monkeypatch.setattr(clients, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr("service.ops.moving.exporting.read_keys", hasty)
    assert export(source, settings(tmp_path), tmp_path / "moved").keys == before
    assert b"meanwhile" not in (tmp_path / "moved" / STORE).read_bytes()
    assert source.set("written", "afterwards")


def test_a_service_that_runs_is_not_exported(
    source: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relay's heartbeat is a refusal, which leaves no folder; once it is old enough, the export is made.

    A relay whose rounds fail has no new heartbeat, but the reason is a refusal, too.
    """
    Heartbeat(source).beat()
    with pytest.raises(MovingError, match="the service runs: a relay was there"):
        export(source, settings(tmp_path), tmp_path / "moved")
    assert not list(tmp_path.glob("moved*"))
    monkeypatch.setattr(pause, "SILENT_MS", -1)
    Heartbeat(source).fail("log/unreadable")
    with pytest.raises(MovingError, match="the service runs: a relay was there"):
        export(source, settings(tmp_path), tmp_path / "moved")
    Heartbeat(source).beat()
    export(source, settings(tmp_path), tmp_path / "moved")


def test_a_store_that_is_in_use_is_not_touched(folder: Path, target: Redis, tmp_path: Path) -> None:
    """One foreign key is enough for a refusal, after which the store is as it was, without a mark."""
    target.set("theirs", "1")
    with pytest.raises(MovingError, match="the store is not empty, it has 1 keys, and nothing was changed"):
        import_from(folder, target, settings(tmp_path / "new"))
    assert target.keys() == [b"theirs"]
    assert not (tmp_path / "new").exists()


class Dying:
    """Ends the import with this error when the store is written to or compared for the n-th time."""

    def __init__(self, name: str, call: int, patch: pytest.MonkeyPatch) -> None:
        self._original: Callable[..., Any] = getattr(importing, name)
        self._left = call
        patch.setattr(importing, name, self)

    def __call__(self, *arguments: Any) -> Any:
        """Do as the original does, unless it is the call to die at."""
        self._left -= 1
        if self._left < 0:
            raise Unreachable("the connection was lost")
        return self._original(*arguments)


@pytest.mark.parametrize("where", [("_send", 0), ("_send", 2), ("_compare", 0), ("_place_keys", 0)])
def test_half_an_import_is_not_used_and_can_be_finished(
    where: tuple[str, int], folder: Path, target: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it ends, the service does not start on the store, and only the same import completes it."""
    with monkeypatch.context() as patch:
        Dying(*where, patch)
        with pytest.raises(MovingError, match=r"the import stopped \(the connection was lost\)"):
            import_from(folder, target, settings(tmp_path / "new"))
    with pytest.raises(StoreRefusedError, match="run `kingdomino import-installation` again"):
        admit(target, unsafe=True, say=print)
    with pytest.raises(MovingError, match="the store cannot be exported"):
        export(target, settings(tmp_path / "new"), tmp_path / "half")
    with pytest.raises(MovingError, match="half of another import"):
        import_from(other(folder, tmp_path), target, settings(tmp_path / "new"))
    import_from(folder, target, settings(tmp_path / "new"))
    admit(target, unsafe=False, say=print)
    export(target, settings(tmp_path / "new"), tmp_path / "again")
    assert (tmp_path / "again" / STORE).read_bytes() == (folder / STORE).read_bytes()


def other(folder: Path, place: Path) -> Path:
    """The folder of another export."""
    made = place / "other"
    shutil.copytree(folder, made)
    with (made / STORE).open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$5\r\nother\r\n$1\r\n1\r\n")
    resign(made)
    return made


def test_what_is_lost_on_the_way_is_found(
    folder: Path, target: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is compared with the folder before the service may use it."""
    compare = importing._compare

    def loses(store: Redis, keys: Any) -> None:
        store.xdel("{01}:stream", "123-0")
        compare(store, keys)

    monkeypatch.setattr(importing, "_compare", loses)
    with pytest.raises(MovingError, match=r"the store has b'\{01\}:stream' otherwise than the export"):
        import_from(folder, target, settings(tmp_path / "new"))
    assert target.exists(HALF_IMPORTED)


def test_a_key_that_has_expired_meanwhile_is_not_missed(source: Redis, target: Redis, tmp_path: Path) -> None:
    """Its time is over on the new server too."""
    source.set("brief", "1", px=60_000)
    export(source, settings(tmp_path), tmp_path / "moved")
    text = (tmp_path / "moved" / STORE).read_bytes()
    at = str(source.pexpiretime("brief")).encode()
    (tmp_path / "moved" / STORE).write_bytes(text.replace(at, b"1" + b"0" * (len(at) - 1)))
    resign(tmp_path / "moved")
    import_from(tmp_path / "moved", target, settings(tmp_path / "new"))
    assert not target.exists("brief")
    assert target.dbsize() == source.dbsize() - 1


def resign(folder: Path) -> None:
    """Write the digest of the folder's store, as it is now, into its manifest."""
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["sha256"] = hashlib.sha256((folder / STORE).read_bytes()).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-1], "is not what was exported"),
        (lambda text: text.replace(b"event 5", b"event 6"), "is not what was exported"),
    ],
)
def test_a_damaged_folder_is_refused(
    damage: Callable[[bytes], bytes], said: str, folder: Path, target: Redis, tmp_path: Path
) -> None:
    """It is noticed before anything is written."""
    path = folder / STORE
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(MovingError, match=said):
        import_from(folder, target, settings(tmp_path / "new"))
    assert target.dbsize() == 0


def test_a_folder_of_a_newer_release_says_so(folder: Path, target: Redis, tmp_path: Path) -> None:
    """No traceback: the error names both forms. A folder of something else is refused too."""
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "form": 2, "service": "9.9", "new": 1}))
    with pytest.raises(MovingError, match=r"exported by a newer release of the service \(9\.9, form 2\)"):
        import_from(folder, target, settings(tmp_path / "new"))
    with pytest.raises(MovingError, match="is no folder of `kingdomino export-installation`"):
        import_from(tmp_path, target, settings(tmp_path / "new"))


def test_the_keys_move_too(source: Redis, target: Redis, tmp_path: Path) -> None:
    """They are private texts in the folder; in the new data folder they are the same keys."""
    old, new = settings(tmp_path / "old"), settings(tmp_path / "new")
    check_key(source, old)
    export(source, old, tmp_path / "moved")
    path = tmp_path / "moved" / "server.key"
    assert path.read_text() == (tmp_path / "old" / "server.key").read_bytes().hex() + "\n"
    assert {each.stat().st_mode & 0o077 for each in (path, path.parent, path.parent / STORE)} == {0}
    import_from(tmp_path / "moved", target, new)
    check_key(target, new)
    named = settings(tmp_path / "none", KINGDOMINO_KEY_FILE=str(path))
    check_key(target, named)


def test_a_tournament_goes_on_after_the_move(source: Redis, target: Redis, tmp_path: Path) -> None:
    """Its second round is paired and opened with the seeds that it committed to before."""
    season = Season(plan(options=SHORT), StreamsEventLog(source, source))
    season.enter(["ann", "ben", "cleo"])
    season.start()
    resign_all(season)
    season.advance()
    export(source, settings(tmp_path / "old"), tmp_path / "moved")
    import_from(tmp_path / "moved", target, settings(tmp_path / "new"))
    there = season.on(StreamsEventLog(target, target))
    assert there.now == season.now
    there.close()
    resign_all(there)
    there.advance()
    there.close()
    check_complete(there, 2)


def test_another_server_key_is_refused(source: Redis, target: Redis, tmp_path: Path) -> None:
    """An export without its key, and an import beside another key, change nothing."""
    check_key(source, settings(tmp_path / "old"))
    with pytest.raises(ConfigurationError, match=r"server\.key is missing"):
        export(source, settings(tmp_path / "lost"), tmp_path / "moved")
    export(source, settings(tmp_path / "old"), tmp_path / "moved")
    with pytest.raises(MovingError, match=r"set KINGDOMINO_KEY to the text in .*moved/server\.key"):
        import_from(tmp_path / "moved", target, settings(tmp_path / "new", KINGDOMINO_KEY="0f" * 32))
    assert target.dbsize() == 0


def test_another_signing_key_is_a_note(source: Redis, target: Redis, tmp_path: Path) -> None:
    """Receipts can be signed with a new key, so this is allowed, and said."""
    export(source, settings(tmp_path, KINGDOMINO_SIGNING_KEY="0f" * 32), tmp_path / "moved")
    _, notes = import_from(tmp_path / "moved", target, settings(tmp_path, KINGDOMINO_SIGNING_KEY="1e" * 32))
    assert [note for note in notes if "KINGDOMINO_SIGNING_KEY" in note] == notes != []


def test_the_commands_move_an_embedded_store(tmp_path: Path, target: Redis) -> None:
    """From `make run` to a server and back into another data folder; in use, an embedded store is refused."""
    old, back, folder = tmp_path / "old", tmp_path / "back", tmp_path / "moved"
    url = f"unix://{target.connection_pool.connection_kwargs['path']}"
    with embedded_store.running(old) as where, clients.writer(where.url()) as store:
        fill(store)
        check_key(store, settings(old))
        refused = command(export_installation, folder, {"KINGDOMINO_DATA": str(old)})
        assert "stop the service first" in str(refused.exception)
    archive = {"KINGDOMINO_ARCHIVE_URL": "file:///archive"}
    done = command(export_installation, folder, {"KINGDOMINO_DATA": str(old), **archive})
    assert (done.exit_code, done.exception) == (0, None)
    assert "Leave this service stopped" in done.output
    assert "The archive, file:///archive, is not in it" in done.output
    done = command(import_installation, folder, {"KINGDOMINO_DATA": str(tmp_path / "new"), "REDIS_URL": url})
    assert "compared one by one" in done.output
    done = command(import_installation, folder, {"KINGDOMINO_DATA": str(back)})
    assert "compared one by one" in done.output
    with embedded_store.running(back) as where, clients.writer(where.url()) as store:
        assert stream_state(store, "{01}:stream") == stream_state(target, "{01}:stream")
        check_key(store, settings(back))


def test_a_server_that_cannot_keep_games_is_refused(folder: Path, tmp_path: Path) -> None:
    """An import into a store without a durable log would lose games at the first failure."""
    with running_server() as server, clients.writer(server.url) as store:
        store.config_set("appendfsync", "everysec")
        refused = command(
            import_installation, folder, {"KINGDOMINO_DATA": str(tmp_path), "REDIS_URL": server.url}
        )
        assert "store/appendfsync" in str(refused.exception)
        assert store.dbsize() == 0


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "there is no store in .*: name the folder of the installation as KINGDOMINO_DATA"),
        ({"REDIS_URL": "redis://127.0.0.1:1"}, "the store does not answer as it should"),
    ],
)
def test_a_store_that_is_not_there_is_named(environ: dict[str, str], said: str, tmp_path: Path) -> None:
    """The error says what to set, and no folder is left."""
    data = tmp_path / "data"
    refused = command(export_installation, tmp_path / "moved", {"KINGDOMINO_DATA": str(data), **environ})
    assert isinstance(refused.exception, MovingError)
    assert re.search(said, str(refused.exception))
    assert list(tmp_path.iterdir()) == []

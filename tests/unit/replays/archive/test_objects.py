"""Object storage in a folder or bucket: put once, get, and unavailability."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from obstore.store import MemoryStore

from harness.store.archives import Kept, away
from harness.store.records import GAME, following, games
from harness.waiting import PATIENCE
from harness.wire.s3 import S3, serving_s3
from replays.archive import bucket
from replays.archive.archive import NO_ARCHIVE, SIDE_BY_SIDE, Archive
from replays.archive.bucket import Bucket, open_bucket
from replays.archive.folder import Folder
from replays.archive.objects import Objects
from replays.archive.opening import open_archive
from replays.encoding.entries import Head
from replays.log.event_log import ArchiveAway

EVENTS = list(following(Head.genesis(GAME), 2))
HEAD = Head(EVENTS[-1].version, EVENTS[-1].hash)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3]:
    """Give an S3 server, with its address and credentials in the environment."""
    with serving_s3() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture(params=["folder", "memory", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> Objects:
    """Give an empty object store."""
    if request.param == "folder":
        return Folder(tmp_path)
    if request.param == "memory":
        return Bucket(MemoryStore())
    request.getfixturevalue("s3")
    return open_bucket("games", "")


def test_an_object_is_put_once(objects: Objects) -> None:
    """A second put of the same name neither replaces the object nor fails."""
    assert objects.get("07/one") is None
    objects.put("07/one", b"\x00\xff")
    objects.put("07/one", b"other")
    objects.put("08/one", b"")
    assert objects.get("07/one") == b"\x00\xff"
    assert objects.get("08/one") == b""
    assert objects.get("07/other") is None


def test_of_many_puts_one_counts(objects: Objects) -> None:
    """Of eight concurrent puts one takes effect, whole."""
    together = threading.Barrier(8)

    def put(number: int) -> None:
        together.wait()
        objects.put("07/one", bytes([number]) * 1000)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(8)))
    found = objects.get("07/one")
    assert found in [bytes([number]) * 1000 for number in range(8)]


def test_a_folder_that_is_not_there_is_away(tmp_path: Path) -> None:
    """An unmounted disk must not look like an archive without objects."""
    gone = Folder(tmp_path / "gone")
    with pytest.raises(ArchiveAway, match="gone"):
        gone.get("07/one")
    with pytest.raises(ArchiveAway, match="gone"):
        gone.put("07/one", b"")
    assert not (tmp_path / "gone").exists()


def test_a_file_is_on_the_disk_before_its_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is flushed, linked, then the folders are flushed: a power cut leaves all of it or nothing."""
    done: list[str] = []
    flush, link = os.fsync, os.link

    def flushed(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(descriptor) else "file")  # noqa: PTH112 - a descriptor
        flush(descriptor)

    def linked(new: str, path: Path) -> None:
        done.append("link")
        link(new, path)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "link", linked)
    Folder(tmp_path).put("07/one", b"content")
    assert done == ["file", "link", "folder", "folder"]
    assert [path.name for path in tmp_path.rglob("*")] == ["07", "one"]


def test_a_full_disk_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The put fails with `ArchiveAway` and leaves nothing of the object."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ArchiveAway, match="No space left"):
        Folder(tmp_path).put("07/one", b"content")
    assert Folder(tmp_path).get("07/one") is None


def test_a_bucket_is_asked_as_s3_is(s3: S3) -> None:
    """Requests are under the prefix and signed; a put has the condition that the object does not exist."""
    archive = open_archive("s3://games/old/ones")
    archive.put(GAME, EVENTS)
    archive.put(GAME, EVENTS)
    archive.verify(GAME, EVENTS)
    assert archive.events(GAME, HEAD) == EVENTS
    (path,) = s3.content
    assert path.startswith("/games/old/ones/")
    assert [(asked.method, asked.condition) for asked in s3.asked] == [
        ("PUT", "*"),
        ("PUT", "*"),
        ("GET", None),
        ("GET", None),
    ]
    assert all(asked.signed for asked in s3.asked)


@pytest.mark.parametrize("status", [403, 500, 503])
def test_a_bucket_that_refuses_is_away(s3: S3, status: int) -> None:
    """Any refusal is `ArchiveAway` in one line; each call makes at most two attempts."""
    s3.refusing = status
    objects = open_bucket("games", "")
    with pytest.raises(ArchiveAway, match=r"^[^\n]+$"):
        objects.get("07/one")
    with pytest.raises(ArchiveAway, match=r"^[^\n]+$"):
        objects.put("07/one", b"")
    assert len(s3.asked) <= 2 * (1 + bucket.RETRIES)


def test_an_archive_that_was_away_is_left_alone_for_a_while() -> None:
    """After a failure, calls fail at once for a few seconds, and then try the archive again."""
    now, objects = [0.0], Kept(before=away)
    archive = Archive(objects, clock=lambda: now[0])
    with pytest.raises(ArchiveAway, match="nobody"):
        archive.events(GAME, HEAD)
    objects.before = lambda _: None
    with pytest.raises(ArchiveAway, match="a moment ago"):
        archive.put(GAME, EVENTS)
    now[0] += 5
    archive.put(GAME, EVENTS)
    assert archive.events(GAME, HEAD) == EVENTS


def test_what_was_read_is_remembered_but_not_verified() -> None:
    """Reads are cached; a verification always asks the archive."""
    objects = Kept()
    archive = Archive(objects, size=1)
    archive.put(GAME, EVENTS)
    assert archive.events(GAME, HEAD) == EVENTS
    objects.before = away
    assert archive.events(GAME, HEAD) == EVENTS
    with pytest.raises(ArchiveAway):
        archive.verify(GAME, EVENTS)


def test_without_an_archive_nothing_is_lost() -> None:
    """Without a configured archive, every operation fails with `ArchiveAway`."""
    assert open_archive(None) is NO_ARCHIVE
    with pytest.raises(ArchiveAway):
        NO_ARCHIVE.put(GAME, EVENTS)
    with pytest.raises(ArchiveAway):
        NO_ARCHIVE.events(GAME, HEAD)


def test_a_list_is_fetched_side_by_side() -> None:
    """Ten objects are fetched concurrently; cached ones are not fetched again."""
    streams = games(SIDE_BY_SIDE)
    together = threading.Barrier(SIDE_BY_SIDE)
    objects = Kept()
    archive, heads = Archive(objects), {}
    for stream in streams:
        events = following(Head.genesis(stream), 2)
        archive.put(stream, events)
        heads[stream] = Head(events[-1].version, events[-1].hash)
    objects.before = lambda _: together.wait(PATIENCE)
    found = archive.events_of(heads)
    assert {stream: len(events) for stream, events in found.items()} == dict.fromkeys(streams, 2)
    objects.before = away
    assert archive.events_of(heads) == found


def test_one_that_is_not_there_hides_no_other() -> None:
    """A missing object is left out of the result."""
    one, missing = games(2)
    archive = Archive(Kept())
    events = following(Head.genesis(one), 2)
    archive.put(one, events)
    head = Head(events[-1].version, events[-1].hash)
    assert archive.events_of({missing: head, one: head}) == {one: list(events)}

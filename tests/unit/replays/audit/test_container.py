"""The container of a bundle: one byte sequence for given members; anything else is refused."""

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.audit.bundle.container import (
    GAME_MEMBERS,
    SERIES_MEMBERS,
    ContainerError,
    read_archive,
    series_games,
    unpack,
)
from replays.audit.bundle.packing import pack
from replays.commands.series import FEW_GAMES

MEMBERS = {name: f"{name}\n".encode() for name in GAME_MEMBERS}
GOOD = pack(MEMBERS)
CODES = {
    "bundle/not-zip",
    "bundle/too-large",
    "bundle/path",
    "bundle/duplicate",
    "bundle/compressed",
    "bundle/missing",
    "bundle/layout",
}

Change = Callable[[zipfile.ZipFile], None]


def written(members: Mapping[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """An archive as zip programs write it, with the current time."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", compression) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return archive.getvalue()


def changed(change: Change) -> bytes:
    """The good archive after this change."""
    archive = io.BytesIO(GOOD)
    with warnings.catch_warnings(), zipfile.ZipFile(archive, "a") as file:
        warnings.simplefilter("ignore")  # a duplicate name
        change(file)
    return archive.getvalue()


def refused(data: bytes) -> ContainerError:
    """The error with which the archive is refused."""
    with pytest.raises(ContainerError) as caught:
        unpack(data)
    assert caught.value.code in CODES
    assert str(caught.value) == f"{caught.value.code}: {caught.value.text}"
    return caught.value


def test_the_bytes_are_those_of_the_documentation() -> None:
    """Built by hand after docs/organize/audit.md: stored, version 2.0 on Unix, 1980-01-01, 0644."""
    local, central = b"", b""
    for name, content in MEMBERS.items():
        # flags, method, time and date; then CRC, sizes, and the lengths of name and extra field
        common = struct.pack("<4H", 0, 0, 0, 33) + struct.pack(
            "<3L2H", zlib.crc32(content), len(content), len(content), len(name), 0
        )
        place = struct.pack("<3H2L", 0, 0, 0, 0x01A40000, len(local))
        central += b"PK\x01\x02" + bytes([20, 3]) + struct.pack("<H", 20) + common + place + name.encode()
        local += b"PK\x03\x04" + struct.pack("<H", 20) + common + name.encode() + content
    count = len(MEMBERS)
    end = b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, count, count, len(central), len(local), 0)
    assert local + central + end == GOOD


def test_what_was_packed_is_unpacked() -> None:
    """The members of a game, and of a dynasty with none to three games, come back in order."""
    assert list(unpack(GOOD).items()) == list(MEMBERS.items())
    for games in range(4):
        members = {name: name.encode() for name in (*SERIES_MEMBERS, *series_games(games))}
        assert list(unpack(pack(members)).items()) == list(members.items())


def test_any_zip_program_reads_it() -> None:
    """Another zip reader accepts its CRCs and names."""
    with zipfile.ZipFile(io.BytesIO(GOOD)) as file:
        assert file.testzip() is None
        assert file.namelist() == list(GAME_MEMBERS)


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", GOOD[:-1], GOOD[:200], bytes(1000)])
def test_what_is_no_archive(data: bytes) -> None:
    """Empty, unrelated and truncated input is no archive."""
    assert refused(data).code == "bundle/not-zip"


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../events.ndjson",
        "a/../../b",
        "C:\\x",
        "games\\1.zip",
        "games/0.zip",
        "games/100001.zip",
        "games/",
        "Manifest.json",
        "manifest.json\0x",
        "events.ndjson ",
        "\x1b[2J",
        "",
    ],
)
def test_a_member_that_no_bundle_has_is_named(name: str) -> None:
    """The error quotes an unknown name in escaped form, however dangerous it is for disk or terminal."""
    entry = zipfile.ZipInfo("x")
    entry.filename = entry.orig_filename = name
    error = refused(changed(lambda file: file.writestr(entry, b"x")))
    assert error.code == "bundle/path"
    assert repr(name) in error.text
    assert error.text.isprintable()


def test_a_long_name_is_not_shown_whole() -> None:
    """An error is one short line."""
    error = refused(changed(lambda file: file.writestr("x" * 60_000, b"x")))
    assert error.code == "bundle/path"
    assert len(error.text) < 500


@pytest.mark.slow
def test_compressed_members_are_refused_unread() -> None:
    """Half a gigabyte of zeros in half a megabyte is refused without unpacking it."""
    bomb = {**MEMBERS, "events.ndjson": bytes(2**20)}
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        error = refused(written(bomb, method))
        assert error.code == "bundle/compressed"
        assert "zip bomb" in error.text


def test_a_member_that_is_there_twice() -> None:
    """A duplicate member is refused, because readers differ about which one counts."""
    error = refused(changed(lambda file: file.writestr("events.ndjson", b"other")))
    assert (error.code, "'events.ndjson'" in error.text) == ("bundle/duplicate", True)


@pytest.mark.parametrize("name", SERIES_MEMBERS)
def test_a_member_that_is_missing_is_named(name: str) -> None:
    """Every required member is named if it is missing."""
    error = refused(pack({other: content for other, content in MEMBERS.items() if other != name}))
    assert (error.code, name in error.text) == ("bundle/missing", True)


@pytest.mark.slow
def test_what_is_too_large_is_refused_unread() -> None:
    """Size, claimed sizes and number of entries are each limited."""
    assert refused(bytes(FEW_GAMES.size) + GOOD).code == "bundle/too-large"
    claimed = struct.pack("<L", FEW_GAMES.size)
    place = GOOD.index(b"PK\x01\x02") + 24
    assert refused(GOOD[:place] + claimed + GOOD[place + 4 :]).code == "bundle/too-large"
    assert refused(b"PK\x01\x02" * (FEW_GAMES.entries + 1) + GOOD).code == "bundle/too-large"


def comment(file: zipfile.ZipFile) -> None:
    """Give the archive a comment."""
    file.comment = b"hello"


OTHER_LAYOUTS = {
    "other times": written(MEMBERS),
    "other order": pack(dict(reversed(MEMBERS.items()))),
    "bytes before": b"#!/bin/sh\n" + GOOD,
    "a comment": changed(comment),
    "a byte of a member": GOOD.replace(b"rules.json\n", b"rules.jsoN\n"),
}


@pytest.mark.parametrize("data", OTHER_LAYOUTS.values(), ids=OTHER_LAYOUTS)
def test_another_archive_of_the_same_members_is_refused(data: bytes) -> None:
    """An archive that `pack` would not have written is refused, even if zip programs read it."""
    assert refused(data).code == "bundle/layout"


@pytest.mark.parametrize("data", OTHER_LAYOUTS.values(), ids=OTHER_LAYOUTS)
def test_the_members_of_another_archive_are_given_with_the_fault(data: bytes) -> None:
    """The auditor gets the members and the fault; a wrong checksum names its member."""
    archive = read_archive(data)
    assert archive.fault is not None
    assert archive.fault.code == "bundle/layout"
    damaged = data is OTHER_LAYOUTS["a byte of a member"]
    assert archive.members == {**MEMBERS, **({"rules.json": b"rules.jsoN\n"} if damaged else {})}
    assert ("rules.json" in archive.fault.text) == damaged


def test_a_member_without_its_header() -> None:
    """Without its header the content of a member cannot be located, so the archive is refused as a whole."""
    place = GOOD.index(b"PK\x03\x04", 1)
    with pytest.raises(ContainerError, match=r"bundle/layout: events\.ndjson"):
        read_archive(GOOD[:place] + b"XX" + GOOD[place + 2 :])


@pytest.mark.long
def test_every_changed_byte_is_noticed() -> None:
    """A change of the lowest bit, the highest bit or all bits of any byte is found."""
    for place in range(len(GOOD)):
        for mask in (0x01, 0x80, 0xFF):
            refused(GOOD[:place] + bytes([GOOD[place] ^ mask]) + GOOD[place + 1 :])


EDITS = st.lists(
    st.tuples(
        st.integers(0, len(GOOD)),
        st.integers(0, 40),
        st.binary(max_size=40)
        | st.sampled_from([b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06"]),
    ),
    min_size=1,
    max_size=4,
)


@given(edits=EDITS)
def test_a_mutated_archive_is_refused_or_is_the_same(edits: list[tuple[int, int, bytes]]) -> None:
    """Cuts, overwritten and inserted bytes cause nothing but a `ContainerError`."""
    data = GOOD
    for place, cut, inserted in edits:
        data = data[:place] + inserted + data[place + cut :]
    try:
        archive = read_archive(data)
    except ContainerError as error:
        assert error.code in CODES  # noqa: PT017 - either outcome is right, no other is
    else:
        assert (archive.fault is None) == (pack(archive.members) == data)


@given(contents=st.lists(st.binary(max_size=30), min_size=len(GAME_MEMBERS), max_size=len(GAME_MEMBERS)))
def test_all_contents_come_back(contents: list[bytes]) -> None:
    """Members may hold any bytes, even another archive."""
    members = dict(zip(GAME_MEMBERS, contents, strict=True))
    assert unpack(pack(members)) == members
    nested = {**MEMBERS, "events.ndjson": pack(members)}
    assert unpack(pack(nested)) == nested

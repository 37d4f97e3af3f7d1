"""The base file of a log names the program that wrote it: a newer one's file is not called damaged."""

from pathlib import Path

import pytest

from service.ops.embedded.base_file import written_by_another

VALKEY_9 = b"VALKEY080\xfa\x0avalkey-ver\x059.1.2\xfa\x0aredis-bits\xc0@"
VALKEY_8 = b"REDIS0011\xfa\x0avalkey-ver\x058.1.8\xfa\x0aredis-bits\xc0@"
REDIS_8 = b"REDIS0012\xfa\x09redis-ver\x058.2.3\xfa\x0aredis-bits\xc0@"
SHOWN = {VALKEY_9: "Valkey 9.1.2 wrote {} (format 80)", REDIS_8: "Redis 8.2.3 wrote {} (format 12)"}


def program(folder: Path, said: str) -> Path:
    """A server program that prints this as its version."""
    path = folder / "server"
    path.write_text(f"#!/bin/sh\necho '{said}'\n")
    path.chmod(0o700)
    return path


@pytest.mark.parametrize("head", SHOWN)
@pytest.mark.parametrize("words", ["Bad file format", "Can't handle RDB format version 80"])
def test_both_programs_are_named(head: bytes, words: str, tmp_path: Path) -> None:
    """The error says who wrote the file, and which program cannot read it."""
    base = tmp_path / "appendonly.aof.1.base.rdb"
    base.write_bytes(head + bytes(100))
    old = program(tmp_path, "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0")
    text = written_by_another(base, words, old)
    assert text == f"{SHOWN[head].format(base)}, and Redis 7.0.15 cannot read that"


@pytest.mark.parametrize(
    "words", ["Wrong RDB checksum", "Internal error in RDB reading", "Unexpected end of file"]
)
def test_a_damaged_file_is_not_taken_for_another_format(words: str, tmp_path: Path) -> None:
    """A file that the server knew, but could not read to its end, is damaged."""
    base = tmp_path / "base.rdb"
    base.write_bytes(VALKEY_8)
    assert written_by_another(base, words, program(tmp_path, "Valkey server v=9.1.2 sha=0")) is None


@pytest.mark.parametrize("content", [None, b"", b"REDIS", b"VALKEYxyz", bytes(64), VALKEY_9[5:]])
def test_a_file_without_a_head_says_nothing(content: bytes | None, tmp_path: Path) -> None:
    """A missing file, or one with another beginning, gives no answer."""
    base = tmp_path / "base.rdb"
    if content is not None:
        base.write_bytes(content)
    assert written_by_another(base, "Bad file format", tmp_path / "no program") is None

"""Sealed seeds and their key."""

import stat
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from replays.encoding.identity import derived_game_id
from replays.match.randomness.seed_store import SeedStore, SeedStoreError, load_or_create_key
from replays.runtime.settings.kinds import KEY_BYTES

GAME = derived_game_id("seed store")
SEED = bytes(range(32))
KEY = b"k" * KEY_BYTES


def test_a_sealed_seed_opens() -> None:
    """The seed is restored; each sealing gives different bytes."""
    seeds = SeedStore(KEY)
    one, two = seeds.seal(GAME, SEED), seeds.seal(GAME, SEED)
    assert one != two
    assert SEED not in one
    assert len(one) == 1 + 12 + 32 + 16
    assert seeds.open(GAME, one) == seeds.open(GAME, two) == SEED


def test_a_changed_seed_does_not_open() -> None:
    """Any byte changed, removed or added is detected."""
    seeds = SeedStore(KEY)
    sealed = seeds.seal(GAME, SEED)
    changed = [sealed[:i] + bytes([sealed[i] ^ 1]) + sealed[i + 1 :] for i in range(len(sealed))]
    for text in [*changed, *(sealed[:i] for i in range(len(sealed))), sealed + b"\0"]:
        with pytest.raises(SeedStoreError):
            seeds.open(GAME, text)


def test_another_key_or_game_does_not_open() -> None:
    """A seed is sealed for one game and with one key."""
    sealed = SeedStore(KEY).seal(GAME, SEED)
    with pytest.raises(SeedStoreError, match="another key or game"):
        SeedStore(b"x" * KEY_BYTES).open(GAME, sealed)
    with pytest.raises(SeedStoreError, match="another key or game"):
        SeedStore(KEY).open(derived_game_id("other"), sealed)


def test_a_key_of_another_length_is_refused() -> None:
    """The key must have 32 bytes (AES-256)."""
    with pytest.raises(SeedStoreError, match="16 bytes, not 32"):
        SeedStore(b"k" * 16)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    """The only file created has mode 0600, and the next start reads it."""
    path = tmp_path / "key"
    key = load_or_create_key(path)
    assert len(key) == KEY_BYTES
    assert path.read_bytes() == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create_key(path) == key
    assert list(tmp_path.iterdir()) == [path]


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """The error says how to fix it."""
    path = tmp_path / "key"
    load_or_create_key(path)
    path.chmod(0o640)
    with pytest.raises(SeedStoreError, match="chmod 600"):
        load_or_create_key(path)


@pytest.mark.parametrize("text", [KEY.hex(), f"{KEY.hex().upper()}\n"])
def test_a_key_file_may_be_a_text(tmp_path: Path, text: str) -> None:
    """A key that was written as the setting has it, in hexadecimal, is the same key."""
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_text(text)
    assert load_or_create_key(path) == KEY
    assert path.read_text() == text


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_file_of_another_length_is_refused(tmp_path: Path, length: int) -> None:
    """A damaged key is not replaced, because seeds are sealed with the right one."""
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_bytes(bytes(length))
    with pytest.raises(SeedStoreError, match=f"{length} bytes"):
        load_or_create_key(path)
    assert len(path.read_bytes()) == length


def test_threads_that_start_together_have_one_key(tmp_path: Path) -> None:
    """The first thread creates the key of all."""
    path = tmp_path / "key"
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(load_or_create_key, [path] * 64))) == 1


@pytest.mark.long
def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    """The first process creates the key of all, for each of several files."""
    paths = [tmp_path / str(number) for number in range(8)]
    with get_context("spawn").Pool(3) as pool:
        answers = pool.map(load_or_create_key, [path for path in paths for _ in range(3)], chunksize=1)
    assert len(set(answers)) == len(paths)

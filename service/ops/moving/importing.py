"""Fills an empty store from a folder of an export, and compares the two before the service may use it.

While it runs, the store has a mark with which no process of the service starts (`checks.HALF_IMPORTED`). If
this process dies at any step, the mark stays, and the same import can be run again: each key is made anew.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE
from replays.runtime import disk
from replays.runtime.settings.settings import Settings
from replays.store.checks import HALF_IMPORTED
from replays.store.cluster import server_of, servers_of
from service.ops.moving.folder import STORE, ExportManifest, checked, read_key
from service.ops.moving.portable import Command, MovingError, keys_in
from service.ops.moving.reading import BATCH, read_keys

T = TypeVar("T")
MOST_COMMANDS = 1000
"""The number of commands that are sent at a time."""


def import_from(folder: Path, store: Redis, settings: Settings) -> tuple[ExportManifest, list[str]]:
    """Fill the store, and the data folder where settings name no keys; returns what the operator should know.

    Raises `MovingError`, and changes nothing, if the folder is damaged or of a newer release, if the store
    has keys of something else, or if the settings or the data folder have another server's key. If the store
    refuses a write, or is not the same as the folder afterwards, the import can be run again.
    """
    manifest = checked(folder)
    notes = _check_keys(folder, settings)
    _mark(store, manifest)
    try:
        with (folder / STORE).open("rb") as file:
            _write(store, keys_in(file))
        with (folder / STORE).open("rb") as file:
            _compare(store, keys_in(file))
        _place_keys(folder, settings)
    except (RedisError, OSError) as error:
        raise MovingError(f"the import stopped ({error}): mend that, and run it again") from error
    store.delete(HALF_IMPORTED)
    return manifest, notes


def _mark(store: Redis, manifest: ExportManifest) -> None:
    """Mark an empty store, or find the mark of an earlier try of the same import."""
    mark = manifest.sha256.encode()
    if store.set(HALF_IMPORTED, mark, nx=True):
        count = sum(server.dbsize() for server in servers_of(store)) - 1
        if count:
            store.delete(HALF_IMPORTED)
            raise MovingError(
                f"the store is not empty, it has {count} keys, and nothing was changed: import into a new "
                "one, before the service has used it"
            )
    elif store.get(HALF_IMPORTED) != mark:
        raise MovingError("the store has half of another import: finish that one, or empty the store")


def _write(store: Redis, keys: Iterator[tuple[bytes, list[Command]]]) -> None:
    """Make each key anew."""
    pipes: dict[int, Any] = {}
    waiting = 0
    for key, commands in keys:
        server = server_of(store, key)
        pipe = pipes.get(id(server)) or server.pipeline(transaction=False)
        pipes[id(server)] = pipe
        pipe.delete(key)
        for command in commands:
            pipe.execute_command(*command)
            waiting += 1
            if waiting >= MOST_COMMANDS:
                waiting = _send(pipes)
    _send(pipes)


def _send(pipes: dict[int, Any]) -> int:
    """Send what waits; returns the number of commands that still wait: none."""
    for pipe in pipes.values():
        try:
            pipe.execute()
        except ResponseError as error:
            raise MovingError(
                f"the store refuses a command ({error}): mend that, and run the import again"
            ) from error
    return 0


def _compare(store: Redis, keys: Iterator[tuple[bytes, list[Command]]]) -> None:
    """Raise `MovingError` unless the store has each key as exported; keys that have expired may be gone."""
    while batch := dict(islice(keys, BATCH)):
        servers = {id(server): server for server in (server_of(store, key) for key in batch)}
        found: dict[bytes, list[Command]] = {}
        for each in servers.values():
            found |= read_keys(each, [key for key in batch if server_of(store, key) is each])
        for key, commands in batch.items():
            if found.get(key) != commands and not (key not in found and _has_expired(store, commands)):
                raise MovingError(f"the store has {key!r} otherwise than the export: empty it, and try again")


def _has_expired(store: Redis, commands: list[Command]) -> bool:
    seconds, micros = store.time()
    name, *_, last = commands[-1]
    return name == b"PEXPIREAT" and int(last) <= seconds * 1000 + micros // 1000


def _check_keys(folder: Path, settings: Settings) -> list[str]:
    """Raise `MovingError` if another server's key is used here; returns a note about another signing key."""
    key, ours = read_key(folder, KEY_FILE), _key_here(settings, settings.key, KEY_FILE)
    if key and ours and key != ours:
        raise MovingError(
            "the key here is not the one of the installation: set KINGDOMINO_KEY to the text in "
            f"{folder / KEY_FILE}, or move {settings.data / KEY_FILE} away"
        )
    signing = read_key(folder, SIGNING_KEY_FILE)
    here = _key_here(settings, settings.signing_key, SIGNING_KEY_FILE)
    if signing and here and signing != here:
        note = "The signing key here is another one, which will sign new receipts. To keep the old one, set"
        return [f"{note} KINGDOMINO_SIGNING_KEY to the text in {folder / SIGNING_KEY_FILE}."]
    return []


def _key_here(settings: Settings, given: bytes | None, name: str) -> bytes | None:
    return given or read_key(settings.data, name)


def _place_keys(folder: Path, settings: Settings) -> None:
    """Put the keys into the data folder, unless settings name them or they are there."""
    for name, given in ((KEY_FILE, settings.key), (SIGNING_KEY_FILE, settings.signing_key)):
        key = read_key(folder, name)
        if key and given is None:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            disk.create(settings.data / name, key)

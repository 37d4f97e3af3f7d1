"""Writes a store, with the keys of its installation, into a new folder."""

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from redis import Redis

from replays.bootstrap import (
    FINGERPRINT,
    KEY_FILE,
    SIGNING_KEY_FILE,
    check_key,
    now_ms,
    server_key,
    signing_key,
)
from replays.runtime.disk import new_folder
from replays.runtime.settings.settings import Settings
from replays.store import checks
from replays.store.cluster import servers_of
from service.ops.moving.folder import ExportManifest, Hashed, new_store_file, write_key, write_manifest
from service.ops.moving.pause import WritePause
from service.ops.moving.portable import MovingError, text_of
from service.ops.moving.reading import BATCH, all_keys, read_keys

DISTRIBUTION = "kingdomino-service"


def export(store: Redis, settings: Settings, target: Path) -> ExportManifest:
    """Write all that the store has, and both keys, into a new folder, which appears once all is on the disk.

    The store accepts no writes meanwhile. Raises `MovingError` if the service runs, if the folder is there or
    cannot be written, and `ConfigurationError` if the server's key is missing or another one.
    """
    if store.exists(checks.HALF_IMPORTED):
        raise MovingError(f"the store cannot be exported: {checks.HALF}")
    keys = _keys(store, settings)
    try:
        with new_folder(target) as draft:
            with new_store_file(draft) as file, WritePause(store) as pause:
                made_at, count = now_ms(), _write_store(store, file, pause)
            for name, key in keys.items():
                write_key(draft, name, key)
            manifest = ExportManifest(
                service=_release(),
                servers=sorted({checks.shown(server) for server in servers_of(store)}),
                made_at=made_at,
                keys=count,
                size=file.size,
                sha256=file.sha256,
                archive=settings.archive,
            )
            write_manifest(draft, manifest)
    except FileExistsError as error:
        raise MovingError(str(error)) from error
    except OSError as error:
        raise MovingError(f"{target} could not be written: {error}") from error
    return manifest


def _write_store(store: Redis, file: Hashed, pause: WritePause) -> int:
    """Write all keys of all servers; returns their number."""
    count = 0
    for server in servers_of(store):
        names = all_keys(server)
        pause.renew()
        for start in range(0, len(names), BATCH):
            for _, commands in read_keys(server, names[start : start + BATCH]):
                for command in commands:
                    file.write(text_of(command))
                count += 1
            pause.renew()
    if not count:
        raise MovingError("the store is empty: there is nothing to export")
    return count


def _keys(store: Redis, settings: Settings) -> Mapping[str, bytes]:
    """The keys by the names of their files; the server's key must be the one of the store."""
    if store.get(FINGERPRINT) is not None:
        check_key(store, settings)
    kinds = {KEY_FILE: (settings.key, server_key), SIGNING_KEY_FILE: (settings.signing_key, signing_key)}
    return {
        name: read(settings)
        for name, (given, read) in kinds.items()
        if given is not None or (settings.data / name).exists()
    }


def _release() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"

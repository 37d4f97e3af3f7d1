"""The log and the vault as the settings have them: what every process that changes games is built on."""

import hmac
import os
import time

from redis import Redis

from replays.archive.opening import open_archive
from replays.commands.tables import Tables
from replays.encoding.signing import Signer
from replays.match.seed_store import SeedStore, SeedStoreError, load_or_create_key
from replays.runtime.metrics import NO_METRICS, Metrics
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams.event_log import StreamsEventLog

FINGERPRINT = "key-fingerprint"
"""Where the store keeps the fingerprint of the server's key."""

KEY_FILE = "server.key"
"""Where the server's key is kept in the data folder when the settings give none."""


SIGNING_KEY_FILE = "signing.key"
"""The same for the key that heads are signed with. A new one is made where it is missing: nothing is lost."""

WITHOUT_KEY = (
    "without it games that have begun cannot go on (docs/operate/backup.md#when-the-servers-key-is-lost)"
)


def open_log(settings: Settings) -> StreamsEventLog:
    """The log at REDIS_URL with its archive; nothing connects before it is asked for the first time."""
    url = settings.log_url()
    archive = open_archive(settings.archive)
    return StreamsEventLog(clients.writer(url), clients.reader(url), archive, settings.replicas)


def server_key(settings: Settings) -> bytes:
    """The server's key of 32 bytes; raises `ConfigurationError` for a key file that cannot be used."""
    return settings.key or _kept_key(settings, KEY_FILE, "encrypt seeds")


def open_signer(settings: Settings) -> Signer:
    """What signs heads; raises `ConfigurationError` for a key file that cannot be used."""
    return Signer(settings.signing_key or _kept_key(settings, SIGNING_KEY_FILE, "sign heads"))


def _kept_key(settings: Settings, name: str, use: str) -> bytes:
    """The key of this name in the data folder, made at the first time."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        return load_or_create_key(settings.data / name)
    except (OSError, SeedStoreError) as error:
        raise ConfigurationError(f"no key to {use} with: {error}") from error


def fingerprint(key: bytes) -> str:
    """What a store keeps of the server's key, which says nothing about it."""
    return hmac.digest(key, b"kingdomino key", "sha256").hex()


def check_key(store: Redis, settings: Settings) -> None:
    """Refuse a key other than the one that this store's seeds are sealed with: `ConfigurationError`.

    The store keeps a fingerprint of the first key that was used with it. Where it has one, a missing key file
    is refused as well and none is made: a wrong key in its place would look like the right one. The store is
    asked before the folder, so that of processes that start at once the later ones find the first one's file.
    """
    path = settings.data / KEY_FILE
    kept = store.get(FINGERPRINT)
    if kept is not None and settings.key is None and not path.exists():
        raise ConfigurationError(
            f"{path} is missing, with which the seeds of this store's games are sealed: restore it or "
            f"KINGDOMINO_KEY; {WITHOUT_KEY}"
        )
    mark = fingerprint(server_key(settings)).encode()
    if kept is None:
        store.setnx(FINGERPRINT, mark)
        kept = store.get(FINGERPRINT)
    if kept != mark:
        raise ConfigurationError(
            "the server's key is not the one that the seeds of this store's games are sealed with: restore "
            f"{path} or KINGDOMINO_KEY; {WITHOUT_KEY}"
        )


def open_tables(settings: Settings, meter: Metrics = NO_METRICS) -> Tables:
    """All games, with the clock and the randomness of this machine."""
    log, vault = open_log(settings), SeedStore(server_key(settings))
    return Tables(log, vault, now_ms, os.urandom, meter=meter)


def now_ms() -> int:
    """The time in ms UTC."""
    return time.time_ns() // 1_000_000

"""Creates the log and the seed store from the settings, for every process that changes games."""

import hmac
import os
import time

from redis import Redis

from replays.archive.opening import open_archive
from replays.commands.tables import Tables
from replays.encoding.signing import Signer
from replays.log.life import RecentSigns, SignsOfLife
from replays.match.randomness.seed_store import SeedStore, SeedStoreError, load_or_create_key
from replays.runtime.metrics import NO_METRICS, Metrics
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.life import LifeStore
from replays.streams.event_log import StreamsEventLog

FINGERPRINT = "key-fingerprint"
"""The key in the store with the fingerprint of the server's key."""

KEY_FILE = "server.key"
"""The file of the server's key in the data folder, if the settings have no key."""


SIGNING_KEY_FILE = "signing.key"
"""The file of the signing key. If it is missing, a new key is created; no data is lost."""

WITHOUT_KEY = (
    "without it games that have begun cannot go on (docs/operate/backup.md#when-the-servers-key-is-lost)"
)


def open_log(settings: Settings) -> StreamsEventLog:
    """The log at REDIS_URL with its archive; connects at the first use."""
    url = settings.log_url()
    archive = open_archive(settings.archive)
    return StreamsEventLog(clients.writer(url), clients.reader(url), archive, settings.replicas)


def server_key(settings: Settings) -> bytes:
    """The server's key of 32 bytes; raises `ConfigurationError` for a key file that cannot be used."""
    return settings.key or _kept_key(settings, KEY_FILE, "encrypt seeds")


def signing_key(settings: Settings) -> bytes:
    """The signing key of 32 bytes; raises `ConfigurationError` for a key file that cannot be used."""
    return settings.signing_key or _kept_key(settings, SIGNING_KEY_FILE, "sign heads")


def open_signer(settings: Settings) -> Signer:
    """The signer of heads; raises `ConfigurationError` for a key file that cannot be used."""
    return Signer(signing_key(settings))


def known_signer(settings: Settings) -> Signer | None:
    """The signer, or None if neither the settings nor the data folder has a signing key; creates no key."""
    has_key = settings.signing_key is not None or (settings.data / SIGNING_KEY_FILE).exists()
    return open_signer(settings) if has_key else None


def _kept_key(settings: Settings, name: str, use: str) -> bytes:
    """The key in this file of the data folder, created at the first use; `use` is for the error message."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        return load_or_create_key(settings.data / name)
    except (OSError, SeedStoreError) as error:
        raise ConfigurationError(f"no key to {use} with: {error}") from error


def fingerprint(key: bytes) -> str:
    """A fingerprint of the server's key for the store; it does not reveal the key."""
    return hmac.digest(key, b"kingdomino key", "sha256").hex()


def check_key(store: Redis, settings: Settings) -> None:
    """Raise `ConfigurationError` if the key is not the one that sealed this store's seeds.

    The store has a fingerprint of the first key that was used with it. If it has one, a missing key file is
    an error too, and no key is created, because a new key would look like the right one. The store is read
    before the folder, so that when processes start together, the later ones find the file of the first.
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


def open_tables(
    settings: Settings, metrics: Metrics = NO_METRICS, signs: SignsOfLife | None = None
) -> Tables:
    """The command handlers of all games, with the clock and the randomness of this machine.

    Without `signs` the process gives no signs of life, and reads those that others give.
    """
    log, seeds = open_log(settings), SeedStore(server_key(settings))
    return Tables(log, seeds, now_ms, os.urandom, metrics=metrics, signs=signs or watched_signs(settings))


def watched_signs(settings: Settings) -> RecentSigns:
    """The signs of life that web processes give, for a process that gives none."""
    life = LifeStore(clients.writer(settings.log_url()))
    return RecentSigns(lambda _now: life.read())


def now_ms() -> int:
    """The current time in ms UTC."""
    return time.time_ns() // 1_000_000

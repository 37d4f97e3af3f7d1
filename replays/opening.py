"""The log and the vault as the settings have them: what every process that changes games is built on."""

import os
import time

from replays import clients
from replays.settings import CommonSettings, ConfigurationError
from replays.streams import StreamsEventLog
from replays.tables import Tables
from replays.vault import Vault, VaultError, load_or_create_key

KEY_FILE = "server.key"
"""Where the server's key is kept in the data folder when the settings give none."""


def open_log(settings: CommonSettings) -> StreamsEventLog:
    """The log at REDIS_URL; nothing connects before it is asked for the first time."""
    url = settings.log_url()
    return StreamsEventLog(clients.writer(url), clients.reader(url))


def server_key(settings: CommonSettings) -> bytes:
    """The server's key of 32 bytes; raises `ConfigurationError` for a key file that cannot be used."""
    if settings.key is not None:
        return settings.key
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        return load_or_create_key(settings.data / KEY_FILE)
    except (OSError, VaultError) as error:
        raise ConfigurationError(f"no key to encrypt seeds with: {error}") from error


def open_tables(settings: CommonSettings) -> Tables:
    """All games, with the clock and the randomness of this machine."""
    return Tables(open_log(settings), Vault(server_key(settings)), now_ms, os.urandom)


def now_ms() -> int:
    """The time in ms UTC."""
    return time.time_ns() // 1_000_000

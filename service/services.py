"""What the web process is made of: the one place where its parts are put together."""

import hmac
import os
import time
from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis import Redis

from replays import clients
from replays.dynasty.dynasties import Dynasties
from replays.opening import now_ms, open_signer, open_tables, server_key
from replays.signing import Signer
from replays.tables import Tables
from service.live import Hub
from service.players import Players
from service.settings import Settings
from service.studies import Studies

STREAM_SHARE = 0.75
"""How many of a process's threads open streams may hold; the others stay free for requests."""

EXTENSION = "kingdomino"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that views work with. `store` is asked whether it is there, and for the keys that signed."""

    tables: Tables
    dynasties: Dynasties
    players: Players
    hub: Hub
    store: Redis
    signer: Signer
    studies: Studies


def open_services(settings: Settings) -> Services:
    """The parts for these settings; nothing connects before the first request."""
    tables = open_tables(settings)
    store = clients.writer(settings.log_url())
    tokens_key = hmac.digest(server_key(settings), b"kingdomino tokens", "sha256")
    players = Players(store, tokens_key, os.urandom, time.monotonic)
    return Services(
        tables=tables,
        dynasties=Dynasties(tables, now_ms),
        players=players,
        hub=Hub(tables.log, int(settings.threads * STREAM_SHARE)),
        store=store,
        signer=open_signer(settings),
        studies=Studies(store),
    )


def services() -> Services:
    """The parts of the app that serves the present request."""
    return cast("Services", current_app.extensions[EXTENSION])

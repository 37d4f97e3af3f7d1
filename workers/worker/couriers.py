"""What delivers notices in a worker: one entry for each channel that these settings allow."""

import hmac
import os
from collections.abc import Mapping
from time import monotonic

from redis import Redis

from replays.bootstrap import now_ms, server_key
from replays.commands.tables import Tables
from replays.dynasty.dynasties import Dynasties
from replays.runtime.settings.settings import Settings
from service.accounts.players import Players
from service.channels.channel import Channel
from service.channels.courier import Courier
from service.channels.due import DueTargets
from service.channels.targets import Targets
from service.games.visibility import Table, Viewer, Visibility
from service.notices.reading import NoticeReader
from service.notices.stored import StoredInboxes
from workers.jobs.parts import Deliver


def open_couriers(settings: Settings, store: Redis, tables: Tables) -> Mapping[str, Deliver]:
    """What delivers, by the names of channels; nothing connects before it delivers."""
    return {
        name: _courier(settings, store, tables, each).deliver for name, each in _channels(settings).items()
    }


def _channels(settings: Settings) -> Mapping[str, Channel]:  # noqa: ARG001 - none needs them yet
    """The channels that send messages."""
    return {}


def _courier(settings: Settings, store: Redis, tables: Tables, channel: Channel) -> Courier:
    key = server_key(settings)
    players = Players(store, key, os.urandom, monotonic)
    visibility = Visibility(hmac.digest(key, b"kingdomino invitations", "sha256"))

    def may_see(table: Table, player: str) -> bool:
        return visibility.may_see(table, Viewer(player))

    return Courier(
        channel,
        Targets(store),
        DueTargets(store),
        StoredInboxes(store),
        NoticeReader(tables.matches, Dynasties(tables, now_ms).aggregates, players.names),
        may_see,
        now_ms,
    )

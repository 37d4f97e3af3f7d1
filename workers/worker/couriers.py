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
from service.accounts.tokens import Tokens
from service.channels.channel import Channel
from service.channels.courier import Courier
from service.channels.due import DueTargets
from service.channels.http.client import Client
from service.channels.http.destination import Destinations
from service.channels.push.channel import PushChannel
from service.channels.push.subscriptions import Subscriptions
from service.channels.push.vapid import Vapid, open_vapid
from service.channels.target import PUSH
from service.channels.targets import Targets
from service.games.visibility import Table, Viewer, Visibility
from service.notices.reading import NoticeReader
from service.notices.stored import StoredInboxes
from workers.jobs.parts import Deliver


def open_couriers(settings: Settings, store: Redis, tables: Tables) -> Mapping[str, Deliver]:
    """What delivers, by the names of channels; nothing connects before it delivers."""
    channels = _channels(settings, store)
    return {name: _courier(settings, store, tables, each).deliver for name, each in channels.items()}


def _channels(settings: Settings, store: Redis) -> Mapping[str, Channel]:
    """The channels that send messages."""
    vapid = open_vapid(settings)
    return {PUSH: _push(settings, store, vapid)} if vapid else {}


def _push(settings: Settings, store: Redis, vapid: Vapid) -> Channel:
    tokens = Tokens(store, hmac.digest(server_key(settings), b"kingdomino tokens", "sha256"), os.urandom)
    client = Client(Destinations(settings.webhook_networks or ()))
    return PushChannel(client, vapid, Subscriptions(store, Targets(store)), tokens.holds, now_ms)


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

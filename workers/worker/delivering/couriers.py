"""Creates the couriers of a worker, which deliver notices: one for each channel that the settings allow."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from redis import Redis

from replays.bootstrap import now_ms, server_key
from replays.commands.tables import Tables
from replays.kinds import HandledStreams, Streams
from replays.match.kinds import Table
from replays.runtime.settings.settings import Settings
from service.application.account_keys import tokens_key
from service.application.accounts.players import Players, open_players
from service.application.accounts.tokens import Tokens
from service.application.channels.channel import Channel
from service.application.channels.delivering.courier import Courier
from service.application.channels.delivering.due import DueTargets
from service.application.channels.email.mailbox import plain_names
from service.application.channels.http.client import Client
from service.application.channels.http.destination import Destinations
from service.application.channels.http.hosts import Hosts
from service.application.channels.http.limited import LimitedClient
from service.application.channels.push.channel import THREADS_AT_ONE, THREADS_AT_UNPROVEN, PushChannel
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid, open_vapid
from service.application.channels.target import EMAIL, PUSH, WEBHOOK, Target
from service.application.channels.targets import Targets
from service.application.channels.webhooks.caller import Caller
from service.application.channels.webhooks.courier import WebhookCourier
from service.application.channels.webhooks.signing import WebhookSecrets
from service.application.channels.webhooks.store import Webhooks
from service.application.games.visibility import Viewer, Visibility, endings_in, invitations_key
from service.application.i18n.speaking import speaking
from service.application.mail.kinds import plain
from service.application.notices.inboxes.reading import Names, NoticeReader
from service.application.notices.inboxes.stored import StoredInboxes
from workers.jobs.parts import Deliver
from workers.worker.delivering.mailboxes import open_mailboxes


def open_couriers(settings: Settings, store: Redis, tables: Tables) -> Mapping[str, Deliver]:
    """The delivery function of each channel, by the channel's name; it connects at the first delivery."""
    players = open_players(store, server_key(settings))
    names = players.names
    reading = Reading.of(settings, store, tables)
    reader = reading.reader(names)
    couriers = {WEBHOOK: _webhooks(settings, store, reading, reader).deliver}
    if vapid := open_vapid(settings):
        couriers[PUSH] = _courier(store, reading, reader, _push(settings, store, vapid)).deliver
    if settings.mail is not None:
        mailboxes = open_mailboxes(settings, settings.mail, store, tables, plain_names(names))
        couriers[EMAIL] = _courier(
            store, reading, reading.reader(plain_names(names), plain), mailboxes
        ).deliver
    return {name: in_language(players, deliver) for name, deliver in couriers.items()}


def in_language(players: Players, deliver: Deliver) -> Deliver:
    """Delivers in the language of the player."""

    def delivering(target: Target) -> None:
        with speaking(players.language(target.player)):
            deliver(target)

    return delivering


@dataclass(frozen=True, slots=True)
class Reading:
    """The tables of notices, and the check of who may see them; channels share the caches."""

    streams: Streams
    may_see: Callable[[Table, str], bool]

    @classmethod
    def of(cls, settings: Settings, store: Redis, tables: Tables) -> Self:
        """The parts for these settings."""
        visibility = Visibility(invitations_key(server_key(settings)), endings_in(store))

        def may_see(table: Table, player: str) -> bool:
            return visibility.may_see(table, Viewer(player))

        return cls(HandledStreams(tables, now_ms), may_see)

    def reader(self, names: Names, titled: Callable[[str], str] = str) -> NoticeReader:
        """The reader of notices, with the names of players and tournaments in the form of a channel."""
        return NoticeReader(self.streams, names, titled)


def _push(settings: Settings, store: Redis, vapid: Vapid) -> Channel:
    tokens = Tokens(store, tokens_key(server_key(settings)), os.urandom)
    hosts = Hosts(at_one=THREADS_AT_ONE, at_unproven=THREADS_AT_UNPROVEN)
    client = LimitedClient(Client(Destinations(settings.webhook_networks or ())), hosts)
    return PushChannel(
        client, vapid, Subscriptions(store, Targets(store)), tokens.holds, now_ms, settings.public_url
    )


def _courier(store: Redis, reading: Reading, reader: NoticeReader, channel: Channel) -> Courier:
    targets, due, inboxes = Targets(store), DueTargets(store), StoredInboxes(store)
    return Courier(channel, targets, due, inboxes, reader, reading.may_see, now_ms)


def _webhooks(settings: Settings, store: Redis, reading: Reading, reader: NoticeReader) -> WebhookCourier:
    return WebhookCourier(
        Webhooks(store, Targets(store)),
        DueTargets(store),
        StoredInboxes(store),
        reader,
        Caller(Client(Destinations(settings.webhook_networks or ())), Hosts()),
        WebhookSecrets(server_key(settings)),
        reading.may_see,
        settings.public_url or "",
        now_ms,
    )

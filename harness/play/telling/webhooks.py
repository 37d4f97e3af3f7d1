"""Webhooks of the players of a correspondence game, and the programs that receive their requests."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from redis import Redis

from harness.games import KEY
from harness.play.correspondence import Correspondence
from harness.play.telling.deliveries import Deliveries, Listener
from harness.wire.outside import Received, local_client
from replays.encoding.identity import derived_game_id
from service.application.channels.http.hosts import Hosts
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.webhooks.caller import Caller
from service.application.channels.webhooks.courier import WebhookCourier
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.schedule import ChangedWebhook
from service.application.channels.webhooks.signing import WebhookSecrets
from service.application.channels.webhooks.store import Placed, Webhooks
from service.application.channels.webhooks.webhook import Webhook

PUBLIC_URL = "https://kingdomino.test"


class Hooks:
    """Delivers the notices of a correspondence game to webhooks, at the time of the game's clock."""

    def __init__(
        self, table: Correspondence, store: Redis, players: Sequence[str], caller: Caller | None = None
    ) -> None:
        self.table = table
        self.deliveries = Deliveries(table, store, Listener(), players)
        self.webhooks = Webhooks(store, self.deliveries.targets)
        self.secrets = WebhookSecrets(KEY)
        courier = self.deliveries.courier
        self.courier = WebhookCourier(
            self.webhooks,
            self.deliveries.due,
            self.deliveries.inboxes,
            courier.reader,
            caller or Caller(local_client(), Hosts()),
            self.secrets,
            courier.may_see,
            PUBLIC_URL,
            lambda: self.table.now,
        )

    def add(self, player: str, url: str, kinds: tuple[str, ...] | None = None) -> Target:
        """Create a webhook of the player."""
        self.deliveries.look()
        number = str(len(self.webhooks.of(player)))
        target = Target(WEBHOOK, player, derived_game_id("webhook", player, number))
        assert self.webhooks.add(player, target.id, Webhook(url, kinds, self.table.now))
        return target

    def get(self, target: Target) -> Placed:
        """The webhook in its present state."""
        placed = self.webhooks.get(target)
        assert placed is not None
        return placed

    def change(self, target: Target, **changed: Any) -> None:
        """Change the webhook, and mark it as due."""
        self.webhooks.change(target, lambda webhook: ChangedWebhook(replace(webhook, **changed)))
        self.deliveries.due.enter([target], self.table.now)

    def log(self, target: Target) -> list[WebhookDelivery]:
        """The log of the webhook, the newest first."""
        return self.webhooks.deliveries(target)

    def secret(self, target: Target, rotation: int = 0) -> str:
        """The webhook's secret."""
        return self.secrets.text(target.player, target.id, rotation)

    def deliver(self, ms: int = 0, deliver: Callable[[Target], None] | None = None) -> None:
        """Create notices `ms` later, and send what is due."""
        self.table.now += ms
        self.deliveries.look()
        while targets := self.deliveries.due.claim(WEBHOOK, self.table.now, 1000):
            for target in targets:
                (deliver or self.courier.deliver)(target)


def verified(secret: str, came: Received) -> Any:
    """The body of a request with a valid signature; implemented from the specification alone."""
    id_, at = came.headers["webhook-id"], came.headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{id_}.{at}.".encode() + came.body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(mac).decode()}"
    assert expected in came.headers["webhook-signature"].split(" ")
    return json.loads(came.body)

"""A browser's subscription: the endpoint of its push service, and the keys to encrypt messages with."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit
from uuid import UUID

from service.application.channels.push.encryption import BrowserKeys
from service.application.channels.target import PUSH, Target

LONGEST_ENDPOINT = 1024
"""The maximum length of an endpoint in characters; known push services use up to 500."""


APPLE = ".push.apple.com"
"""The end of the host names of Safari's push service."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as it is stored with its target; keys are in base64url.

    `token` is the id of the session or token that created it; the subscription ends with it. `browser` and
    `system` are names, empty if unknown; `created_at` is in ms UTC.
    """

    endpoint: str
    p256dh: str
    auth: str
    token: str
    browser: str
    system: str
    created_at: int

    @property
    def id(self) -> str:
        """The id of the target, a UUID derived from the endpoint."""
        return str(UUID(bytes=hashlib.sha256(self.endpoint.encode()).digest()[:16], version=4))

    @property
    def is_declarative(self) -> bool:
        """True if the browser may show declarative messages itself: only Safari does, from 18.4 on."""
        return (urlsplit(self.endpoint).hostname or "").endswith(APPLE)

    @property
    def keys(self) -> BrowserKeys:
        """The browser's keys; raises `BadKeys`."""
        return BrowserKeys.read(self.p256dh, self.auth)

    def target(self, player: str) -> Target:
        """The target of this subscription for this player."""
        return Target(PUSH, player, self.id)

    def stored(self) -> dict[str, Any]:
        """The subscription as data of its target."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The subscription from the data of its target."""
        return cls(**{name: data[name] for name in cls.__slots__})

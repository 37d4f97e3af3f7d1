"""An entry in the log of a webhook: one notice or test, and what came of sending it."""

import json
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Self

from service.channels.webhooks.webhook import LOG_SIZE

TEST = "test"
"""The kind of a test."""


class State(Enum):
    """Where a delivery stands; the values stand in the API."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One delivery.

    `number` counts the entries of the log from 1 on. `id` is the header `webhook-id`: the position of the
    notice, or `test-` and a number. `status` is that of the last HTTP answer or None, `ms` how long the last
    call took, `error` why it failed or "". `at` and `next` are ms UTC: the last attempt, and the next one or
    None.
    """

    number: int
    id: str
    kind: str
    game: str | None
    dynasty: str | None
    state: State
    attempts: int
    at: int
    status: int | None = None
    ms: int | None = None
    error: str = ""
    next: int | None = None

    @property
    def slot(self) -> int:
        """Its place in the log, which is a ring."""
        return self.number % LOG_SIZE

    def stored(self) -> str:
        """What the store keeps of it."""
        return json.dumps({**asdict(self), "state": self.state.value})

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """What was stored so."""
        stored: dict[str, Any] = json.loads(raw)
        return cls(**{**stored, "state": State(stored["state"])})

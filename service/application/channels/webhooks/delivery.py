"""An entry in the log of a webhook: one notice or test, and the outcome of sending it."""

import json
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Self

from replays.kinds import KINDS
from service.application.channels.webhooks.webhook import LOG_SIZE

TEST = "test"
"""The kind in the log entry of a test."""


class DeliveryState(Enum):
    """The state of a delivery; the values are part of the API."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """One delivery.

    `number` counts the entries of the log from 1. `id` is the header `webhook-id`: the position of the
    notice, or `test-` and a number. `table` is the id of the notice's table and `of` the name of its kind of
    stream; both are None in a test and in notices about the account. `status` is that of the last HTTP
    response or None, `ms` the duration of the last call, `error` the code of its failure or "". `at` is the
    time of the last attempt and `next` that of the next one or None, in ms UTC.
    """

    number: int
    id: str
    kind: str
    table: str | None
    of: str | None
    state: DeliveryState
    attempts: int
    at: int
    status: int | None = None
    ms: int | None = None
    error: str = ""
    next: int | None = None

    @property
    def slot(self) -> int:
        """The index in the log, which is a ring buffer."""
        return self.number % LOG_SIZE

    def stored(self) -> str:
        """The entry as JSON text for the store."""
        return json.dumps({**asdict(self), "state": self.state.value})

    @property
    def about(self) -> dict[str, str | None]:
        """The id of the table under the name of its kind, and None under the names of all other kinds."""
        return {kind.name: self.table if self.of == kind.name else None for kind in KINDS}

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """The entry from its stored form; older ones have a member for each of two kinds of tables."""
        stored: dict[str, Any] = json.loads(raw)
        if "table" not in stored:
            ids = {kind: stored.pop(kind) for kind in ("game", "dynasty")}
            of = next((kind for kind, table in ids.items() if table), None)
            stored |= {"of": of, "table": ids.get(of or "")}
        return cls(**{**stored, "state": DeliveryState(stored["state"])})

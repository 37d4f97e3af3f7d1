"""How far the public log is, for metrics and checks."""

from typing import NamedTuple

from redis import Redis

from replays.streams.lag import Lag, waiting_heads
from service.application.transparency.ledger import Ledger
from service.application.transparency.signing import CheckpointUse, stored_checkpoint


class PublicLogState(NamedTuple):
    """The number of leaves, those that the published checkpoint lacks, its time, and the waiting heads.

    The time is in ms UTC; None if there is no checkpoint.
    """

    leaves: int
    unpublished: int
    published_at: int | None
    waiting: Lag


def state_of(store: Redis) -> PublicLogState:
    """The state of the log in a store, in three round trips; raises `StoreAway` and `LogForked`."""
    ledger = Ledger(store)
    waiting, leaves, stored = waiting_heads(store), ledger.size(), ledger.checkpoints()
    published = stored_checkpoint(stored, CheckpointUse.PUBLISHED)
    at = stored.get(f"{CheckpointUse.PUBLISHED.value}-at")
    size = published.checkpoint.size if published else 0
    return PublicLogState(leaves, leaves - size, int(at) if at else None, waiting)

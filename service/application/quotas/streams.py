"""Limits the share of a process's live streams that one address and one account may have."""

from collections.abc import Collection
from dataclasses import dataclass


class TooManyFollowers(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The process has reached its number of streams."""


class TooManyOfOne(TooManyFollowers):
    """The address or the account has reached its share of the process's streams."""


@dataclass(frozen=True, slots=True)
class StreamClient:
    """The client of a stream: its address and its account; no share applies to a None."""

    address: str | None = None
    player: str | None = None


ANYBODY = StreamClient()


@dataclass(frozen=True, slots=True)
class StreamQuota:
    """The shares of a process's streams that one address and one account may have."""

    address: float
    account: float

    def check(self, client: StreamClient, others: Collection[StreamClient], limit: int) -> None:
        """Raise `TooManyFollowers` if one more stream would exceed the client's share or `limit` in total."""
        if len(others) >= limit:
            raise TooManyFollowers
        there = sum(client.address is not None and other.address == client.address for other in others)
        own = sum(client.player is not None and other.player == client.player for other in others)
        if there >= self.address * limit or own >= self.account * limit:
            raise TooManyOfOne


STREAM_QUOTA = StreamQuota(address=1 / 10, account=1 / 100)
NO_STREAM_QUOTA = StreamQuota(address=1, account=1)

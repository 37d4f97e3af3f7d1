"""Limits the share of a process's live streams that one address and one account may have."""

from collections.abc import Collection
from dataclasses import dataclass

from service.application.problem import Problem


class TooManyFollowers(Problem):
    """503: the process has reached its number of streams."""

    def __init__(self) -> None:
        detail = "too many live streams are open: try again later"
        super().__init__(503, "stream/too-many", detail, headers={"Retry-After": "5"})


class TooManyOfOne(Problem):
    """429: the address or the account has reached its share of the process's streams."""

    def __init__(self) -> None:
        detail = "this address or account has the maximum number of live streams: close another one first"
        super().__init__(429, "limit/streams", detail, headers={"Retry-After": "5"})


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
        """Raise `TooManyOfOne` or `TooManyFollowers` if one more stream would exceed a share or `limit`."""
        if len(others) >= limit:
            raise TooManyFollowers
        there = sum(client.address is not None and other.address == client.address for other in others)
        own = sum(client.player is not None and other.player == client.player for other in others)
        if there >= self.address * limit or own >= self.account * limit:
            raise TooManyOfOne


STREAM_QUOTA = StreamQuota(address=1 / 10, account=1 / 100)
NO_STREAM_QUOTA = StreamQuota(address=1, account=1)

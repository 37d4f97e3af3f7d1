"""How many live streams one address and one account may have of those that a process has room for."""

from collections.abc import Collection
from dataclasses import dataclass


class TooManyFollowers(Exception):  # noqa: N818 - the answer, not a fault
    """The process serves as many streams as it can."""


class TooManyOfOne(TooManyFollowers):
    """The address or the account has as many of the process's streams as one may."""


@dataclass(frozen=True, slots=True)
class StreamClient:
    """Whose stream it is: the address that it goes to, and the account that asked, None for nobody's."""

    address: str | None = None
    player: str | None = None


ANYBODY = StreamClient()


@dataclass(frozen=True, slots=True)
class StreamQuota:
    """Which part of a process's streams one address may have, and which one account."""

    address: float
    account: float

    def check(self, client: StreamClient, others: Collection[StreamClient], limit: int) -> None:
        """Raise `TooManyFollowers` where one more is not to be among these others, of whom `limit` fit in."""
        if len(others) >= limit:
            raise TooManyFollowers
        there = sum(client.address is not None and other.address == client.address for other in others)
        own = sum(client.player is not None and other.player == client.player for other in others)
        if there >= self.address * limit or own >= self.account * limit:
            raise TooManyOfOne


STREAM_QUOTA = StreamQuota(address=1 / 10, account=1 / 100)
NO_STREAM_QUOTA = StreamQuota(address=1, account=1)

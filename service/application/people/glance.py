"""What a page that lists games shows of the signed-in player's account, read in one round trip."""

from collections.abc import Sequence
from typing import NamedTuple

from redis import Redis

from replays.encoding.identity import GameId, Version
from replays.store.scripts import asking
from service.application.account_keys import blocked_key, record_key, seen_key, unread_key
from service.application.people.records import PoolRecord, read_record


class Glance(NamedTuple):
    """The blocked players, the number of unread notices, the record, and the versions of games seen last."""

    blocked: set[str]
    unread: int
    record: list[PoolRecord]
    versions: dict[GameId, Version | None]


def glance(store: Redis, player: str, games: Sequence[GameId]) -> Glance:
    """What the account has of these, with the versions of these games; raises `StoreAway`."""
    with asking(), store.pipeline(transaction=False) as pipe:
        pipe.hgetall(blocked_key(player))
        pipe.zcard(unread_key(player))
        pipe.hgetall(record_key(player))
        if games:
            pipe.hmget(seen_key(player), games)
        blocked, unread, record, *seen = pipe.execute()
    versions = (None if version is None else Version(int(version)) for version in (seen[0] if seen else ()))
    return Glance(
        {other.decode() for other in blocked},
        unread,
        read_record(record),
        dict(zip(games, versions, strict=True)),
    )

"""Reads from the server how far a projection is behind the feeds, and the relay behind its work."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from redis import Redis

from replays.encoding.identity import PARTITIONS
from replays.log.feeds import START
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import answers_of

_ALL = range(PARTITIONS)
_NOT_JOINED = ("no such key", "NOGROUP")


@dataclass(frozen=True, slots=True)
class Lag:
    """The number of entries that the group has not finished, and the time of the oldest one.

    `since` is in ms UTC, or None if no entry is waiting.
    """

    entries: int
    since: int | None


@dataclass(frozen=True, slots=True)
class _GroupLag:
    """The place of the group in one partition; `behind` is None if the server does not know the lag."""

    delivered: str
    pending: int
    behind: int | None


def lag_of(store: Redis, group: str) -> Lag:
    """The group's lag, in two round trips; raises StoreAway."""
    return lags_of(store, [group])[group]


def undone_work(store: Redis) -> Lag:
    """The work that the relay has not finished, in one round trip; raises StoreAway."""
    return _whole(store, keys.work)


def waiting_heads(store: Redis) -> Lag:
    """The appends whose heads are not in the public log, in one round trip; raises StoreAway."""
    return _whole(store, keys.heads)


def lags_of(store: Redis, groups: Sequence[str]) -> dict[str, Lag]:
    """The lag of each of these groups, in two round trips; raises StoreAway."""
    places = _places(store, groups)
    with asking(), store.pipeline(transaction=False) as pipe:
        for group in groups:
            for number, place in enumerate(places[group]):
                pipe.xrange(keys.feed(number), f"({place.delivered}", "+", count=1)
                pipe.xpending_range(keys.feed(number), group, "-", "+", 1)
        answers = answers_of(pipe, allowed=_NOT_JOINED)
    size = 2 * PARTITIONS
    return {
        group: _lag(places[group], answers[at * size : (at + 1) * size]) for at, group in enumerate(groups)
    }


def _whole(store: Redis, key: Callable[[int], str]) -> Lag:
    """All entries of a stream of each partition, whose entries are removed when they are done."""
    with asking(), store.pipeline(transaction=False) as pipe:
        for number in _ALL:
            pipe.xlen(key(number))
            pipe.xrange(key(number), count=1)
        answers = pipe.execute()
    oldest = [entries[0][0] for entries in answers[1::2] if entries]
    return Lag(sum(answers[0::2]), _first(oldest))


def _lag(places: Sequence[_GroupLag], answers: Sequence[Any]) -> Lag:
    following, pending = answers[0::2], answers[1::2]
    waiting = [entries[0][0] for entries in following if entries]
    waiting += [entries[0]["message_id"] for entries in pending if entries]
    return Lag(
        entries=sum(map(_entries, places, following)),
        since=_first(waiting),
    )


def _first(entries: Iterable[bytes]) -> int | None:
    """The time of the oldest of these entry ids, in ms UTC."""
    return min((int(entry.partition(b"-")[0]) for entry in entries), default=None)


def groups_of(store: Redis) -> set[str]:
    """The names of all consumer groups of the feeds, in one round trip; raises StoreAway."""
    return {group["name"].decode(errors="replace") for groups in _groups(store) for group in groups}


def _places(store: Redis, names: Iterable[str]) -> dict[str, list[_GroupLag]]:
    """The places of each of these groups in all partitions, in one round trip."""
    found = _groups(store)
    return {name: [_place(groups, name) for groups in found] for name in names}


def _groups(store: Redis) -> list[Sequence[Any]]:
    """The consumer groups of each partition, as the server describes them."""
    with asking(), store.pipeline(transaction=False) as pipe:
        for number in _ALL:
            pipe.xinfo_groups(keys.feed(number))
        answers = answers_of(pipe, allowed=_NOT_JOINED)
    return [groups or () for groups in answers]


def _place(groups: Iterable[Any], name: str) -> _GroupLag:
    group = next((group for group in groups if group["name"] == name.encode()), None)
    if group is None:
        return _GroupLag(START, 0, None)
    return _GroupLag(group["last-delivered-id"].decode(), group["pending"], group["lag"])


def _entries(place: _GroupLag, following: list[Any]) -> int:
    """The number of unfinished entries; if the lag is unknown, the entries that follow count as one."""
    return place.pending + (len(following) if place.behind is None else place.behind)

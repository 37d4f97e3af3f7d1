"""Resolves a time zone's name to UTC offsets; the only module that reads the time zone database.

The offsets are stored in the game's stream, so that deadlines do not change when governments change the zone.
"""

from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

Offsets = tuple[tuple[int, int], ...]
"""Pairs of a start and a UTC offset in seconds; the first also holds before its start. Empty means UTC."""

HORIZON = 10 * 365 * 86_400
"""The seconds ahead for which offsets are stored; after that the last one applies."""

ZONES = 600
"""The number of time zones in the cache; there are fewer names."""

STEP = 7 * 86_400
"""The search step in seconds; no zone changes its offset and back again within a week."""


def offsets(timezone: str, at: int) -> Offsets:
    """The UTC offsets of a time zone from `at` on, by the pinned `tzdata`; ValueError for unknown names."""
    place = zone(timezone)
    start = at // 1000
    table = [(at, _offset(place, start))]
    for before in range(start, start + HORIZON, STEP):
        after = _offset(place, before + STEP)
        if after != table[-1][1]:
            table.append((_change(place, before, before + STEP) * 1000, after))
    return tuple(table)


def _change(zone: ZoneInfo, low: int, high: int) -> int:
    """The first second after `low` with the offset of `high`."""
    new = _offset(zone, high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _offset(zone, middle) == new else (middle, high)
    return high


def _offset(zone: ZoneInfo, second: int) -> int:
    offset = datetime.fromtimestamp(second, zone).utcoffset()
    return int(offset.total_seconds()) if offset else 0


@lru_cache(ZONES)
def zone(timezone: str) -> ZoneInfo:
    """The time zone of this name, by the pinned `tzdata`; ValueError for an unknown name."""
    if timezone not in names():
        raise ValueError(f"{timezone!r} is no name in the IANA time zone database, such as Europe/Berlin")
    # By default zoneinfo prefers the data of the machine, which may be old.
    with resources.files("tzdata").joinpath("zoneinfo", *timezone.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=timezone)


@cache
def names() -> frozenset[str]:
    """The names of all time zones, including former names."""
    return frozenset(resources.files("tzdata").joinpath("zones").read_text("ascii").split())

"""What a time zone's name means, settled once: the only place that looks into the time zone database.

The table goes into the record, so that every deadline stays what it was when governments change their minds.
"""

from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

Offsets = tuple[tuple[int, int], ...]
"""UTC offsets in seconds, each with the moment it holds from; the first also holds before. Empty is UTC."""

HORIZON = 10 * 365 * 86_400
"""How many seconds ahead the offsets are settled; after that the last one stays."""

ZONES = 600
"""How many time zones are kept; there are fewer names."""

STEP = 7 * 86_400
"""Seconds from look to look; no zone changes its offset and back again within a week."""


def offsets(timezone: str, at: int) -> Offsets:
    """The UTC offsets of a time zone from `at` on, by the pinned `tzdata`; ValueError for an unknown name."""
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
    # By itself zoneinfo prefers the data of the machine, of whatever age.
    with resources.files("tzdata").joinpath("zoneinfo", *timezone.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=timezone)


@cache
def names() -> frozenset[str]:
    """The names of all time zones, with those that they had formerly."""
    return frozenset(resources.files("tzdata").joinpath("zones").read_text("ascii").split())

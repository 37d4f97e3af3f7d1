"""The offsets of a time zone, as the record stores them."""

from datetime import UTC, datetime, timedelta
from importlib import resources
from zoneinfo import ZoneInfo

import pytest

from replays.clocks.zones import HORIZON, offsets

AT = 1_806_075_000_123


def pinned(name: str) -> ZoneInfo:
    """A time zone of the pinned database, independent of the machine's."""
    with (resources.files("tzdata") / "zoneinfo" / name).open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def test_berlin_has_two_changes_a_year() -> None:
    """Berlin has two changes a year, on the last Sundays of March and October at 01:00 UTC."""
    table = offsets("Europe/Berlin", AT)
    assert table[0] == (AT, 3_600)
    assert [offset for _, offset in table] == [3_600, 7_200] * 10 + [3_600]
    for at, _ in table[1:]:
        moment = datetime.fromtimestamp(at // 1000, UTC)
        assert (moment.weekday(), moment.hour, moment.minute) == (6, 1, 0)
        assert (moment + timedelta(weeks=1)).month == moment.month + 1


@pytest.mark.parametrize(
    "name", ["UTC", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Chatham", "Africa/Cairo"]
)
def test_every_day_of_ten_years(name: str) -> None:
    """The table equals the pinned database day by day, and one second before and at each change."""
    zone = pinned(name)
    table = offsets(name, AT)
    changes = [at // 1000 + second for at, _ in table[1:] for second in (-1, 0)]
    for second in [*range(AT // 1000, AT // 1000 + HORIZON, 86_400), *changes]:
        offset = next(offset for at, offset in reversed(table) if at // 1000 <= second)
        assert datetime.fromtimestamp(second, zone).utcoffset() == timedelta(seconds=offset)


def test_a_zone_without_summer_time() -> None:
    """A zone without changes has one entry."""
    assert offsets("Asia/Kolkata", AT) == ((AT, 19_800),)


@pytest.mark.parametrize(
    "name", ["Europe/Atlantis", "europe/berlin", "Europe", "", "../zones", "right/Europe/Berlin"]
)
def test_a_name_that_is_none(name: str) -> None:
    """Only names of the database are accepted, and no other file is opened."""
    with pytest.raises(ValueError, match="is no name in the IANA time zone database, such as Europe/Berlin"):
        offsets(name, AT)

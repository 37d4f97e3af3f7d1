"""Due times of notices: digests and quiet hours in the player's time zone, and urgent exceptions."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.encoding.identity import derived_game_id
from replays.log.listing import GAMES
from service.application.channels.preferences import Digest, Preferences, Quiet, Wishes
from service.application.channels.target import EMAIL
from service.application.channels.timing import due
from service.application.notices.notice import Notice

GAME = derived_game_id("timed")
HOUR = 3_600_000
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")
NIGHT = Quiet(22 * 60, 7 * 60)


def at(text: str, zone: str = "Europe/Berlin") -> int:
    """A time in the zone, as ms UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def notice(moment: int, kind: str = "turn", deadline: int = 0) -> Notice:
    """A notice created at this time."""
    return Notice(kind, GAME, GAMES, 3, moment, mark=str(deadline))


def wants(
    digest: Digest, quiet: Quiet | None = None, *, hour: int = 8, zone: str = "Europe/Berlin"
) -> Preferences:
    """Preferences with this digest for e-mails."""
    return Preferences(zone, quiet, {EMAIL: Wishes(digest=digest, hour=hour)})


@pytest.mark.parametrize(
    ("digest", "made", "told"),
    [
        (Digest.AT_ONCE, "2026-07-01 12:34", "2026-07-01 12:34"),
        (Digest.HOURLY, "2026-07-01 12:34", "2026-07-01 13:00"),
        (Digest.HOURLY, "2026-07-01 12:00", "2026-07-01 13:00"),
        (Digest.DAILY, "2026-07-01 07:59", "2026-07-01 08:00"),
        (Digest.DAILY, "2026-07-01 08:00", "2026-07-02 08:00"),
        (Digest.DAILY, "2026-10-24 09:00", "2026-10-25 08:00"),  # a day of 25 hours
        (Digest.DAILY, "2027-03-27 09:00", "2027-03-28 08:00"),  # a day of 23 hours
        (Digest.AT_ONCE, "2026-07-01 23:10", "2026-07-02 07:00"),
        (Digest.AT_ONCE, "2026-07-01 06:59", "2026-07-01 07:00"),
        (Digest.AT_ONCE, "2026-07-01 22:00", "2026-07-02 07:00"),
        (Digest.AT_ONCE, "2026-07-01 07:00", "2026-07-01 07:00"),
        (Digest.HOURLY, "2026-07-01 21:30", "2026-07-02 07:00"),
        (Digest.HOURLY, "2026-07-01 06:30", "2026-07-01 07:00"),
    ],
)
def test_what_is_made_then_is_told_then(digest: Digest, made: str, told: str) -> None:
    """Times follow the player's local clock, across changes of summer time."""
    assert due(notice(at(made)), wants(digest, NIGHT), EMAIL, at(made)) == at(told)


def test_quiet_hours_hold_for_what_is_late() -> None:
    """A notice that was not sent before they began waits for their end."""
    made, now = at("2026-07-01 21:59"), at("2026-07-01 22:05")
    assert due(notice(made), wants(Digest.AT_ONCE, NIGHT), EMAIL, now) == at("2026-07-02 07:00")


def test_a_warning_waits_for_no_digest() -> None:
    """A warning ignores digests, and quiet hours if the deadline is before their end."""
    made = at("2026-07-01 23:00")
    late, early = (
        notice(made, "time_running_out", at(end)) for end in ("2026-07-02 09:00", "2026-07-02 06:00")
    )
    daily = wants(Digest.DAILY, NIGHT, hour=20)
    assert due(late, daily, EMAIL, made) == at("2026-07-02 07:00")
    assert due(early, daily, EMAIL, made) == made


@given(
    made=st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001 - Hypothesis wants them so
    late=st.integers(0, 50 * HOUR),
    wishes=st.builds(
        wants,
        st.sampled_from(Digest),
        st.none() | st.builds(Quiet, st.integers(0, 1439), st.integers(0, 1439)),
        hour=st.integers(0, 23),
        zone=st.sampled_from(ZONES),
    ),
)
def test_it_is_told_once_the_time_has_come(made: datetime, late: int, wishes: Preferences) -> None:
    """The due time is never in quiet hours nor before the notice, and within two days of it."""
    moment = int(made.replace(tzinfo=UTC).timestamp() * 1000)
    told = due(notice(moment), wishes, EMAIL, moment + late)
    assert told >= moment
    if told > moment + late:
        assert told - max(moment, moment + late) <= timedelta(days=2, hours=2) / timedelta(milliseconds=1)
        assert not is_quiet(told, wishes)
        assert due(notice(moment), wishes, EMAIL, told) <= told
    else:
        assert not is_quiet(moment + late, wishes)


def is_quiet(moment: int, wishes: Preferences) -> bool:
    """True if the time lies in the quiet hours, checked minute by minute."""
    quiet = wishes.quiet
    if quiet is None or quiet.begin == quiet.end:
        return False
    here = datetime.fromtimestamp(moment / 1000, ZoneInfo(wishes.timezone or "UTC"))
    minute, hours = here.hour * 60 + here.minute, []
    each = quiet.begin
    while each != quiet.end:
        hours.append(each)
        each = (each + 1) % 1440
    return minute in hours

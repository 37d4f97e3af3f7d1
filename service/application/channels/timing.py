"""When a notice is due according to the player's digests and quiet hours, in the player's time zone."""

from datetime import UTC, datetime, timedelta, tzinfo

from replays.clocks.zones import zone
from service.application.channels.preferences import Digest, Preferences, Quiet, Wishes
from service.application.notices.kinds.registry import KINDS
from service.application.notices.notice import Notice

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def due(notice: Notice, preferences: Preferences, channel: str, now: int) -> int:
    """The time at which the channel may send the notice, in ms UTC; a time up to `now` means at once.

    `now` matters for quiet hours only: a notice that was due but not sent before they begin waits until they
    end.
    """
    local = zone(preferences.timezone or "UTC")
    at = _gathered(
        datetime.fromtimestamp(notice.at / 1000, UTC), preferences.channels[channel], notice, local
    )
    moment = max(at, datetime.fromtimestamp(now / 1000, UTC))
    spoken = _spoken(moment.astimezone(local), preferences.quiet)
    if KINDS[notice.kind].urgent and _ms(spoken) >= int(notice.mark):
        return _ms(at)
    return _ms(spoken) if spoken > moment else _ms(at)


def _gathered(at: datetime, wishes: Wishes, notice: Notice, local: tzinfo) -> datetime:
    if wishes.digest is Digest.AT_ONCE or KINDS[notice.kind].urgent:
        return at
    here = at.astimezone(local)
    if wishes.digest is Digest.HOURLY:
        into = timedelta(minutes=here.minute, seconds=here.second, microseconds=here.microsecond)
        return at + HOUR - into
    today = here.replace(hour=wishes.hour, minute=0, second=0, microsecond=0)
    return (today if today > here else today + DAY).astimezone(UTC)


def _spoken(moment: datetime, quiet: Quiet | None) -> datetime:
    """The end of the quiet hours that contain this moment, or the moment itself if it lies in none."""
    if quiet is None or quiet.begin == quiet.end:
        return moment
    minute = moment.hour * 60 + moment.minute
    after = (minute - quiet.begin) % 1440
    length = (quiet.end - quiet.begin) % 1440
    if after >= length:
        return moment
    end = moment.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    return end if end > moment else end + DAY


def _ms(moment: datetime) -> int:
    return round(moment.astimezone(UTC).timestamp() * 1000)

"""Writes deadlines as an iCalendar feed (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from service.application.channels.calendar.deadlines import TurnDeadline
from service.application.i18n.speaking import pgettext as _p

if TYPE_CHECKING:
    from icalendar import Event

MEDIA_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Kingdomino//Deadlines//EN"
REFRESH = timedelta(minutes=30)
"""The interval at which calendars are asked to fetch the feed again (RFC 7986, 5.7)."""


def feed(found: Iterable[TurnDeadline]) -> bytes:
    """The feed as iCalendar text, with lines of at most 75 bytes that end with CR LF.

    An event has no duration and lies at the deadline. Its UID stays the same during the whole game.
    """
    from icalendar import Calendar  # noqa: PLC0415 - costs 0.2 s and 9 MB, which most processes do not need

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, _p("game", "Kingdomino"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT30M")
    for each in found:
        calendar.add_component(_event(each))
    return bytes(calendar.to_ical())


def _event(deadline: TurnDeadline) -> "Event":
    from icalendar import Alarm, Event  # noqa: PLC0415 - as above

    event = Event()
    event.add("uid", f"{deadline.game}@kingdomino")
    event.add("sequence", deadline.version)
    for name in ("dtstamp", "last-modified"):
        event.add(name, _moment(deadline.changed))
    event.add("dtstart", _moment(deadline.at))
    event.add("summary", deadline.summary)
    event.add("description", deadline.url)  # most calendars show no URL
    event.add("url", deadline.url)
    event.add("transp", "TRANSPARENT")
    if deadline.alarm is not None:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("trigger", _moment(deadline.alarm) - _moment(deadline.at))
        alarm.add("description", deadline.summary)
        event.add_component(alarm)
    return event


def _moment(ms: int) -> datetime:
    """The moment in UTC, in whole seconds: iCalendar has no fractions."""
    return datetime.fromtimestamp(ms // 1000, UTC)

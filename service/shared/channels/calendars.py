"""The link of a player's calendar, for the API and the page."""

from replays.bootstrap import now_ms
from service.application.channels.calendar.links import CalendarLink
from service.http.hosts import shared_url
from service.services import services
from service.shared.accounts.audit import acting


def calendar_link(player: str) -> CalendarLink | None:
    """The player's link, or None."""
    return services().calendars.of(player)


def renew_calendar(player: str, request: str = "") -> CalendarLink:
    """A new link that replaces the old one; the same non-empty `request` gives the same link again."""
    return services().calendars.renew(player, request, now_ms(), acting())


def revoke_calendar(player: str) -> None:
    """Revoke the player's link."""
    services().calendars.revoke(player, acting())


def calendar_url(link: CalendarLink) -> str:
    """The URL of the calendar."""
    return shared_url("calendar_feed", token=link.token)

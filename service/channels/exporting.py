"""What the export of an account has of its channels."""

from typing import Any

from service.channels.calendar.links import CalendarLinks
from service.channels.forms import SHOWN, exported_preferences, exported_target
from service.channels.targets import Targets


def exported_channels(targets: Targets, calendars: CalendarLinks, player: str) -> dict[str, Any]:
    """The player's preferences, targets and calendar, without what is secret; raises `StoreAway`."""
    preferences, known = targets.known(player)
    link = calendars.of(player)
    return {
        "notice_preferences": exported_preferences(preferences),
        "notice_targets": [exported_target(each) for each in known if each.target.channel in SHOWN],
        "calendar": {"created_at": link.at} if link else None,
    }

"""Preferences, mutes and targets in the form that their player gets: in the API, page and export."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from service.application.channels.calendar.links import CalendarLinks
from service.application.channels.preferences import Preferences, Wishes
from service.application.channels.target import EMAIL, PUSH
from service.application.channels.targets import Known, Targets
from service.application.notices.kinds.registry import KINDS

SHOWN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {EMAIL: (), PUSH: ("browser", "system", "created_at", "sent_at")}
)
"""The fields of a target's data that are exported, by channel; they contain no keys and no secrets.

Webhooks have a separate list in the export, with their logs.
"""


def preferences_form(preferences: Preferences, channels: Iterable[str]) -> dict[str, Any]:
    """The preferences for these channels in the form of the API; times are `HH:MM`."""
    quiet = preferences.quiet
    return {
        "time_zone": preferences.timezone,
        "quiet": quiet and {"begin": _clock(quiet.begin), "end": _clock(quiet.end)},
        "channels": {name: _wishes(preferences.channels[name]) for name in channels},
    }


def mute_form(preferences: Preferences, game: str) -> dict[str, Any]:
    """A game with the channels for which it is muted."""
    return {"game": game, "channels": sorted(preferences.muted.get(game, ()))}


def exported_preferences(preferences: Preferences) -> dict[str, Any]:
    """All preferences of a player, under the names of the API."""
    form = preferences_form(preferences, preferences.channels)
    quiet = form["quiet"]
    return {
        **form,
        "quiet": quiet and {"from": quiet["begin"], "to": quiet["end"]},
        "mutes": [mute_form(preferences, game) for game in sorted(preferences.muted)],
    }


def exported_target(known: Known) -> dict[str, Any]:
    """A target without its secrets."""
    return {
        "channel": known.target.channel,
        "id": known.target.id or None,
        "stopped": known.stopped or None,
        **{name: known.data.get(name) for name in SHOWN[known.target.channel]},
    }


def exported_channels(targets: Targets, calendars: CalendarLinks, player: str) -> dict[str, Any]:
    """The player's preferences, targets and calendar, without secrets; raises `StoreAway`."""
    preferences, known = targets.known(player)
    link = calendars.of(player)
    return {
        "notice_preferences": exported_preferences(preferences),
        "notice_targets": [exported_target(each) for each in known if each.target.channel in SHOWN],
        "calendar": {"created_at": link.at} if link else None,
    }


def _wishes(wishes: Wishes) -> dict[str, Any]:
    return {
        "on": wishes.on,
        "digest": wishes.digest.value,
        "hour": wishes.hour,
        "kinds": {kind: kind not in wishes.without for kind in KINDS},
    }


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"

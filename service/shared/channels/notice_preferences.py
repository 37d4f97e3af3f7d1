"""Notice preferences of players: read and changed, for the API and the page."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from replays.bootstrap import now_ms
from service.application.channels.forms import preferences_form
from service.application.channels.preferences import Preferences, Quiet, Wishes
from service.application.problem import Problem
from service.services import services


def offered() -> list[str]:
    """The channels of this installation that have preferences, in order."""
    return [name for name in Preferences().channels if name in services().channels]


def preferences_of(player: str) -> Preferences:
    """The player's preferences."""
    return services().targets.known(player)[0]


def form_of(preferences: Preferences) -> dict[str, Any]:
    """The preferences in the API's form, limited to the channels of this installation."""
    return preferences_form(preferences, offered())


def change_preferences(player: str, said: Mapping[str, Any]) -> Preferences:
    """Apply the changes that `PreferencesRequest` loaded, also to unsent notices; gives the new preferences.

    422 `request/invalid` for a channel that this installation does not have.
    """
    _check(said.get("channels", ()), lambda name, error: {"channels": {name: {"key": [error]}}})
    return _changed(player, lambda preferences: _after(preferences, said))


def mute(player: str, game: str, channels: Collection[str]) -> Preferences:
    """Mute a game on exactly these channels; 422 for a channel that this installation does not have."""
    _check(channels, lambda _, error: {"channels": [error]})
    return _changed(player, lambda preferences: preferences.mute(game, frozenset(channels)))


def _changed(player: str, change: Callable[[Preferences], Preferences]) -> Preferences:
    parts = services()
    changed = parts.targets.prefer(player, change)
    parts.due_targets.enter(parts.targets.of([player]), now_ms())
    return changed


def _check(names: Iterable[str], told: Callable[[str, str], dict[str, Any]]) -> None:
    """Raise 422 for a channel that is not offered, in the form of the request parser's errors."""
    for name in names:
        if name not in offered():
            has = ", ".join(offered()) or "none"
            error = f"This installation has no channel {name}; it has: {has}."
            errors = {"json": told(name, error)}
            raise Problem(422, "request/invalid", "the request has wrong values", more={"errors": errors})


def _after(preferences: Preferences, said: Mapping[str, Any]) -> Preferences:
    channels = dict(preferences.channels)
    for name, wishes in said.get("channels", {}).items():
        channels[name] = _wishes_after(channels[name], wishes)
    quiet = preferences.quiet
    if "quiet" in said:
        quiet = said["quiet"] and Quiet(_minute(said["quiet"]["begin"]), _minute(said["quiet"]["end"]))
    timezone = said.get("time_zone", preferences.timezone)
    return replace(preferences, timezone=timezone, quiet=quiet, channels=channels)


def _wishes_after(wishes: Wishes, said: Mapping[str, Any]) -> Wishes:
    kinds = said.get("kinds", {})
    told = {kind for kind, wanted in kinds.items() if wanted}
    without = (wishes.without - told) | (kinds.keys() - told)
    return replace(
        wishes,
        on=said.get("on", wishes.on),
        digest=said.get("digest", wishes.digest),
        hour=said.get("hour", wishes.hour),
        without=frozenset(without),
    )


def _minute(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)

"""Notice preferences as their players read and change them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from service.application.channels.delivering.due import DueTargets
from service.application.channels.forms import preferences_form
from service.application.channels.preferences import Preferences, Quiet, Wishes
from service.application.channels.targets import Targets
from service.application.problem import Problem


@dataclass(frozen=True, slots=True)
class NoticePreferences:
    """The preferences of all players, on an installation with these channels."""

    targets: Targets
    due: DueTargets
    channels: Collection[str]

    @property
    def offered(self) -> list[str]:
        """The channels of this installation that have preferences, in order."""
        return [name for name in Preferences().channels if name in self.channels]

    def of(self, player: str) -> Preferences:
        """The player's preferences."""
        return self.targets.known(player)[0]

    def form(self, preferences: Preferences) -> dict[str, Any]:
        """The preferences in the API's form, limited to the channels of this installation."""
        return preferences_form(preferences, self.offered)

    def change(self, player: str, said: Mapping[str, Any], now: int) -> Preferences:
        """Apply the changes in `said`, in the API's form, also to unsent notices; gives the new preferences.

        422 `request/invalid` for a channel that this installation does not have.
        """
        self._check(said.get("channels", ()), lambda name, error: {"channels": {name: {"key": [error]}}})
        return self._changed(player, lambda preferences: _after(preferences, said), now)

    def mute(self, player: str, game: str, channels: Collection[str], now: int) -> Preferences:
        """Mute a game on exactly these channels; 422 for a channel that this installation does not have."""
        self._check(channels, lambda _, error: {"channels": [error]})
        return self._changed(player, lambda preferences: preferences.mute(game, frozenset(channels)), now)

    def _changed(self, player: str, change: Callable[[Preferences], Preferences], now: int) -> Preferences:
        changed = self.targets.prefer(player, change)
        self.due.enter(self.targets.of([player]), now)
        return changed

    def _check(self, names: Iterable[str], told: Callable[[str, str], dict[str, Any]]) -> None:
        """Raise 422 for a channel that is not offered, in the form of the request parser's errors."""
        for name in names:
            if name not in self.offered:
                has = ", ".join(self.offered) or "none"
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

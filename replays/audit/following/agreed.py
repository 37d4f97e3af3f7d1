"""Checks the options in the first event: their stored form, and their consistency."""

from collections.abc import Mapping
from typing import Any

from kingdomino.rules.versions import VERSIONS
from replays.audit.following.event_check import EventCheck
from replays.clocks.spec import TimeControl
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.forms import RULES
from replays.events.causes import SYSTEM
from replays.events.game_events import OPTIONS, Options
from replays.match.deciding.bots import STAND_IN, is_stand_in
from replays.match.deciding.rated import is_for_people
from replays.match.kinds import Created

DEFAULTS: Mapping[str, object] = {
    "absent": "bot",
    "on_timeout": "bot",
    "private": False,
    "spectators": True,
    "hints": True,
    "rated": False,
    "invited": [],
    "offsets": [],
    "stand_in": STAND_IN,
}
"""The defaults of stored options, which never change: an option with its default is left out."""


def opener_of(created: StoredEvent) -> str | None:
    """The actor of an event, if it can be a player's id; the log has no other data on who opened a table."""
    actor = created.record["actor"]
    return actor if isinstance(actor, str) and actor not in {"", SYSTEM} else None


def unread(data: Any) -> str | None:
    """A sentence on why the data of a first event cannot be read, or None if no reason is found here.

    The reasons are an unknown version of the rules, and an option that is stored although it has its default.
    """
    if not isinstance(data, dict):
        return None
    version = data.get("rules_version")
    if type(version) is int and version not in VERSIONS.numbers:
        return f"rules_version {version}: this verifier knows 1 to {max(VERSIONS.numbers)}"
    options = data.get("options")
    for name, value in options.items() if isinstance(options, dict) else ():
        is_default = name in DEFAULTS and type(value) is type(DEFAULTS[name]) and value == DEFAULTS[name]
        if is_default or (name == "clock" and isinstance(value, dict) and value.get("policy") == "none"):
            return f"options: {name} has its default, {canonical(value).decode()}, and is then left out"
    return None


def spelled_otherwise(created: Created, data: Mapping[str, Any]) -> str | None:
    """A sentence if rules or options do not have their stored form (such as sorted weekdays), or None."""
    for name, stored in (("rules", RULES.write(created.rules)), ("options", OPTIONS.write(created.options))):
        if stored != data[name]:
            right, found = canonical(stored).decode(), canonical(data[name]).decode()
            return f"{name} are stored as {right}, not as {found}"
    return None


def agreed(check: EventCheck, options: Options) -> None:
    """Report options that contradict each other: pauses, time-outs, stand-in, rated and the deal."""
    clock = options.clock
    if bool(clock and clock.pause) != bool(options.offsets):
        check.wrong("options/offsets", "a clock has UTC offsets if and only if it has a pause")
    if options.on_timeout and (clock is None or clock.policy is TimeControl.NONE):
        check.wrong("options/on-timeout", "there is no clock, so there are no time-outs")
    if options.stand_in is not None and not is_stand_in(options.stand_in):
        check.stop("options/stand-in", f"{options.stand_in!r} is no bot that decides at once everywhere")
    if options.rated and not is_for_people(clock, options.on_timeout):
        check.wrong("options/rated", "in a rated game no bot plays for who is out of time")
    if options.rated and options.deal:
        check.wrong("options/deal", "a game with a known deal is not rated")

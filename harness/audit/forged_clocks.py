"""Forgeries of a game with a clock: of its deadlines, time-outs, vacations, outages and pauses."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from harness.audit.forging import Record
from harness.play.correspondence import HOUR, MINUTE, Played
from replays.clocks.week import DAY
from replays.encoding.identity import Version
from replays.match.aggregate import fold

CHOICES = {"DominoChosen", "DominoPlaced", "DominoDiscarded"}
SHIFTS = [1, -1, 1000, -1000, 30 * MINUTE, -30 * MINUTE, HOUR, -HOUR, DAY, -DAY, 40 * DAY]
"""Differences in ms that a forger may make."""

Change = Callable[[Played, list[Record], Random], list[Record] | None]
"""Changes the events of a game, or gives None if the game has nothing to change in this way."""


def records(played: Played) -> list[Record]:
    """The events in their public form."""
    return [{**event.record, "hash": event.hash} for event in played.events]


def forged_clocks(played: Played, random: Random, count: int) -> Iterator[list[Record]]:
    """Copies of the game's record with one forgery each, at most `count`."""
    for change in random.choices(CHANGES, k=count):
        forged = change(played, deepcopy(records(played)), random)
        if forged is not None:
            yield [{**event, "version": version} for version, event in enumerate(forged, start=1)]


def _indexes(events: list[Record], *kinds: str) -> list[int]:
    return [index for index, event in enumerate(events) if event["type"] in kinds]


def _any(events: list[Record], random: Random, *kinds: str) -> int | None:
    found = _indexes(events, *kinds)
    return random.choice(found) if found else None


def _between(played: Played, random: Random) -> int:
    """The index of an event after the start that begins an append."""
    started = _indexes(records(played), "GameStarted")[0]
    return random.choice([end for end in played.appends[:-1] if end > started])


def _deadline(played: Played, index: int) -> int | None:
    """The deadline of the seat to act before this event."""
    match = fold(played.game, played.events[: Version(index)])
    return match.deadline if match else None


def _later(events: list[Record], index: int, ms: int) -> list[Record]:
    """Moves all times from this event on, but no event before the one before it."""
    ms = max(ms, events[index - 1]["at"] - events[index]["at"])
    for event in events[index:]:
        event["at"] += ms
        data = event["data"]
        for name in {"deadline", "began", "ended", "laid"} & data.keys():
            data[name] = max(0, data[name] + ms)
    return events


def moved(played: Played, events: list[Record], random: Random) -> list[Record] | None:
    """Something happens just before, at, or after the deadline, and all else with it."""
    index = _between(played, random)
    due = _deadline(played, index)
    return (
        None
        if due is None
        else _later(events, index, due - events[index]["at"] + random.choice([0, *SHIFTS]))
    )


def other_deadline(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """A time-out states another deadline."""
    index = _any(events, random, "TimeExpired")
    if index is None:
        return None
    events[index]["data"]["deadline"] += random.choice(SHIFTS)
    return events


def early(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """A time-out before the deadline, with all that follows in its append."""
    index = _any(events, random, "TimeExpired")
    if index is None:
        return None
    at, before = events[index]["at"], events[index - 1]["at"]
    earlier = max(before, events[index]["data"]["deadline"] - random.choice([1, 2, HOUR]))
    for event in events[index:]:
        if event["at"] == at:
            event["at"] = earlier
    return events


def no_time_out(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """A time-out is left out, and the bot's next move is the player's."""
    index = _any(events, random, "TimeExpired")
    if index is None:
        return None
    seat = events[index]["seat"]
    [player] = {
        e["data"]["player"] for e in events[:index] if e["type"] == "PlayerSeated" and e["seat"] == seat
    }
    rest = events[index + 2 :]
    if rest and rest[0]["type"] in CHOICES:
        rest[0].update(actor=player, cause="player")
    return [*events[:index], *rest[: random.choice([1, len(rest)])]]


def invented_vacation(played: Played, events: list[Record], random: Random) -> list[Record]:
    """A player is on vacation, or back again, without having said so."""
    index = _between(played, random)
    kind = random.choice(["VacationBegan", "VacationBegan", "VacationEnded"])
    return _inserted(events, index, random, kind)


def invented_return(played: Played, events: list[Record], random: Random) -> list[Record]:
    """A player comes back without having said so."""
    return _inserted(events, _between(played, random), random, "SeatReturned")


def _inserted(events: list[Record], index: int, random: Random, kind: str) -> list[Record]:
    seated = [event for event in events[:index] if event["type"] == "PlayerSeated"]
    sitter = random.choice(seated)
    at = random.randint(events[index - 1]["at"], events[index]["at"])
    told = {"type": kind, "seat": sitter["seat"], "actor": sitter["data"]["player"], "cause": "player"}
    return [*events[:index], {**events[index], **told, "at": at, "data": {}, "schema": 1}, *events[index:]]


def left_out(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """The beginning or the end of a vacation, or an outage, is left out."""
    index = _any(events, random, "VacationBegan", "VacationEnded", "OutageRecorded")
    return None if index is None else [*events[:index], *events[index + 1 :]]


def at_another_time(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """A vacation begins or ends at another time."""
    index = _any(events[:-1], random, "VacationBegan", "VacationEnded")
    if index is None:
        return None
    events[index]["at"] = random.randint(events[index - 1]["at"], events[index + 1]["at"])
    return events


def invented_outage(played: Played, events: list[Record], random: Random) -> list[Record]:
    """An outage that nobody recorded: over the deadline, after it, before the turn, or in it."""
    index = _between(played, random)
    before, at = events[index - 1]["at"], events[index]["at"]
    due = _deadline(played, index) or at
    began = max(0, random.choice([before, at, due]) + random.choice([0, *SHIFTS]))
    ended = began + random.choice([1, MINUTE, HOUR, 3 * DAY])
    data = {"began": began, "ended": ended, "grace": random.choice([0, HOUR]), "reason": "away"}
    told = {"type": "OutageRecorded", "seat": None, "actor": "system", "cause": "system", "data": data}
    return [*events[:index], {**events[index], **told, "schema": 1}, *events[index:]]


def other_outage(_: Played, events: list[Record], random: Random) -> list[Record] | None:
    """An outage is longer or shorter, or has another grace period."""
    index = _any(events, random, "OutageRecorded")
    if index is None:
        return None
    data = events[index]["data"]
    name = random.choice(["began", "ended", "grace"])
    data[name] = max(0, data[name] + random.choice(SHIFTS))
    return events


def other_clock(_: Played, events: list[Record], random: Random) -> list[Record]:
    """The clock has other times, or another pause."""
    clock = events[0]["data"]["options"]["clock"]
    if "pause" in clock and random.random() < 0.7:
        _other_pause(clock, events[0]["data"]["options"], random)
    else:
        name = random.choice(sorted(clock.keys() - {"policy", "pause"}))
        clock[name] = max(1, clock[name] + random.choice([1, -1, 3600, -3600]))
    return events


def _other_pause(clock: dict[str, Any], options: dict[str, Any], random: Random) -> None:
    pause, table = clock["pause"], options["offsets"]
    match random.choice(["offset", "moment", "days", "hours", "none"]):
        case "offset":
            random.choice(table[:4])[1] += random.choice([1, -1, 1800, -3600])
        case "moment":
            random.choice(table[:4])[0] += random.choice([1, -1, 1800, HOUR])
        case "days":
            pause["weekdays"] = random.choice([[], ["mon"], ["sun", "sat"], ["thu", "fri", "sat", "sun"]])
        case "hours":
            pause["from"], pause["to"] = random.choice(
                [("00:00", "12:00"), ("22:00", "00:00"), ("01:00", "01:00")]
            )
        case "none":
            del clock["pause"], options["offsets"]


CHANGES: list[Change] = [
    *[moved] * 4,
    other_deadline,
    early,
    no_time_out,
    invented_vacation,
    invented_return,
    left_out,
    at_another_time,
    invented_outage,
    other_outage,
    other_clock,
]
"""Every forgery, some of them more than once because they are more often of interest."""

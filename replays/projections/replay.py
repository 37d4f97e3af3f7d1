"""The replay of a game: the match at every version, and the first fault if the log is damaged."""

from collections.abc import Iterable
from dataclasses import dataclass

from kingdomino.game import Game
from replays.encoding.drift import state_hash
from replays.encoding.entries import Fault, StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import CodecError, OtherKind
from replays.log.event_log import EventLog
from replays.match.aggregate import UNREADABLE, Match, evolve


@dataclass(frozen=True, slots=True)
class Frame:
    """A stored event, and the match just after it."""

    event: StoredEvent
    match: Match


@dataclass(frozen=True, slots=True)
class Replay:
    """The frames of all events before the first fault, in order, and that fault or None.

    In addition to the faults of the log (see `entries.Fault`) there are those of the codec
    (`log/unknown-type`, `log/unknown-schema`, `log/data`), `log/impossible` for an event that cannot happen
    at its place, and `log/drift` if the rules give another state than when the game was played.
    """

    frames: tuple[Frame, ...]
    fault: Fault | None


def replay(log: EventLog, game: GameId) -> Replay:
    """The replay of a game in the log; without frames for an unknown game."""
    return replayed(game, *log.read_checked(game))


def replayed(game: GameId, events: Iterable[StoredEvent], fault: Fault | None = None) -> Replay:
    """The replay of these events, whose bytes are intact; `fault` is the fault after the last one, if any."""
    frames: list[Frame] = []
    match: Match | None = None
    for event in events:
        try:
            after = _after(game, match, event)
        except OtherKind:
            return Replay((), None)
        if isinstance(after, Fault):
            return Replay(tuple(frames), after)
        match = after
        frames.append(Frame(event, match))
    return Replay(tuple(frames), fault)


def _after(game: GameId, match: Match | None, event: StoredEvent) -> Match | Fault:
    try:
        after = evolve(game, match, event)
    except UNREADABLE as error:
        return fault_at(event, error)
    if event.record["type"] != "LineDealt" or after.game is None:
        return after
    return _drift(after.game, event) or after


def fault_at(event: StoredEvent, error: Exception) -> Fault:
    """The fault of an event that is unreadable or impossible at its place; `error` is one of `UNREADABLE`.

    An event of another kind of stream is no fault: `OtherKind` is raised again.
    """
    if isinstance(error, OtherKind):
        raise error
    if isinstance(error, CodecError):
        return Fault(event.version, error.code, error.text)
    return Fault(event.version, "log/impossible", f"{event.record['type']} cannot happen here: {error}")


def _drift(after: Game, event: StoredEvent) -> Fault | None:
    """A fault if the state hash in a `LineDealt` differs from that of the state by the present rules."""
    recorded, found = event.record["data"]["state_hash"], state_hash(after)
    if recorded == found:
        return None
    text = f"the state's hash was {recorded} when played and is {found} by these rules"
    return Fault(event.version, "log/drift", text)

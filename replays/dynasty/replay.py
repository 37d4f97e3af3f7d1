"""The replay of a dynasty from its first event on: its own events, and the events of its games in place.

The frames of a game stand between its `DynastyGameStarted` and its `DynastyGameScored`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kingdomino import dynasty as rule
from replays.dynasty.aggregate import Dynasty, evolve, game_id
from replays.encoding.entries import Fault, StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import OtherKind
from replays.log.event_log import EventLog
from replays.match.aggregate import UNREADABLE, Match
from replays.projections.replay import Frame, fault_at, replay


@dataclass(frozen=True, slots=True)
class DynastyFrame:
    """A stored event of the dynasty, and the dynasty just after it."""

    event: StoredEvent
    dynasty: Dynasty


@dataclass(frozen=True, slots=True)
class DynastyFault:
    """The first fault, and the game in whose stream it is, or None for the dynasty's own stream.

    In addition to the faults of a game's replay, there is `log/drift` if the dynasty recorded something
    other than the results of its games.
    """

    game: GameId | None
    fault: Fault


Played = DynastyFrame | Frame | DynastyFault


def played(log: EventLog, dynasty: GameId) -> Iterator[Played]:
    """The frames of a dynasty and its games in order, up to the first fault, which comes last.

    Empty for an unknown dynasty. Each game is read only when the replay reaches it.
    """
    stored, fault = log.read_checked(dynasty)
    now: Dynasty | None = None
    game: Match | None = None
    for event in stored:
        try:
            after = _after(dynasty, now, event, game)
        except OtherKind:
            return
        if isinstance(after, Fault):
            yield DynastyFault(None, after)
            return
        yield DynastyFrame(event, after)
        if event.record["type"] == "DynastyGameStarted":
            found = replay(log, after.games[-1].id)
            yield from found.frames
            if found.fault:
                yield DynastyFault(after.games[-1].id, found.fault)
                return
            game = found.frames[-1].match if found.frames else None
        now = after
    if fault:
        yield DynastyFault(None, fault)


def _after(dynasty: GameId, now: Dynasty | None, event: StoredEvent, game: Match | None) -> Dynasty | Fault:
    try:
        after = evolve(dynasty, now, event)
    except UNREADABLE as error:
        return fault_at(event, error)
    otherwise = drift(after, event, game)
    return Fault(event.version, "log/drift", otherwise) if otherwise else after


def drift(after: Dynasty, event: StoredEvent, game: Match | None) -> str | None:
    """A sentence that names recorded fields that differ from the games, or None; `game` is the last game."""
    recorded = event.record["data"]
    follows = _following(after, event.record["type"], game)
    wrong = [name for name, value in follows.items() if recorded[name] != value]
    return f"{', '.join(wrong)}: recorded otherwise than the games give" if wrong else None


def _following(after: Dynasty, kind: str, game: Match | None) -> dict[str, object]:
    """The values that the data of an event of this type must have, by field."""
    places = [list(place) for place in rule.standings(after.totals)]
    if kind == "DynastyGameStarted":
        return {"game": game_id(after.id, len(after.games))}
    if kind == "DynastyGameScored":
        result = game.result if game else None
        points = [score.total for score in result.scores] if result else None
        return {"points": points, "ranking": places}
    if kind == "DynastyDecided":
        return {"totals": list(after.totals), "winners": places[0]}
    return {}

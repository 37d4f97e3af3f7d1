"""Checks the automatic events of a game that is followed: draws, consequences of the rules, and the result.

Draws are computed again from the revealed seed, everything else from the rules and the table.
"""

from kingdomino.game import events as rules_events
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.machine import automatic
from kingdomino.machine.plausible import DRAWS, agreeing, why_impossible
from replays.audit.following.event_check import DueEvent, EventCheck, Walk, bare
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.codec import Event
from replays.match.aggregate import Match, Status
from replays.match.deciding.decisions import scored


def due(walk: Walk, event: Event | None) -> DueEvent | None:
    """The event that is due here automatically, or None; for a draw with an unknown seed, that of `event`."""
    if walk.match is None:
        return None
    if walk.pending:
        return walk.pending[0]
    follows = _by_itself(walk, walk.match, event)
    return DueEvent(follows) if follows else None


def _by_itself(walk: Walk, match: Match, event: Event | None) -> Event | rules_events.Event | None:
    if match.status is Status.ACTIVE and match.game is not None:
        return automatic(match.game, walk.chance or agreeing(match.game, bare(event)))
    if match.status is Status.OPEN and len(match.sitters) == match.players:
        return game_events.GameStarted()
    if match.status is Status.ABORTED and match.seed is None:
        return event if isinstance(event, game_events.SeedRevealed) else game_events.SeedRevealed("")
    if match.status is Status.FINISHED and match.seed is not None and match.game is not None:
        return scored(match.game)
    return None


def follow_due(check: EventCheck, expected: DueEvent) -> None:
    """Check the event against the due one; it must have the time of the previous event of its append."""
    event = bare(check.event)
    if type(event) is not type(expected.event):
        due_type, found = type(expected.event).__name__, type(check.event).__name__
        check.stop("rules/not-due", f"{due_type} follows here by itself, not {found}")
    check.together()
    if isinstance(expected.event, game_events.GameScored) and isinstance(event, game_events.GameScored):
        _result(check, expected.event, event)
    elif isinstance(event, DRAWS):
        _draw(check, expected.event, event)
    elif expected.event != event:
        check.stop("rules/otherwise", f"by the rules it is {expected.event}")
    check.by(expected.actor, expected.cause)


def _draw(check: EventCheck, expected: object, drawn: rules_events.Event) -> None:
    if check.walk.chance is not None and drawn != expected:
        text = f"the seed gives {_told(expected)}, the record has {_told(drawn)}"
        check.fault(Aspect.FAIRNESS, "draw/otherwise", text)
    game = check.match.game
    impossible = why_impossible(game, drawn, check.walk.dealt) if game else None
    if impossible:
        check.stop("draw/impossible", impossible)


def _result(check: EventCheck, expected: game_events.GameScored, found: game_events.GameScored) -> None:
    if check.stored.record["schema"] == 1 and check.match.rules.origins:
        check.stop("log/unknown-schema", "GameScored: schema 1 is of the base game only")
    if found == expected:
        return
    counted = [score.total for score in expected.scores]
    text = f"the kingdoms give {counted} points and the places {_places(expected)}; recorded are "
    text += f"{[score.total for score in found.scores]} and {_places(found)}, or other details"
    check.fault(Aspect.RESULT, "result/otherwise", text)


def _told(event: object) -> str:
    """A phrase for a draw."""
    if isinstance(event, rules_events.LineDealt):
        return f"the line {', '.join(map(str, event.dominoes))}"
    if isinstance(event, rules_events.KingDrawn):
        return f"a king of seat {event.seat}"
    if isinstance(event, BoardRefilled):
        return f"the cavemen {', '.join(tile.value for tile in event.cavemen)}"
    return type(event).__name__


def _places(scored: game_events.GameScored) -> list[list[int]]:
    return [list(place) for place in scored.ranking]

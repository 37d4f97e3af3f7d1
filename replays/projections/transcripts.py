"""A game of the log as text, in the notation of whole games (`docs/play/notation.md`)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import cast, get_args

from kingdomino.game import events as rules_events
from kingdomino.transcript.recording import transcript_of
from kingdomino.transcript.values import Tag, Transcript
from replays.encoding.entries import StoredEvent
from replays.events import game_events
from replays.events.causes import SYSTEM
from replays.events.codec import Event, decode
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal

ID_TAG = "Id"
"""The name of the tag with the game's id."""

NOBODY = "?"
"""The name of a player who is unknown or erased."""

_OF_THE_RULES = get_args(rules_events.Event)


def transcript_of_match(
    match: Match,
    log: Sequence[StoredEvent],
    names: Mapping[str, str | None],
    place: Sequence[Tag] = (),
) -> Transcript:
    """The game up to the match's version, and the automatic events that follow it.

    `log` has the game's events from the first one to that version at least, `names` the players' current
    names by id. The tags are Id, those of its `place` in a tournament, Date (of the creation, UTC) and each
    seat's name. Raises `Refusal` (`game/not-started`) for a table that is still open, and the errors of
    `decode`.
    """
    played = [event for event in map(told, _whole(log, match.head.version)) if event]
    if not played:
        raise Refusal("game/not-started", "the game has not started, so it has no text yet")
    started = rules_events.GameStarted(match.rules, match.players)
    return transcript_of([started, *played], tuple(_tags(match, names, place)))


def _whole(log: Sequence[StoredEvent], version: int) -> list[Event]:
    """The events up to a version, and the later ones that belong to the same move."""
    followed = takewhile(lambda stored: stored.record["cause"] == SYSTEM, log[version:])
    return [decode(stored) for stored in (*log[:version], *followed)]


def told(event: Event) -> rules_events.Event | None:
    """The event in the form of the rules; None for an event that the rules do not know."""
    if isinstance(event, game_events.LineDealt):
        return rules_events.LineDealt(event.dominoes)
    if isinstance(event, game_events.SeatLeft):
        return rules_events.SeatLeft(event.seat, idle=event.policy is None)
    if isinstance(event, game_events.SeatTakenOver):
        return rules_events.SeatRejoined(event.seat)
    return cast("rules_events.Event", event) if isinstance(event, _OF_THE_RULES) else None


def _tags(match: Match, names: Mapping[str, str | None], place: Sequence[Tag]) -> list[Tag]:
    created = datetime.fromtimestamp(match.created_at // 1000, UTC)
    seats = [names.get(sitter.player) or NOBODY for sitter in match.sitters]
    return [
        Tag(ID_TAG, match.id),
        *place,
        Tag("Date", created.strftime("%Y.%m.%d")),
        *(Tag(f"Seat{seat}", name) for seat, name in enumerate(seats)),
    ]

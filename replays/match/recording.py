"""Turns decisions into stored events, with versions, times, canonical bytes and hashes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from kingdomino.board.numbers import Seat
from kingdomino.game.events import DominoChosen, DominoDiscarded, DominoLeftOver, DominoPlaced, KingDrawn
from kingdomino.game.origins_events import OriginsEvent
from replays.encoding.canonical import canonical
from replays.encoding.chain import link
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.events import game_events
from replays.events.causes import PLAN, PLAYER, SYSTEM
from replays.events.codec import Event, encode
from replays.events.game_events import LineDealt, SeatLeft
from replays.log.event_log import Append, CommandId, IndexChange
from replays.log.listing import GAMES
from replays.match.aggregate import Match, fold
from replays.match.kinds import A, StreamKind, TimedWork


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event to be stored, its actor (a player's id or `system`), and its cause.

    `plan_left` is with `PlanFired` only: the stored form of what is left of the plan, or None.
    """

    event: Event
    actor: str = SYSTEM
    cause: str = SYSTEM
    plan_left: bytes | None = None


@dataclass(frozen=True, slots=True)
class AppendContext:
    """The circumstances of an append: the clock's time (ms UTC), the command, and a new game's sealed seed.

    The events get that time, or the time of the previous event if that is later.
    """

    now: int
    command: CommandId | None = None
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class PreparedAppend(Generic[A]):
    """An append ready for the log, and the aggregate after it."""

    append: Append
    after: A


PLANNED = (DominoPlaced, DominoDiscarded, DominoChosen)
"""The events of the moves that a plan can make; the seat is the one that was to act."""

MOVES = OriginsEvent | KingDrawn | LineDealt | DominoChosen | DominoPlaced | DominoDiscarded | DominoLeftOver
"""The events of turns: after them alone, workers have something to do only if it is due."""

MATCHES: StreamKind[Match] = StreamKind(
    game_events.EVENTS,
    fold,
    GAMES,
    is_over=lambda match: match.seed is not None,
    sitters=lambda match: (*match.sitters, *match.former) if match.former else match.sitters,
    work=lambda match: TimedWork(match.due, match.mover),
)
"""A game's stream: it ends when the seed is revealed."""


def prepare(
    kind: StreamKind[A],
    stream: GameId,
    before: A | None,
    drafts: Sequence[EventDraft],
    context: AppendContext,
) -> PreparedAppend[A]:
    """The append of these drafts to a stream with the aggregate `before`, or to a new stream (None)."""
    head = before.head if before else Head.genesis(stream)
    events = stored(head, drafts, max(context.now, before.at) if before else context.now)
    after = kind.fold(stream, events, before)
    if after is None:
        raise ValueError("an append without events")
    return PreparedAppend(
        Append(
            game=stream,
            expected=head,
            events=events,
            index=_index(kind, before, after, context.now),
            command=context.command,
            secret=context.secret,
            plan_fired=_plan_done(drafts),
            plan_left=next((draft.plan_left for draft in drafts if draft.plan_left), None),
            is_quiet=all(isinstance(draft.event, MOVES) for draft in drafts),
            retire=kind.is_over(after) and not (before and kind.is_over(before)),
        ),
        after,
    )


def _plan_done(drafts: Sequence[EventDraft]) -> Seat | None:
    """The seat whose plan ends: its turn is carried out, its owner made the move, or left; or None."""
    for draft in drafts:
        event = draft.event
        if isinstance(event, SeatLeft) or (draft.cause in {PLAYER, PLAN} and isinstance(event, PLANNED)):
            return event.seat
    return None


def stored(head: Head, drafts: Sequence[EventDraft], at: int) -> tuple[StoredEvent, ...]:
    """The drafts as stored events that follow the head, with this time (ms UTC)."""
    events = []
    running = bytes.fromhex(head.hash)
    for number, draft in enumerate(drafts, start=head.version + 1):
        body = _body(draft, number, at)
        running = link(running, body)
        events.append(StoredEvent(Version(number), body, running.hex()))
    return tuple(events)


def _body(draft: EventDraft, version: int, at: int) -> bytes:
    event_type, seat, data = encode(draft.event)
    return canonical(
        {
            "actor": draft.actor,
            "at": at,
            "cause": draft.cause,
            "data": data,
            "schema": event_type.schema,
            "seat": seat,
            "type": event_type.name,
            "version": version,
        }
    )


def _index(kind: StreamKind[A], before: A | None, after: A, now: int) -> IndexChange:
    """The change of the indexes; `now` is the clock's time, which may be before that of the last event.

    That happens after the clock was ahead and was set back. Work due by the last event's time is due now.
    """
    due, mover = kind.work(after)
    return IndexChange(
        created_at=after.created_at,
        status_from=before.status.value if before else None,
        status_to=after.status.value,
        players=_players(kind, before, after),
        listing=kind.listing,
        due=due if due is None or due > after.at else min(due, now),
        mover=mover,
        now=now,
    )


def _players(kind: StreamKind[A], before: A | None, after: A) -> tuple[str, ...]:
    """The players whose lists change: all if the status does, else those who have taken a seat; no bots."""
    is_same = before is not None and before.status is after.status
    were, are = kind.sitters(before) if before and is_same else (), kind.sitters(after)
    if were is are:
        return ()
    known = {sitter.player for sitter in were}
    seated = dict.fromkeys(sitter.player for sitter in are if sitter.bot is None)
    return tuple(player for player in seated if player not in known)

"""Checks resigning, time-outs, outages, returning, taking over and early ends in a game that is followed.

The decisions are those of `replays.match.deciding.leaving`: their drafts are the required events, with their
actors and causes.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from replays.audit.following.agreed import opener_of
from replays.audit.following.event_check import DueEvent, EventCheck
from replays.audit.moments import when
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.causes import SYSTEM
from replays.events.game_events import OnTimeout
from replays.log.life import SERVICE, OutageReason
from replays.match.deciding import leaving
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.outages import cause_of, check_outage
from replays.match.randomness.draws import SEED_BYTES
from replays.match.recording import EventDraft

NOBODY = "an account"
"""The actor that is required where the recorded one can be nobody's id; no id has a space."""


def attend(check: EventCheck) -> None:
    """Check the event against the decision that leads to it; the decision's other events must follow."""
    try:
        first, *others = DECISIONS[type(check.event)](check, check.event)
    except Refusal as refusal:
        check.stop(refusal.code, refusal.text)
    if first.event != check.event:
        check.stop("rules/otherwise", f"by the rules it is {first.event}")
    check.by(first.actor, first.cause)
    check.walk.pending = tuple(DueEvent(draft.event, draft.actor, draft.cause) for draft in others)


def _person_on(check: EventCheck, seat: int) -> str:
    """The player on a seat; raises `Refusal`."""
    sitters = check.match.sitters
    return _person(check, sitters[seat].player if seat < len(sitters) else None)


def _person(check: EventCheck, player: object) -> str:
    """The player, who must have a seat and be no bot; raises `Refusal`."""
    if not isinstance(player, str) or player not in {s.player for s in check.match.sitters if s.bot is None}:
        raise Refusal("seat/not-seated", f"{player!r} has no seat in this game")
    return player


def _actor(check: EventCheck) -> str:
    return _person(check, check.stored.record["actor"])


def _expired(check: EventCheck, event: game_events.TimeExpired) -> list[EventDraft]:
    """A wrong deadline or time is a finding of the aspect time; the events of the time-out are followed."""
    due = check.match.deadline
    if due is not None and event.deadline != due:
        text = f"the deadline is {when(due)}, the record has {when(event.deadline)}"
        check.fault(Aspect.TIME, "clock/deadline", text)
    if due is not None and check.at < due:
        text = f"the time is up at {when(due)}, and this happened at {when(check.at)}"
        check.fault(Aspect.TIME, "clock/early", text)
    now = max(check.at, due or 0)
    claimed = check.match.created.options.on_timeout is OnTimeout.CLAIM
    first, *others = (
        leaving.claimed(check.match, _actor(check), now) if claimed else leaving.time_out(check.match, now)
    )
    if isinstance(first.event, game_events.TimeExpired):
        first = replace(first, event=replace(first.event, deadline=event.deadline))
    return [first, *others]


def _outage(check: EventCheck, event: game_events.OutageRecorded) -> list[EventDraft]:
    """An outage that had not ended is a finding of time; whether it happened is not in the record."""
    check_outage(check.match, event.began, event.ended)
    if event.ended > check.at:
        text = f"the outage ended at {when(event.ended)}, and this was recorded at {when(check.at)}"
        check.fault(Aspect.TIME, "clock/outage", text)
    by = SERVICE if event.reason is OutageReason.AWAY else opener_of(check.stored)
    return [EventDraft(event, by or NOBODY, cause_of(event))]


def _aborted(check: EventCheck) -> list[EventDraft]:
    """By the service if the actor says so: the waiting time of tables is a setting and not in the record."""
    if check.stored.record["actor"] == SYSTEM:
        return leaving.unfilled(check.match, _unknown_seed)
    return leaving.abort(check.match, _actor(check), _unknown_seed)


DECISIONS: Mapping[type, Callable[[EventCheck, Any], list[EventDraft]]] = {
    game_events.TimeExpired: _expired,
    game_events.SeatReturned: lambda check, event: leaving.come_back(
        check.match, _person_on(check, event.seat)
    ),
    game_events.SeatLeft: lambda check, event: leaving.resignation(
        check.match, _person_on(check, event.seat)
    ),
    game_events.SeatTakenOver: lambda check, event: leaving.take_over(check.match, event.player, event.seat),
    game_events.VacationBegan: lambda check, event: leaving.begin_vacation(
        check.match, _person_on(check, event.seat), check.at
    ),
    game_events.VacationEnded: lambda check, event: leaving.end_vacation(
        check.match, _person_on(check, event.seat), check.at
    ),
    game_events.OutageRecorded: _outage,
    game_events.EndAgreed: lambda check, event: leaving.agree_to_end(
        check.match, _person_on(check, event.seat)
    ),
    game_events.GameAborted: lambda check, _: _aborted(check)[:1],
}
"""The decision for each type of event about attendance. After an abort the seed follows automatically."""


def _unknown_seed() -> bytes:
    return bytes(SEED_BYTES)

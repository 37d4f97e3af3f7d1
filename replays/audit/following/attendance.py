"""Seats that are left and come back, time-outs and early ends in a game that is followed.

The decisions are those of `replays.match.leaving`: the drafts that they give are the events that have to
stand there, by whom and for what cause they say.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from replays.audit.following.steps import Due, Step
from replays.audit.verdicts import Aspect
from replays.events import game_events
from replays.events.causes import SYSTEM
from replays.events.game_events import OnTimeout
from replays.match import leaving
from replays.match.decisions import Refusal
from replays.match.draws import SEED_BYTES
from replays.match.recording import Draft


def attend(step: Step) -> None:
    """Hold the event against the decision that leads to it; what else that decides has to follow."""
    try:
        first, *others = DECISIONS[type(step.event)](step, step.event)
    except Refusal as refusal:
        step.stop(refusal.code, refusal.text)
    if first.event != step.event:
        step.stop("rules/otherwise", f"by the rules it is {first.event}")
    step.by(first.actor, first.cause)
    step.walk.pending = tuple(Due(draft.event, draft.actor, draft.cause) for draft in others)


def _person_on(step: Step, seat: int) -> str:
    """The player on a seat; raises `Refusal`."""
    sitters = step.match.sitters
    return _person(step, sitters[seat].player if seat < len(sitters) else None)


def _person(step: Step, player: object) -> str:
    """The player, who sits at the table and is no bot; raises `Refusal`."""
    if not isinstance(player, str) or player not in {s.player for s in step.match.sitters if s.bot is None}:
        raise Refusal("seat/not-seated", f"{player!r} has no seat in this game")
    return player


def _actor(step: Step) -> str:
    return _person(step, step.stored.record["actor"])


def _expired(step: Step, event: game_events.TimeExpired) -> list[Draft]:
    """A wrong deadline and a wrong moment are faults of time; what the time-out leads to is followed."""
    due = step.match.deadline
    if due is not None and event.deadline != due:
        text = f"the deadline is {due}, the record has {event.deadline}"
        step.fault(Aspect.TIME, "clock/deadline", text)
    if due is not None and step.at < due:
        text = f"the time is up at {due}, and this happened at {step.at}"
        step.fault(Aspect.TIME, "clock/early", text)
    now = max(step.at, due or 0)
    claimed = step.match.created.options.on_timeout is OnTimeout.CLAIM
    first, *others = (
        leaving.claimed(step.match, _actor(step), now) if claimed else leaving.time_out(step.match, now)
    )
    if isinstance(first.event, game_events.TimeExpired):
        first = replace(first, event=replace(first.event, deadline=event.deadline))
    return [first, *others]


def _aborted(step: Step) -> list[Draft]:
    """By the service where it says so: for how long a table may wait is a setting, and not in the record."""
    if step.stored.record["actor"] == SYSTEM:
        return leaving.unfilled(step.match, _unknown_seed)
    return leaving.abort(step.match, _actor(step), _unknown_seed)


DECISIONS: Mapping[type, Callable[[Step, Any], list[Draft]]] = {
    game_events.TimeExpired: _expired,
    game_events.SeatReturned: lambda step, event: leaving.come_back(step.match, _person_on(step, event.seat)),
    game_events.SeatLeft: lambda step, event: leaving.resignation(step.match, _person_on(step, event.seat)),
    game_events.SeatTakenOver: lambda step, event: leaving.take_over(step.match, event.player, event.seat),
    game_events.VacationBegan: lambda step, event: leaving.begin_vacation(
        step.match, _person_on(step, event.seat), step.at
    ),
    game_events.VacationEnded: lambda step, event: leaving.end_vacation(
        step.match, _person_on(step, event.seat), step.at
    ),
    game_events.EndAgreed: lambda step, event: leaving.agree_to_end(step.match, _person_on(step, event.seat)),
    game_events.GameAborted: lambda step, _: _aborted(step)[:1],
}
"""What may be decided about who attends, and the drafts that it leads to. The seed follows by itself."""


def _unknown_seed() -> bytes:
    return bytes(SEED_BYTES)

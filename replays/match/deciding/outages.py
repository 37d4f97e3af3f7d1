"""The decisions about outages: which are due in a match, and whether time may be taken from a player now.

An outage is due if time of the seat to act ran in it. Once recorded, none did, so it is never due twice.
"""

from replays.clocks.fold import ran
from replays.clocks.outages import standstill
from replays.events.causes import OPERATOR, SYSTEM
from replays.events.game_events import OutageRecorded
from replays.log.life import AWAY_MS, KnownOutage, Life, OutageReason
from replays.match.aggregate import CREATED, EventTime, Match, happened
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft

SOON_MS = 2_000
"""The time after which a sign of life after a deadline is expected."""


class ServiceAway(Exception):  # noqa: N818 - a verdict, not a fault
    """The service is away, or was at a deadline as far as is known: nothing may cost a player time.

    `until` is the time of the next attempt, in ms UTC.
    """

    def __init__(self, until: int) -> None:
        super().__init__("no sign of life has followed, so no player's time is judged")
        self.until = until


MOST_IN_A_TURN = 100
"""The number of outages that one turn can have: the work for a deadline grows with them."""


def due_outages(match: Match, now: int, known: tuple[KnownOutage, ...]) -> list[EventDraft]:
    """The drafts of the outages that are due by `now`, in order of their starts.

    One that ends up to `AWAY_MS` later by another clock counts as ended; it is recorded up to `now`.
    """
    drafts = []
    for each in sorted(known, key=lambda outage: (outage.start, outage.end)):
        end = min(each.end, now)
        has_ended = each.start < end and each.end < now + AWAY_MS
        if has_ended and _is_due(match, each.start, end):
            given = standstill(each.start, end)
            event = OutageRecorded(given.start, given.end, given.grace, each.reason)
            drafts.append(EventDraft(event, each.actor, cause_of(event)))
            match = after(match, drafts[-1:])
    return drafts


def _is_due(match: Match, start: int, end: int) -> bool:
    try:
        check_outage(match, start, end)
    except Refusal:
        return False
    return True


def after(match: Match, drafts: list[EventDraft]) -> Match:
    """The match with the clocks after these drafts of outages; its head is the same."""
    for draft in drafts:
        match = happened(match, draft.event, EventTime(CREATED, match.at, draft.cause))
    return match


def cause_of(event: OutageRecorded) -> str:
    """The cause of an event with this reason."""
    return SYSTEM if event.reason is OutageReason.AWAY else OPERATOR


def check_outage(match: Match, start: int, end: int) -> None:
    """Refuse an outage in which no time of the seat to act ran, or one too many in its turn.

    Codes: `outage/no-time`, `outage/too-many`.
    """
    if match.clocks is None or ran(match.clocks, start, end) == 0:
        raise Refusal("outage/no-time", "no time of the seat to act ran in this interval")
    if len(match.clocks.outages) >= MOST_IN_A_TURN:
        raise Refusal("outage/too-many", f"at most {MOST_IN_A_TURN} outages can stop the clock in a turn")


def check_life(match: Match, now: int, life: Life) -> None:
    """Raise `ServiceAway` if players could not move, or if no sign of life shows that they could.

    That is so while the service is away, and from a deadline on until the first sign of life after it. The
    sign shows that no outage before the deadline is missing.
    """
    due = match.deadline
    if due is None or life.last is None:
        return
    if life.is_away(now):
        raise ServiceAway(now + AWAY_MS)
    if life.last < due <= now:
        raise ServiceAway(now + SOON_MS)

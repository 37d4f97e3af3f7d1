"""Chooses the notices for the next message to a target, those to drop, and those that are due later."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.application.channels.preferences import Digest, Preferences
from service.application.channels.targets import Known
from service.application.channels.timing import due
from service.application.notices.inboxes.inboxes import InboxEntry
from service.application.notices.kinds.registry import KINDS

SENDING = "sending"
"""The field of a target with the message that is being sent."""
SENT_AT = "sent_at"
"""The field of a target with the time at which a message was last accepted, in ms UTC."""
TOLD = "told"
"""The field of a target with the `first` position of the notices that were sent, by kind and table."""
MOST_TOLD = 100
"""The maximum number of entries in `TOLD`; the newest are kept."""
MOST_THREADS = 5
"""If more tables than these have notices to be sent at once, all go into one message."""


@dataclass(frozen=True, slots=True)
class Sending:
    """A message that is being sent: the positions of its notices, and its first attempt, in ms UTC."""

    positions: tuple[int, ...]
    since: int

    def stored(self) -> list[Any]:
        """The message as a JSON array for the store."""
        return [list(self.positions), self.since]


@dataclass(frozen=True, slots=True)
class NextSteps:
    """The next steps for a target.

    `dropped` are the positions that are not sent: read, not wanted, or already sent since the last reading.
    `sending` is the message to send now, None for none; `later` are the other positions, and `next_due` is
    the time at which the first of them is due, in ms UTC, None for none.
    """

    dropped: tuple[int, ...]
    sending: Sending | None
    later: tuple[int, ...]
    next_due: int | None


def choose(known: Known, preferences: Preferences, waiting: Iterable[InboxEntry], now: int) -> NextSteps:
    """Choose among the notices that the target is not done with; `waiting` is in order of positions."""
    channel = known.target.channel
    kept = [each for each in waiting if not known.progress.is_done(each.position)]
    times = {
        each.position: due(each.notice, preferences, channel, now)
        for each in kept
        if each.unread
        and not _is_told(known, each)
        and preferences.wants(channel, each.notice.kind, each.notice.table)
    }
    ready = [each for each in kept if times.get(each.position, now + 1) <= now]
    sending = _again(known, times, now) or _first(ready, preferences.channels[channel].digest, now)
    taken = sending.positions if sending else ()
    later = {position: at for position, at in times.items() if position not in taken}
    return NextSteps(
        tuple(each.position for each in kept if each.position not in times),
        sending,
        tuple(later),
        min(later.values(), default=None),
    )


def told_of(known: Known, sent: Iterable[InboxEntry]) -> dict[str, int]:
    """The new value of `TOLD` after these were sent; kinds with `replaces` are sent once until read."""
    before = known.data.get(TOLD, {})
    now = {_name(each): each.first for each in sent if KINDS[each.notice.kind].replaces}
    kept = [*((name, first) for name, first in before.items() if name not in now), *now.items()]
    return dict(kept[-MOST_TOLD:])


def _is_told(known: Known, kept: InboxEntry) -> bool:
    return kept.since is not None and known.data.get(TOLD, {}).get(_name(kept)) == kept.since


def _name(kept: InboxEntry) -> str:
    return f"{kept.notice.kind} {kept.notice.table}"


def _again(known: Known, times: Mapping[int, int], now: int) -> Sending | None:
    """The message whose sending had begun, with the notices that are still due; None if there is none."""
    if SENDING not in known.data:
        return None
    positions, since = known.data[SENDING]
    left = tuple(position for position in positions if times.get(position, now + 1) <= now)
    return Sending(left, since) if left else None


def _first(ready: Sequence[InboxEntry], digest: Digest, now: int) -> Sending | None:
    """The first message of the due notices: one table's if they are sent at once, all of them in a digest."""
    if not ready:
        return None
    tables = {each.notice.table for each in ready}
    if digest is Digest.AT_ONCE and len(tables) <= MOST_THREADS:
        ready = [each for each in ready if each.notice.table == ready[0].notice.table]
    return Sending(tuple(each.position for each in ready), now)

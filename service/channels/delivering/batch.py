"""What goes into the next message to a target, what is not told at all, and what is due later."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.channels.preferences import Digest, Preferences
from service.channels.targets import Known
from service.channels.timing import due
from service.notices.inboxes.inboxes import Kept
from service.notices.kinds.registry import KINDS

SENDING = "sending"
"""The field of a target that has the message that is being sent."""
SENT_AT = "sent_at"
"""The field of a target that says when a message was taken last, in ms UTC."""
TOLD = "told"
"""The field of a target that has, by kind and table, the `first` position of what the player was told of."""
MOST_TOLD = 100
"""How many of these a target has, the newest."""
MOST_THREADS = 5
"""From more tables on, what is due at once goes into one message."""


@dataclass(frozen=True, slots=True)
class Sending:
    """A message that is being sent: the positions of its notices, and since when, in ms UTC."""

    positions: tuple[int, ...]
    since: int

    def stored(self) -> list[Any]:
        """What the store keeps of it, as JSON."""
        return [list(self.positions), self.since]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be done for a target now.

    `dropped` are the positions that are not told: read, not wanted, or told of since they were last read.
    `sending` is the message to be sent now, None for none; `later` are the other positions, and `next_due`
    when the first of them is due.
    """

    dropped: tuple[int, ...]
    sending: Sending | None
    later: tuple[int, ...]
    next_due: int | None


def choose(known: Known, preferences: Preferences, waiting: Iterable[Kept], now: int) -> Choice:
    """Choose among the notices after those that the target is done with, in order of positions."""
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
    return Choice(
        tuple(each.position for each in kept if each.position not in times),
        sending,
        tuple(later),
        min(later.values(), default=None),
    )


def told_of(known: Known, sent: Iterable[Kept]) -> dict[str, int]:
    """What `TOLD` is to have when these were sent: what newer ones replace is told once until it is read."""
    before = known.data.get(TOLD, {})
    now = {_name(each): each.first for each in sent if KINDS[each.notice.kind].replaces}
    kept = [*((name, first) for name, first in before.items() if name not in now), *now.items()]
    return dict(kept[-MOST_TOLD:])


def _is_told(known: Known, kept: Kept) -> bool:
    return kept.since is not None and known.data.get(TOLD, {}).get(_name(kept)) == kept.since


def _name(kept: Kept) -> str:
    return f"{kept.notice.kind} {kept.notice.table}"


def _again(known: Known, times: Mapping[int, int], now: int) -> Sending | None:
    """The message that was being sent, as far as it is to be told still, and now."""
    if SENDING not in known.data:
        return None
    positions, since = known.data[SENDING]
    left = tuple(position for position in positions if times.get(position, now + 1) <= now)
    return Sending(left, since) if left else None


def _first(ready: Sequence[Kept], digest: Digest, now: int) -> Sending | None:
    """Of what is due, the first message: what is told at once goes by tables, a digest is one message."""
    if not ready:
        return None
    tables = {each.notice.table for each in ready}
    if digest is Digest.AT_ONCE and len(tables) <= MOST_THREADS:
        ready = [each for each in ready if each.notice.table == ready[0].notice.table]
    return Sending(tuple(each.position for each in ready), now)

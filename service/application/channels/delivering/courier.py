"""The courier: delivers what is due to one target, each notice once.

The courier stores a message's positions with the target before it sends the message, and marks them as done
after the message was accepted. If the process dies in between, the next job sends the message again under
the same id.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replays.match.kinds import Table
from service.application.channels.channel import (
    Channel,
    Gone,
    Later,
    NoticeMessage,
    Outcome,
    Postponed,
    Sent,
    Stopped,
)
from service.application.channels.delivering.batch import (
    SENDING,
    SENT_AT,
    TOLD,
    NextSteps,
    Sending,
    choose,
    told_of,
)
from service.application.channels.delivering.due import DueTargets
from service.application.channels.delivering.leasing import may_begin, with_lease
from service.application.channels.target import Target
from service.application.channels.targets import Known, Targets
from service.application.notices.inboxes.inboxes import InboxEntry, Inboxes
from service.application.notices.inboxes.reading import NoticeReader

FIRST_PAUSE_MS = 10_000
LONGEST_PAUSE_MS = 60 * 60_000
LONGEST_WISH_MS = 24 * 60 * 60_000
"""The longest wait that a receiver may impose on a target."""
LASTS_MS = 3 * 24 * 60 * 60_000
"""How long a message is retried; after that its notices appear on the pages only."""
AT_ONCE = 20
"""The maximum number of messages that one job sends to a target; the rest is due again at once."""


@dataclass(frozen=True, slots=True)
class Courier:
    """Delivers by one channel. `clock` returns ms UTC; `may_see` is true if a player may see a table."""

    channel: Channel
    targets: Targets
    due: DueTargets
    inboxes: Inboxes
    reader: NoticeReader
    may_see: Callable[[Table, str], bool]
    clock: Callable[[], int]

    def deliver(self, target: Target) -> None:
        """Send the due messages, and store the target's next due time; no effect if another job has it."""
        with_lease(self.due, target, self.clock, self._round)

    def _round(self, target: Target) -> int | None:
        """Send messages while some are due; the next due time in ms UTC, None for no more until a notice."""
        began = self.clock()
        preferences, known = self.targets.get(target)
        for _ in range(AT_ONCE):
            if known is None or known.stopped:
                return None
            waiting = self.inboxes.after(known.target.player, known.progress.upto)
            choice = choose(known, preferences, waiting, self.clock())
            if choice.sending is None:
                return self._rest(known, choice)
            known = self._intend(known, choice.sending)
            if known is None:
                return self.clock()  # the player changed something meanwhile
            outcome = self._send(known, choice.sending, waiting, preferences.timezone or "UTC")
            if isinstance(outcome, Postponed):
                return self.clock() + outcome.ms
            if isinstance(outcome, Later) and self.clock() - choice.sending.since < LASTS_MS:
                return self.clock() + self._pause(choice.sending, outcome)
            known = self._settled(known, choice, outcome, waiting)
            if known and not may_begin(began, self.clock()):
                break
        return self.clock()

    def _intend(self, known: Known, sending: Sending) -> Known | None:
        """Store the message that is about to be sent; None if the target was changed meanwhile."""
        stored = sending.stored()
        if known.data.get(SENDING) == stored:
            return known
        return self.targets.save(known, data={**known.data, SENDING: stored})

    def _send(self, known: Known, sending: Sending, waiting: Iterable[InboxEntry], timezone: str) -> Outcome:
        """Send those notices of `waiting`, which was read for this message, that are still true.

        The tables are read last, so that the message does not mention a turn that was taken meanwhile.
        """
        player = known.target.player
        kept = [each for each in waiting if each.position in sending.positions]
        spoken = self.reader.spoken(player, kept, lambda table: self.may_see(table, player))
        told = [each for each in spoken if each.unread]
        if not told:
            return Sent()
        unread = self.inboxes.unread(player)
        message = NoticeMessage(_id(known, sending), told, sending.since, timezone, unread)
        outcome = self.channel.send(known, message)
        return Sent(self.clock()) if isinstance(outcome, Sent) else outcome

    def _settled(
        self, known: Known, choice: NextSteps, outcome: Outcome, waiting: Iterable[InboxEntry]
    ) -> Known | None:
        """Store the outcome; None if nothing more is to be sent to the target."""
        if isinstance(outcome, Gone):
            self.targets.remove(known.target)
            return None
        if isinstance(outcome, Stopped):
            is_kept = self.targets.save(known, stopped=outcome.why)
            return None if is_kept else self.targets.get(known.target)[1]
        sent = choice.sending.positions if choice.sending else ()
        changed: dict[str, Any] = {}
        if isinstance(outcome, Sent) and outcome.at is not None:
            told = told_of(known, (each for each in waiting if each.position in sent))
            changed = {SENT_AT: outcome.at, **({TOLD: told} if told else {})}
        return self._done(known, changed, (*choice.dropped, *sent), choice.later)

    def _done(
        self, known: Known, changed: Mapping[str, Any], done: Sequence[int], later: Sequence[int]
    ) -> Known | None:
        """Mark these positions as done, also after concurrent changes; the new target, None if it is gone."""
        sending, now = known.data.get(SENDING), known
        while now.data.get(SENDING) == sending:
            data = {name: value for name, value in now.data.items() if name != SENDING}
            saved = self.targets.save(
                now, data={**data, **changed}, progress=now.progress.settled(done, later)
            )
            if saved:
                return saved
            _, again = self.targets.get(known.target)
            if again is None:
                return None
            now = again
        return now  # the stored target has another message or none: there is nothing to mark

    def _rest(self, known: Known, choice: NextSteps) -> int | None:
        """Mark the dropped positions as done; the time at which the rest is due, in ms UTC, or None."""
        if choice.dropped or SENDING in known.data:
            self._settled(known, choice, Sent(), ())
        return choice.next_due

    def _pause(self, sending: Sending, later: Later) -> int:
        usual = min(max(FIRST_PAUSE_MS, self.clock() - sending.since), LONGEST_PAUSE_MS)
        return min(max(usual, later.after_ms), LONGEST_WISH_MS)


def _id(known: Known, sending: Sending) -> str:
    text = f"{known.target.player} {known.target.name} {sending.positions} {sending.since}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]

"""Enforcement of decisions: renaming, suspension and notices, each idempotent.

The process that appends a decision carries it out at once; if it dies before that, a worker does.
`{moderation}:done` has the number of the last entry that was carried out.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from redis import Redis

from replays.bootstrap import now_ms
from replays.log.works import MODERATION
from replays.store.attempts import Attempts
from replays.store.scripts import Script, asking
from replays.streams.setbacks import StreamsSetbacks
from service.application.account_keys import AccountErased
from service.application.accounts.access.suspension import Reaching, Suspension
from service.application.accounts.players import Players
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.ledger import ModerationLedger, Numbered
from service.application.people.moderation.subjects import ModerationVerdict
from service.application.people.moderation.texts import ReportTexts

DONE = "{moderation}:done"
ADVANCE = """
local done = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > done then redis.call('SET', KEYS[1], ARGV[1]) end
return 'done'
"""
AT_ONCE = 100


Tell = Callable[[int, Decided], Collection[str]]
"""Writes the notices of a decision, once for each number, and returns the accounts that were sent one."""


class Enforcer:
    """Carries decisions out. Methods raise `StoreAway` and `UnknownOutcome`, and are safe to repeat.

    `tell` writes the notices; `announce` receives the accounts that were sent one.
    """

    def __init__(
        self,
        store: Redis,
        players: Players,
        texts: ReportTexts,
        tell: Tell,
        announce: Callable[[Collection[str]], None],
    ) -> None:
        self._store = store
        self._ledger = ModerationLedger(store)
        self._players = players
        self._texts = texts
        self._reaching = Reaching(store)
        self._tell = tell
        self._announce = announce
        self._advance = Script(store, ADVANCE)
        self._attempts = Attempts(StreamsSetbacks(store, store), MODERATION, now_ms)

    def go_on(self) -> bool:
        """Carry out the next entries that were not carried out yet; False if there were none.

        An entry that cannot be carried out steps back and holds up no other: a later decision on the same
        account is never undone by an earlier one.
        """
        self._attempts.again(self._repeat)
        with asking():
            done: Any = self._store.get(DONE)
        entries = self._ledger.entries(int(done or 0), AT_ONCE)
        for each in entries:
            self._attempts.alone(str(each.number), self._repeat, "decision")
            self._advance.run([DONE], [each.number])
        return bool(entries)

    def _repeat(self, numbers: Sequence[str]) -> bool:
        for number in map(int, numbers):
            for each in self._ledger.entries(number - 1, 1):
                self._carry_out(each)
        return True

    def _carry_out(self, numbered: Numbered) -> None:
        number, decided = numbered
        if not isinstance(decided, Decided):
            return
        with suppress(AccountErased):
            self._reach(number, decided)
        if decided.verdict is ModerationVerdict.KEEP:
            self._texts.drop_excerpt(decided.author, decided.subject)
        self._announce(self._tell(number, decided))

    def _reach(self, number: int, decided: Decided) -> None:
        match decided.verdict:
            case ModerationVerdict.SUSPEND if decided.until is not None:
                self._reaching.suspend(decided.author, number, Suspension(decided.until, decided.reason))
            case ModerationVerdict.REINSTATE:
                self._reaching.reinstate(decided.author, number)
            case ModerationVerdict.RENAME:
                reported = self._texts.excerpt(decided.author, decided.subject)
                self._players.take_name(decided.author, number, reported)

"""Scripts that may end access to an account; afterwards every process is told, and this one first."""

import logging
from typing import Any

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountScript
from service.application.accounts.access.known import report_change

log = logging.getLogger(__name__)


class EndingScript(AccountScript):
    """An `AccountScript` that may end access: tokens, sessions, or the account itself.

    If it returns `ended`, or its outcome is unknown, the account is forgotten by this process, and added to
    the stream that all follow. An account and the stream can be on two servers of a cluster, so this is a
    second write. If it fails, the script stays done: other processes know access for `KEPT_SECONDS` at most,
    and live streams check theirs for each delivery and by the clock too.
    """

    def __init__(self, store: Redis, text: str, ended: bytes = b"done") -> None:
        super().__init__(store, text)
        self._store = store
        self._ended = ended

    def run(self, player: str, *args: str | bytes | int) -> Any:
        """Run the script as `AccountScript` does, and report what may have ended."""
        try:
            answer = super().run(player, *args)
        except UnknownOutcome:
            self._report(player)
            raise
        if answer == self._ended:
            self._report(player)
        return answer

    def _report(self, player: str) -> None:
        try:
            report_change(self._store, player)
        except StoreAway as error:
            log.warning("other processes are not notified of an account whose access has changed: %s", error)

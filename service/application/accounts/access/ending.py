"""Scripts that may end access to an account; afterwards a feed says so, for live streams to check theirs."""

import logging
from typing import Any

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.streams.occasions import report_access_changed
from service.application.account_keys import AccountScript

log = logging.getLogger(__name__)


class EndingScript(AccountScript):
    """An `AccountScript` that may end access: tokens, sessions, or the account itself.

    If it returns `ended`, or its outcome is unknown, the occasion `ACCESS_CHANGED` is added to a feed. An
    account and a feed can be on two servers of a cluster, so this is a second write. If it fails, the script
    stays done: live streams check their access for each delivery and by the clock too.
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
            report_access_changed(self._store, player)
        except StoreAway as error:
            log.warning("live streams are not notified of an account whose access has changed: %s", error)

"""The story of a game since a player's last move, in sentences."""

from collections.abc import Sequence

from replays.log.event_log import EventLog
from replays.match.aggregate import Match, Status
from service.application.i18n.games import events

LOOKED_AT = 60
"""The number of newest events that are read: a round of four players in Origins has no more."""
MOST = 8
"""The maximum number of sentences; the newest are kept."""


class Stories:
    """Writes stories from the log. Methods raise `StoreAway`."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def since_own(self, match: Match, player: str, seats: Sequence[str]) -> Sequence[str]:
        """The sentences, the oldest first; none unless the game is active (afterwards its result is told)."""
        if match.status is not Status.ACTIVE:
            return ()
        head = match.head.version
        found = self._log.read(match.id, after=max(0, head - LOOKED_AT), upto=head)
        told = [event.record for event in found]
        own = [at for at, event in enumerate(told) if event["actor"] == player and event["seat"] is not None]
        since = told[own[-1] + 1 :] if own else ()
        return [text for _, text in events.story(since, seats, player)][-MOST:]

"""An answer that is made while the store writes what it tells of: a durable write takes as long as that."""

import logging
from collections.abc import Callable, Mapping

from flask import Response

from replays.encoding.entries import Head
from replays.match.aggregate import Match
from service.accounts.players import Players

Names = Mapping[str, str | None]

log = logging.getLogger(__name__)


class Foresight:
    """The answer to one request, which may be there before what it tells of is.

    `make` makes it of the match that came to be and the present names of those who sit there.
    """

    def __init__(self, make: Callable[[Match, Names], Response], players: Players) -> None:
        self._make = make
        self._players = players
        self._made: tuple[Head, Response] | None = None

    def foresee(self, match: Match) -> None:
        """Make the answer for a match that is about to be, unless a name would have to be asked for.

        A fault in it is told, and harms no change: `answer` meets it again.
        """
        try:
            sitting = _sitting(match)
            names = self._players.known(sitting)
            if len(names) == len(sitting):
                self._made = match.head, self._make(match, names)
        except Exception:
            log.exception("an answer could not be made ahead")

    def answer(self, match: Match) -> Response:
        """The answer for the match that came to be; made now where another one was foreseen, or none."""
        if self._made:
            head, response = self._made
            if head == match.head:
                return response
        return self._make(match, self._players.names(_sitting(match)))


def _sitting(match: Match) -> dict[str, None]:
    return dict.fromkeys(sitter.player for sitter in match.sitters)

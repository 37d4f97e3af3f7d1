"""An answer that is made while the store writes what it tells of: a durable write takes as long as that."""

import logging
from collections.abc import Callable

from flask import Response

from replays.entries import Head
from replays.match import Match
from service.players import Players

log = logging.getLogger(__name__)


class Foresight:
    """The answer to one request, which may be there before what it tells of is.

    `make` makes it of the match that came to be, and may need the names of `players`.
    """

    def __init__(self, make: Callable[[Match], Response], players: Players) -> None:
        self._make = make
        self._players = players
        self._made: tuple[Head, Response] | None = None

    def foresee(self, match: Match) -> None:
        """Make the answer for a match that is about to be, unless a name would have to be asked for.

        A fault in it is told, and harms no change: `answer` meets it again.
        """
        try:
            sitting = dict.fromkeys(sitter.player for sitter in match.sitters)
            if len(self._players.known(sitting)) == len(sitting):
                self._made = match.head, self._make(match)
        except Exception:
            log.exception("an answer could not be made ahead")

    def answer(self, match: Match) -> Response:
        """The answer for the match that came to be; made now where another one was foreseen, or none."""
        if self._made:
            head, response = self._made
            if head == match.head:
                return response
        return self._make(match)

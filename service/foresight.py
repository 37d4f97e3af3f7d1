"""What a change to a game will be answered with, made while the store writes it.

A durable write takes as long as the making of its answer. What is made here is kept where the answer takes it
from (`States`, `Receipts`), under the hash of the head that is about to be; where another one comes to be, it
was made in vain.
"""

import logging
from collections.abc import Callable
from functools import lru_cache

from replays.canonical import canonical
from replays.entries import Head
from replays.identity import GameId
from replays.match import Match
from replays.signing import Signer
from service.players import Players
from service.states import States

RECEIPTS_KEPT = 1_000

log = logging.getLogger(__name__)


class Receipts:
    """Signed heads as the header has them; the last ones are kept. Safe to share between threads."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._kept = lru_cache(RECEIPTS_KEPT)(self._signed)

    def text(self, stream: GameId, head: Head) -> str:
        """The receipt of this head as one line."""
        return self._kept(stream, head)

    def _signed(self, stream: GameId, head: Head) -> str:
        return canonical(self._signer.sign(stream, head).document()).decode()


def foreseeing(states: States, receipts: Receipts, players: Players) -> Callable[[Match], None]:
    """What makes the parts of an answer that tells of this match; it asks nobody for anything.

    A fault in it is told, and harms no change: who needs the part meets it again.
    """

    def foresee(match: Match) -> None:
        try:
            receipts.text(match.id, match.head)
            sitting = dict.fromkeys(sitter.player for sitter in match.sitters)
            names = players.known(sitting)
            if len(names) == len(sitting):
                states.text(match, names)
        except Exception:
            log.exception("an answer could not be made ahead")

    return foresee

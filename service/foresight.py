"""What a change to a game will be answered with, made while the store writes it.

A durable write takes as long as the making of its answer. What is made here is kept where the answer takes it
from (`States`, `Receipts`), under the hash of the head that is about to be; where another one comes to be, it
was made in vain.
"""

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


class Receipts:
    """Signed heads as the header has them; the last ones are kept. Safe to share between threads."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self.text = lru_cache(RECEIPTS_KEPT)(self._text)

    def _text(self, stream: GameId, head: Head) -> str:
        """The receipt of this head as one line."""
        return canonical(self._signer.sign(stream, head).document()).decode()


def foreseeing(states: States, receipts: Receipts, players: Players) -> Callable[[Match], None]:
    """What makes the parts of an answer that tells of this match; it asks nobody for anything."""

    def foresee(match: Match) -> None:
        receipts.text(match.id, match.head)
        sitting = dict.fromkeys(sitter.player for sitter in match.sitters)
        names = players.known(sitting)
        if len(names) == len(sitting):
            states.text(match, names)

    return foresee

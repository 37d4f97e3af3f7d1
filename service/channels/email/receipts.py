"""Receipts of games that are over, for those who played them."""

from collections.abc import Callable
from dataclasses import dataclass

from replays.encoding.canonical import canonical
from replays.encoding.signing import Signer
from replays.match.aggregate import Match


@dataclass(frozen=True, slots=True)
class Receipts:
    """Signs the last event of a game; `signer` gives None where this process has no key to sign with."""

    signer: Callable[[], Signer | None]

    def of(self, match: Match) -> str:
        """The receipt as JSON, as the header `Kingdomino-Receipt` has it; empty without a signer."""
        signer = self.signer()
        return "" if signer is None else canonical(signer.sign(match.id, match.head).document()).decode()

"""Receipts of finished games, for their players."""

from collections.abc import Callable
from dataclasses import dataclass

from replays.encoding.canonical import canonical
from replays.encoding.signing import Signer
from replays.match.aggregate import Match


@dataclass(frozen=True, slots=True)
class Receipts:
    """Signs the last event of a game; `signer` returns None if this process has no signing key."""

    signer: Callable[[], Signer | None]

    def of(self, match: Match) -> str:
        """The receipt as JSON, as in the header `Kingdomino-Receipt`; empty without a signer."""
        signer = self.signer()
        return "" if signer is None else canonical(signer.sign(match.id, match.head).document()).decode()

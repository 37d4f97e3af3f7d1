"""The lots of a tournament, which anybody can draw again once a round is paired, and the seeds of its games.

A round has two secret seeds, to which the first event commits: one for its lots, revealed when the round is
paired, and one from which the seeds of its games derive, revealed when all of them are over.
"""

import hashlib
import hmac
from functools import partial
from typing import NamedTuple

from replays.encoding.canonical import canonical
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.events.tournament_events import SEEDS_PER_ROUND
from replays.match.randomness.draws import Purpose, below, words
from replays.tournament.aggregate import Tournament
from replays.tournament.schedules.drawing import Draw

_RECORD = b"kingdomino lots 1\n"


def number_of_lots(round_: int) -> int:
    """The number, from 1, of the commitment to the lots of a round, in the first event."""
    return SEEDS_PER_ROUND * round_ - 1


def number_of_games(round_: int) -> int:
    """The number, from 1, of the commitment to the seeds of a round's games, in the first event."""
    return SEEDS_PER_ROUND * round_


class Lots(NamedTuple):
    """The lots of a round: its seed, and the head of the record that is paired.

    So the lots depend on everything that happened before.
    """

    seed: bytes
    head: Head


class LotsStream(NamedTuple):
    """The inputs of a stream of lots; equal ones draw the same numbers."""

    seed: bytes
    purpose: Purpose
    tournament: GameId
    digest: bytes

    def drawing(self) -> Draw:
        """Draws from the beginning of the stream."""
        return partial(below, words(self.seed, self.purpose, self.tournament, self.digest))


def stream(tournament: Tournament, lots: Lots, purpose: str) -> LotsStream:
    """The stream of these lots for a purpose: `order`, `schedule` or `pairing/<round>`."""
    bound = {"first": tournament.opening, "head": lots.head.hash}
    digest = hashlib.sha256(_RECORD + canonical(bound)).digest()
    return LotsStream(lots.seed, Purpose(purpose), tournament.id, digest)


def drawing(tournament: Tournament, lots: Lots, purpose: str) -> Draw:
    """Draws numbers from 0 up to below another, for a purpose."""
    return stream(tournament, lots, purpose).drawing()


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of the game of this number, from the seed of its round's games."""
    return hmac.digest(seed, f"game/{number}".encode("ascii"), "sha256")

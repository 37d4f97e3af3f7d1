"""Taking seats, so that nobody can choose the draws: `docs/organize/randomness.md`.

A server could refuse a request until a deck suits it. So a client makes the entropy once for each table and
first event, and sends the same with the same Idempotency-Key until the record shows what became of it.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

from replays.encoding.attempts import Request, SeatAttempt
from replays.encoding.canonical import NotCanonical, canonical
from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId

Json = Mapping[str, Any]

ENTROPY_BYTES = 32
LEAST_DRAWS = 2
"""The first version of the draws in which nobody can choose them once the entropy is known."""


class UnsafeTable(Exception):  # noqa: N818 - the verdict on a table
    """Entropy must not be sent to this table; the text says why."""


class SeatAttempts:
    """The attempts of one client, in memory: one for each table and player, made by the first request."""

    def __init__(self, new_key: Callable[[], str], entropy: Callable[[int], bytes] = os.urandom) -> None:
        self._new_key = new_key
        self._entropy = entropy
        self._kept: dict[tuple[str, str], SeatAttempt] = {}

    def all(self) -> list[SeatAttempt]:
        """All attempts so far, in order."""
        return list(self._kept.values())

    def at(self, game: str, player: str, first: Json) -> SeatAttempt:
        """The attempt of the player at the game with this first event.

        Raises `UnsafeTable` if the event is not what its hash says, is not the one of an earlier attempt, or
        does not bind the draws.
        """
        check_first(game, first)
        others = [attempt for attempt in self.all() if attempt.table == game]
        for other in others:
            if other.first != first["hash"]:
                raise UnsafeTable(
                    f"the first event of {game} had the hash {other.first} and now has {first['hash']}: "
                    "somebody replaced it, so nothing was sent; keep both hashes, and do not play"
                )
        if (game, player) not in self._kept:
            entropy = self._entropy(ENTROPY_BYTES).hex()
            made = SeatAttempt(GameId(game), str(first["hash"]), player, entropy, self._new_key())
            self._kept[game, player] = made
        return self._kept[game, player]

    def note(self, attempt: SeatAttempt, request: Request) -> None:
        """Note a request of the attempt, and how it was answered."""
        key = (attempt.table, attempt.player)
        self._kept[key] = self._kept[key].with_request(request)


def check_first(game: str, first: Json) -> None:
    """Check the first event of a game before entropy is sent to it; raises `UnsafeTable`."""
    body = {name: value for name, value in first.items() if name != "hash"}
    try:
        hash_ = link(genesis(GameId(game)), canonical(body)).hex()
    except NotCanonical as error:
        raise UnsafeTable(
            f"the first event of {game} is not canonical ({error}): nothing was sent"
        ) from error
    if hash_ != first.get("hash"):
        raise UnsafeTable(f"the first event of {game} does not have the hash that is given: nothing was sent")
    data = body.get("data")
    draws = data.get("draws") if isinstance(data, dict) else None
    if not isinstance(draws, int) or draws < LEAST_DRAWS:
        raise UnsafeTable(
            f"{game} draws by an old version, in which whoever runs the service can choose the deck once "
            "your entropy is known: nothing was sent; play at a new table"
        )

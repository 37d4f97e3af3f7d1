"""A game's draws, computed from its secret seed and what the seats sent (`docs/organize/randomness.md`)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from kingdomino.game.chance import Chance
from kingdomino.machine import draw
from replays.encoding.forms import RULES
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Sitter
from replays.match.randomness.draws import Purpose, below, entropy_digest, record_digest, shuffled, words

T = TypeVar("T")


class SeededSource:
    """A `kingdomino.game.chance.Source` whose streams are fixed by seed, game and digest."""

    def __init__(self, seed: bytes, game: GameId, digest: bytes) -> None:
        self._seed = seed
        self._game = game
        self._digest = digest

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that the purpose's stream gives them."""
        return shuffled(words(self._seed, Purpose(purpose), self._game, self._digest), items)

    def below(self, purpose: str, bound: int) -> int:
        """The number below `bound` that the purpose's stream gives."""
        return below(words(self._seed, Purpose(purpose), self._game, self._digest), bound)


def digest_of(match: Match) -> bytes:
    """The digest of a match whose seats are all taken, by the version of its draws."""
    return _DIGESTS[match.created.draws](match)


def _of_entropies(match: Match) -> bytes:
    return entropy_digest([_bytes(sitter.entropy) for sitter in match.seated])


def _of_record(match: Match) -> bytes:
    created = match.created
    return record_digest(
        first=created.founding or match.opening,
        players=created.players,
        rules=RULES.write(created.rules),
        rules_version=created.rules_version,
        seats=[_sent(sitter) for sitter in match.seated],
    )


def _sent(sitter: Sitter) -> tuple[str, str] | None:
    return None if sitter.entropy is None else (sitter.player, sitter.entropy)


def _bytes(entropy: str | None) -> bytes | None:
    return None if entropy is None else bytes.fromhex(entropy)


_DIGESTS: dict[int, Callable[[Match], bytes]] = {1: _of_entropies, 2: _of_record}
"""What the seed is mixed with, by the version of the draws."""


def chance_of(match: Match, seed: bytes) -> Chance:
    """All draws of the match; every seat must be taken, since each may have sent entropy."""
    if len(match.seated) != match.players:
        raise ValueError(f"game {match.id} has {len(match.seated)} of {match.players} seats taken")
    return draw(match.rules, match.players, SeededSource(seed, match.id, digest_of(match)))

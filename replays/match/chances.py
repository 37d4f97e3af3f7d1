"""A game's draws, computed from its secret seed and what the seats sent (`docs/organize/randomness.md`)."""

from collections.abc import Sequence
from typing import TypeVar

from kingdomino.game.chance import Chance
from kingdomino.machine import draw
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Sitter
from replays.match.draws import Purpose, below, entropy_digest, shuffled, words

T = TypeVar("T")


class SeededSource:
    """A `kingdomino.game.chance.Source` whose streams are fixed by seed, game and entropies."""

    def __init__(self, seed: bytes, game: GameId, sitters: Sequence[Sitter]) -> None:
        self._seed = seed
        self._game = game
        self._digest = digest_of(sitters)

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that the purpose's stream gives them."""
        return shuffled(words(self._seed, Purpose(purpose), self._game, self._digest), items)

    def below(self, purpose: str, bound: int) -> int:
        """The number below `bound` that the purpose's stream gives."""
        return below(words(self._seed, Purpose(purpose), self._game, self._digest), bound)


def digest_of(sitters: Sequence[Sitter]) -> bytes:
    """The digest over what these sent, who sit on seats 0, 1 and so on."""
    return entropy_digest([bytes.fromhex(sitter.entropy) if sitter.entropy else None for sitter in sitters])


def chance_of(match: Match, seed: bytes) -> Chance:
    """All draws of the match; every seat must be taken, since each may have sent entropy."""
    if len(match.sitters) != match.players:
        raise ValueError(f"game {match.id} has {len(match.sitters)} of {match.players} seats taken")
    return draw(match.rules, match.players, SeededSource(seed, match.id, match.sitters))

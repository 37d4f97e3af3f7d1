"""A game's draws, computed from its secret seed and the seats' entropy (`docs/organize/randomness.md`)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from kingdomino.game.chance import Chance
from kingdomino.machine import draw
from replays.encoding.forms import RULES
from replays.encoding.identity import GameId
from replays.events.game_events import KNOWN_DEAL, Deal
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
        """The items, shuffled by the purpose's stream."""
        return shuffled(words(self._seed, Purpose(purpose), self._game, self._digest), items)

    def below(self, purpose: str, bound: int) -> int:
        """A number below `bound` from the purpose's stream."""
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


def _of_deal(match: Match) -> bytes:
    return bytes.fromhex(_deal(match).digest)


def _deal(match: Match) -> Deal:
    if (deal := match.created.options.deal) is None:
        raise ValueError(f"game {match.id} has draws of version {KNOWN_DEAL} without a deal")
    return deal


_DIGESTS: dict[int, Callable[[Match], bytes]] = {1: _of_entropies, 2: _of_record, KNOWN_DEAL: _of_deal}
"""The digest that is combined with the seed, by the version of the draws."""


def drawn_for(match: Match) -> GameId:
    """The id that the draws are made for: that of the match, or of the game whose deal it plays again."""
    deal = match.created.options.deal
    return deal.game if deal else match.id


def deal_of(over: Match) -> Deal:
    """The deal of a game whose seed is revealed; one that was played again stays that of its first game."""
    if over.created.options.deal:
        return over.created.options.deal
    if over.seed is None:
        raise ValueError(f"the seed of game {over.id} is not revealed")
    return Deal(over.id, over.seed, digest_of(over).hex())


def chance_of(match: Match, seed: bytes) -> Chance:
    """All draws of the match; all seats must be taken, because each player may send entropy."""
    if len(match.seated) != match.players:
        raise ValueError(f"game {match.id} has {len(match.seated)} of {match.players} seats taken")
    return draw(match.rules, match.players, SeededSource(seed, drawn_for(match), digest_of(match)))

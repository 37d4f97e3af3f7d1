"""The first choice: the order in which kings are drawn, and what each may choose (R5)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from kingdomino.base.judging import judge_choice, single_choices
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance, Source
from kingdomino.game.commands import Choose
from kingdomino.game.events import Event, KingDrawn
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.rules import FirstLine
from kingdomino.rules.violations import RuleViolation


class FirstChoice(ABC):
    """The first choice, one king after the other; a subclass defines their order."""

    in_pairs = False
    """True if a player's kings choose together, in one command."""

    @abstractmethod
    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """The order of all kings; every player has `each` of them."""

    def due(self, game: Game, chance: Chance) -> Event | None:
        """The next automatic event once the first line is dealt: a king is drawn, until all are."""
        return None if game.drawn == len(chance.kings) else KingDrawn(chance.kings[game.drawn])

    def legal(self, game: Game) -> Sequence[Choose | ChoosePair]:
        """Every choice of the seat to act."""
        return single_choices(game)

    def judge(self, game: Game, seat: Seat, command: Choose | ChoosePair) -> tuple[Event, ...]:
        """The events of the choice; raises `RuleViolation` if it is not legal."""
        if isinstance(command, ChoosePair):
            raise RuleViolation("choice/single", "choose one domino: pairs are for two players in Origins")
        return judge_choice(game, seat, command)

    def idle(self, game: Game) -> DominoNumber:
        """The domino that an idle seat's king takes: the lowest free one (R32)."""
        return game.free_dominoes[0]

    @abstractmethod
    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """The reason why waiting kings cannot have been drawn in this order, or None."""


class _Drawn(FirstChoice):
    """The next king is drawn when the one before has chosen."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """Shuffle all kings, in order of seats, with the purpose `kings`."""
        return source.shuffled("kings", [Seat(seat) for seat in range(players) for _ in range(each)])

    def due(self, game: Game, chance: Chance) -> Event | None:
        """The next king, unless a drawn king has yet to choose."""
        return None if game.waiting else super().due(game, chance)

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:  # noqa: ARG002 - a hook
        """None: every order is possible."""
        return None


class _Alternating(FirstChoice):
    """The players in a random order, which repeats."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """Shuffle the players with the purpose `seats`."""
        return source.shuffled("seats", [Seat(seat) for seat in range(players)]) * each

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """A reason unless every player has one king first, and the second kings follow in the same order."""
        first, later = drawn[:players], drawn[players:]
        if len(set(first)) == len(first) and later == first[: len(later)]:
            return None
        return "every player has a king before any has the second, in the same order"


class _Seated(FirstChoice):
    """A random first player, then around the table."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """Draw the first player with the purpose `seats`."""
        first = source.below("seats", players)
        return tuple(Seat((first + step) % players) for step in range(players)) * each

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """A reason unless each seat follows the one before it."""
        follows = drawn[-1] == (drawn[0] + len(drawn) - 1) % players
        return None if follows else "the kings follow the order of seats"


DRAWN = _Drawn()
"""Kings drawn one at a time: the next one is not known in advance."""

FIRST_CHOICES: Mapping[FirstLine, FirstChoice] = {
    FirstLine.DRAWN: DRAWN,
    FirstLine.ALTERNATING: _Alternating(),
    FirstLine.SEATED: _Seated(),
}
"""The first choice for each option of the base game."""

"""The first choice: in which order kings are drawn, and what may be chosen with one (R5)."""

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
    """One king after the other, in an order that is known at once; a subclass says in which one."""

    in_pairs = False
    """Whether a player's kings choose together, in one command."""

    @abstractmethod
    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """The order of all kings, `each` of them for every player."""

    def due(self, game: Game, chance: Chance) -> Event | None:
        """What happens next by itself, once the first line lies: a king is drawn, until all are."""
        return None if game.drawn == len(chance.kings) else KingDrawn(chance.kings[game.drawn])

    def legal(self, game: Game) -> Sequence[Choose | ChoosePair]:
        """Every choice of the seat to act."""
        return single_choices(game)

    def judge(self, game: Game, seat: Seat, command: Choose | ChoosePair) -> tuple[Event, ...]:
        """The choice, where it is legal."""
        if isinstance(command, ChoosePair):
            raise RuleViolation("choice/single", "choose one domino: pairs are for two players in Origins")
        return judge_choice(game, seat, command)

    def idle(self, game: Game) -> DominoNumber:
        """The domino that an idle seat's king takes: the lowest free one (R32)."""
        return game.free_dominoes[0]

    @abstractmethod
    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """Why kings that wait cannot have been drawn in this order, or None."""


class _Drawn(FirstChoice):
    """A king is drawn when the one before has chosen."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """The purpose `kings` shuffles all kings, in order of seats."""
        return source.shuffled("kings", [Seat(seat) for seat in range(players) for _ in range(each)])

    def due(self, game: Game, chance: Chance) -> Event | None:
        """The next king, unless one is to choose."""
        return None if game.waiting else super().due(game, chance)

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:  # noqa: ARG002 - a hook
        """Any order will do."""
        return None


class _Alternating(FirstChoice):
    """The players in a random order, again and again."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """The purpose `seats` shuffles the players."""
        return source.shuffled("seats", [Seat(seat) for seat in range(players)]) * each

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """All players come once, and then in the same order."""
        first, later = drawn[:players], drawn[players:]
        if len(set(first)) == len(first) and later == first[: len(later)]:
            return None
        return "every player has a king before any has the second, in the same order"


class _Seated(FirstChoice):
    """A random first player, then around the table."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """The purpose `seats` draws the first player."""
        first = source.below("seats", players)
        return tuple(Seat((first + step) % players) for step in range(players)) * each

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        """Each seat follows the one before it."""
        follows = drawn[-1] == (drawn[0] + len(drawn) - 1) % players
        return None if follows else "the kings follow the order of seats"


DRAWN = _Drawn()
"""Kings one at a time: nobody knows who is next."""

FIRST_CHOICES: Mapping[FirstLine, FirstChoice] = {
    FirstLine.DRAWN: DRAWN,
    FirstLine.ALTERNATING: _Alternating(),
    FirstLine.SEATED: _Seated(),
}
"""How each option of the base game goes."""

"""Games at any point, for tests: begun with a known deck and known kings, and played on move by move."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from kingdomino.chance import Chance
from kingdomino.commands import Choose, Command, Discard, Place
from kingdomino.dominoes import DOMINOES, Half
from kingdomino.events import Event
from kingdomino.game import Game
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.notation import parse_placement
from kingdomino.numbers import DominoNumber, Seat
from kingdomino.rules import Rules
from tests import reference

DEFAULT = Rules()


def deck(*first: int) -> tuple[DominoNumber, ...]:
    """All 48 dominoes: the given ones first, then the others in ascending order."""
    rest = [number for number in range(1, 49) if number not in first]
    return tuple(DominoNumber(number) for number in (*first, *rest))


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Those seats."""
    return tuple(Seat(number) for number in numbers)


class Played(NamedTuple):
    """A game, all events that led to it, and its chance."""

    game: Game
    events: tuple[Event, ...]
    chance: Chance

    def does(self, *commands: Command) -> Self:
        """The game after the seat to act has given each command."""
        played = self
        for command in commands:
            seat = played.game.mover
            assert seat is not None
            game, events = advance(played.game, seat, command, played.chance)
            played = played._replace(game=game, events=(*played.events, *events))
        return played

    def chooses(self, *dominoes: int) -> Self:
        """The game after each domino was chosen by the seat to act."""
        return self.does(*(Choose(DominoNumber(number)) for number in dominoes))

    def places(self, text: str) -> Self:
        """The game after the placement, written as in `24@1,0e`."""
        return self.does(Place(parse_placement(text)))

    def plays(self, turns: int | None = None) -> Self:
        """The game after so many first legal commands, or at its end."""
        played = self
        while turns != 0 and (commands := legal_commands(played.game)):
            played = played.does(commands[0])
            turns = None if turns is None else turns - 1
        return played


def begun(
    players: int,
    rules: Rules = DEFAULT,
    *,
    kings: Iterable[int] | None = None,
    dominoes: Iterable[int] = (),
) -> Played:
    """A game at its beginning: these dominoes are dealt first, the kings choose first in this order."""
    order = seats(*(kings if kings is not None else list(range(players)) * rules.kings_each(players)))
    chance = Chance(deck(*dominoes), order)
    return Played(*begin(rules, players, chance), chance)


def as_move(command: Command) -> reference.Move:
    """The command in the words of the plain reference."""
    if isinstance(command, Choose):
        return "choose", command.domino, reference.NOWHERE
    if isinstance(command, Discard):
        return "discard", command.domino, reference.NOWHERE
    domino, x, y, direction = command.placement
    a, b = DOMINOES[domino].a, DOMINOES[domino].b
    there = (x + direction.dx, y + direction.dy)
    return "place", domino, frozenset({((x, y), _face(a)), (there, _face(b))})


def _face(half: Half) -> reference.Face:
    return half.terrain.word, half.crowns

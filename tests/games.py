"""Games at any point, for tests: started with a known deck and known kings, then played move by move."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self, TypeVar

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, Half
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import Event
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.table import SharedTable
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from tests import reference, reference_origins

T = TypeVar("T")

DEFAULT = Rules()


def deck(*first: int) -> tuple[DominoNumber, ...]:
    """All 48 dominoes: the given ones first, then the others in ascending order."""
    rest = [number for number in range(1, 49) if number not in first]
    return tuple(DominoNumber(number) for number in (*first, *rest))


def seats(*numbers: int) -> tuple[Seat, ...]:
    """The seats with these numbers."""
    return tuple(Seat(number) for number in numbers)


class Played(NamedTuple):
    """A game, all events that led to it, and its draws."""

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
        """The game after the seat to act has chosen each domino in turn."""
        return self.does(*(Choose(DominoNumber(number)) for number in dominoes))

    def places(self, text: str) -> Self:
        """The game after the placement, written as in `24@1,0e`."""
        return self.does(Place(parse_placement(text)))

    def plays(self, turns: int | None = None) -> Self:
        """The game after this many turns, each the first legal command; without a number, at its end."""
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
    """A new game: `dominoes` are dealt first, and the kings choose first in the order of `kings`."""
    order = seats(*(kings if kings is not None else list(range(players)) * rules.kings_each(players)))
    chance = Chance(deck(*dominoes), order)
    return Played(*begin(rules, players, chance), chance)


def origins(mode: Mode = Mode.DISCOVERY, *, realm_of_fire: bool = False, homo_habilis: bool = False) -> Rules:
    """Rules of Origins; the two bonuses are named as in Origins (R31)."""
    return Rules(game=GameKind.ORIGINS, mode=mode, middle_kingdom=realm_of_fire, harmony=homo_habilis)


def placing(
    domino: int, *lands: Kingdom, mode: Mode = Mode.DISCOVERY, offer: bool = True, **shared: Any
) -> Played:
    """A game of Origins in which seat 0 places this domino next, before the other seats.

    `lands` are the territories by seat; dominoes 1 to 4 are on offer, or none in the last round; `shared`
    holds the fields of the shared table.
    """
    others = [Slot(DominoNumber(n), Seat(seat)) for seat, n in enumerate((5, 6, 7), start=1)]
    game = Game(
        origins(mode),
        len(lands),
        lands,
        dealt=8 if offer else 48,
        round=1 if offer else 12,
        stage=Stage.PLACE,
        line=(Slot(DominoNumber(domino), Seat(0)), *others[: len(lands) - 1]),
        next_line=tuple(Slot(DominoNumber(n), None) for n in (1, 2, 3, 4)) if offer else (),
        mover=Seat(0),
        shared=SharedTable(**shared),
    )
    return Played(game, (), Chance(deck(), seats(*range(len(lands)))))


def as_move(command: Command) -> reference.Move:
    """The command as a move of the reference implementation."""
    if isinstance(command, Choose):
        return "choose", command.domino, reference.NOWHERE
    if isinstance(command, Discard):
        return "discard", command.domino, reference.NOWHERE
    assert isinstance(command, Place), "a command of Origins"
    domino, x, y, direction = command.placement
    a, b = DOMINOES[domino].a, DOMINOES[domino].b
    there = (x + direction.dx, y + direction.dy)
    return "place", domino, frozenset({((x, y), _face(a)), (there, _face(b))})


def _face(half: Half) -> reference.Face:
    return half.terrain.word, half.crowns


def as_origins_move(command: Command) -> reference_origins.Move:
    """The command of a game of Origins as a move of its reference implementation."""
    if isinstance(command, Place):
        domino, x, y, direction = command.placement
        face, there = ORIGINS_DOMINOES[domino], (x + direction.dx, y + direction.dy)
        return "place", (domino, frozenset({((x, y), _printed(face.a)), (there, _printed(face.b))}))
    return _WORDS[type(command)](command)


_WORDS: Mapping[type, Callable[[Any], reference_origins.Move]] = {
    Choose: lambda command: ("choose", command.domino),
    Discard: lambda command: ("discard", command.domino),
    ChoosePair: lambda command: ("pair", frozenset(command.dominoes)),
    PutFire: lambda command: ("fire", tuple(command.square)),
    GiveTotem: lambda command: ("totem", (command.resource.value, command.to)),
    Recruit: lambda command: ("recruit", (command.source.value, frozenset(map(tuple, command.squares)))),
    TakeCaveman: lambda command: ("take", command.caveman.value),
    PutCaveman: lambda command: ("put", tuple(command.square)),
    Pass: lambda _: ("pass", None),
}


def _printed(half: Half) -> reference.Face:
    return half.terrain.word, half.craters or half.crowns


def shuffling(seed: int) -> Callable[[int, Sequence[T]], tuple[T, ...]]:
    """A `Chance.stack` that shuffles reproducibly: the order depends on seed, number and length only."""

    def shuffled(number: int, tiles: Sequence[T]) -> tuple[T, ...]:
        return tuple(random.Random(seed * 100 + number).sample(tiles, len(tiles)))  # noqa: S311 - a test

    return shuffled

"""The state of a game: everything on the table, all of it public."""

from enum import Enum
from typing import Any, NamedTuple, Self

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.replacing import places, replaced_by_place
from kingdomino.game.table import SharedTable
from kingdomino.rules import Rules


class Slot(NamedTuple):
    """A domino of a line and the seat whose king stands on it, if any."""

    domino: DominoNumber
    seat: Seat | None


class Stage(Enum):
    """The kind of move that is due; `CHOOSE_FIRST` is the choice from the first line (R5).

    In Origins a placement may be followed by putting a volcano's token (`FIRE`, R23) and by giving away a
    totem (`TOTEM`, R27). After a choice a caveman can be recruited: paid for (`RECRUIT`), taken and put
    (R29).
    """

    CHOOSE_FIRST = "choose-first"
    PLACE = "place"
    FIRE = "fire"
    TOTEM = "totem"
    CHOOSE = "choose"
    RECRUIT = "recruit"
    TAKE = "take"
    PUT = "put"
    OVER = "over"


@replaced_by_place
class Game(NamedTuple):
    """A game at one moment; immutable and without secrets.

    `dealt` counts the dominoes dealt so far; `round` is 0 during the first choice, then 1 to `rules.rounds`.
    `line` is the current line without the dominoes already placed or discarded; `next_line` is the line to
    choose from, empty in the last round (R7). `waiting` are the kings drawn for the first choice that have
    not chosen yet; `drawn` counts all drawn kings (R5). `mover` is the seat to act, or None if only chance or
    the end is due. `shared` is what lies on the table in Origins. `left` are the seats whose players left,
    and `idle` those of them for which nobody plays on (R32), both ascending.
    """

    rules: Rules
    players: int
    kingdoms: tuple[Kingdom, ...]
    dealt: int = 0
    round: int = 0
    stage: Stage = Stage.CHOOSE_FIRST
    line: tuple[Slot, ...] = ()
    next_line: tuple[Slot, ...] = ()
    drawn: int = 0
    waiting: tuple[Seat, ...] = ()
    mover: Seat | None = None
    shared: SharedTable = SharedTable()
    left: tuple[Seat, ...] = ()
    idle: tuple[Seat, ...] = ()

    def with_kingdom(self, seat: Seat, kingdom: Kingdom) -> Self:
        """The game with the seat's kingdom replaced."""
        return self._replace(kingdoms=(*self.kingdoms[:seat], kingdom, *self.kingdoms[seat + 1 :]))

    @property
    def deck_left(self) -> int:
        """The number of dominoes still to be dealt."""
        return self.rules.deck_size(self.players) - self.dealt

    @property
    def rounds(self) -> int:
        """The number of rounds of the game (R2)."""
        return self.rules.rounds(self.players)

    @property
    def offer(self) -> tuple[Slot, ...]:
        """The line on which kings are put now: the first line during the first choice, then the next line."""
        return self.line if self.stage is Stage.CHOOSE_FIRST else self.next_line

    @property
    def free_dominoes(self) -> list[DominoNumber]:
        """The dominoes on offer on which no king stands."""
        return [domino for domino, seat in self.offer if seat is None]

    @property
    def domino_in_hand(self) -> DominoNumber | None:
        """The domino that the acting seat has to place; None in every other stage."""
        if self.stage is Stage.PLACE:
            for domino, seat in self.line:
                if seat is not None:
                    return domino
        return None


_KINGDOMS, _LINE, _NEXT_LINE, _STAGE, _MOVER = places(Game, "kingdoms", "line", "next_line", "stage", "mover")


def to_act(game: Game, stage: Stage, mover: Seat | None) -> Game:
    """The game in this stage, with this seat to act."""
    members: list[Any] = list(game)
    members[_STAGE], members[_MOVER] = stage, mover
    return tuple.__new__(Game, members)


def laid(game: Game, kingdoms: tuple[Kingdom, ...], line: tuple[Slot, ...]) -> Game:
    """The game with these kingdoms, and with this rest of the current line."""
    members: list[Any] = list(game)
    members[_KINGDOMS], members[_LINE] = kingdoms, line
    return tuple.__new__(Game, members)


def offered(game: Game, line: tuple[Slot, ...]) -> Game:
    """The game with this line, including its kings, as the next line."""
    members: list[Any] = list(game)
    members[_NEXT_LINE] = line
    return tuple.__new__(Game, members)

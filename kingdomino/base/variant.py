"""The base game as a variant: one method for each part of the rules that another variant may replace.

The machine calls the variant of the rules and names no game itself. Each other game is a subclass
(`origins`), and `machine.variants` has one object of each.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from kingdomino.base import absence, judging
from kingdomino.base.first_choice import FIRST_CHOICES, FirstChoice
from kingdomino.base.flow import lowest_king, next_round, next_turn
from kingdomino.board.camp import NO_CAMP_POINTS, CampPoints
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.game import Game, Slot, Stage, laid, offered, to_act
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    Event,
    GameEnded,
    KingDrawn,
    LineDealt,
    SeatLeft,
    SeatRejoined,
)
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.game.table import SharedTable, Volcano
from kingdomino.rules import Rules

Evolver = Callable[[Game, Any], Game]
Lister = Callable[[Game, Seat], Iterable[Command]]


class Judge(NamedTuple):
    """The function that judges a kind of command, and the stages in which that command is possible."""

    stages: tuple[Stage, ...]
    decide: Callable[[Game, Seat, Any], tuple[Event, ...]]


class Variant:
    """The rules that differ between games: commands, legal moves, events and their order.

    `judges` has the `Judge` of each kind of command. `listers` has for each stage the function that lists the
    legal commands. `evolvers` has for each type of event the function that applies it to a game. Commands,
    stages and events that are not in them do not occur in this variant.
    """

    def __init__(self) -> None:
        self.judges: dict[type, Judge] = {
            Place: Judge((Stage.PLACE,), judging.judge_placement),
            Discard: Judge((Stage.PLACE,), judging.judge_discard),
            Choose: Judge((Stage.CHOOSE_FIRST, Stage.CHOOSE), self._judge_choice),
            ChoosePair: Judge((Stage.CHOOSE_FIRST,), self._judge_first_choice),
        }
        self.listers: dict[Stage, Lister] = {
            Stage.PLACE: judging.step_one,
            Stage.CHOOSE_FIRST: self._first_choices,
            Stage.CHOOSE: judging.step_two,
        }
        self.evolvers: dict[type, Evolver] = {
            LineDealt: self._dealt,
            KingDrawn: _king_drawn,
            DominoChosen: self._chosen,
            DominoPlaced: self._placed,
            DominoDiscarded: self._discarded,
            DominoLeftOver: _left_over,
            GameEnded: _ended,
            SeatLeft: absence.left,
            SeatRejoined: absence.rejoined,
        }

    def first_choice(self, rules: Rules, players: int) -> FirstChoice:  # noqa: ARG002 - a hook
        """The way of choosing from the first line (R5)."""
        return FIRST_CHOICES[rules.first_line]

    def table_at_start(self) -> SharedTable:
        """The objects on the table beside the kingdoms, before the first line is dealt."""
        return SharedTable()

    def automatic(self, game: Game, chance: Chance) -> Event | None:
        """The next event that needs no choice: a line, a king, a left-over domino, or the end.

        None if a player is to act or the game is over (R4, R5, R7).
        """
        if game.next_line or game.stage is Stage.OVER:
            return None
        if game.stage is Stage.CHOOSE_FIRST:
            first_choice = self.first_choice(game.rules, game.players)
            return first_choice.due(game, chance) if game.dealt else _next_line(game, chance)
        if game.mover is None:
            return GameEnded()
        left_over = next((slot.domino for slot in game.line if slot.seat is None), None)
        if left_over is not None:
            return DominoLeftOver(left_over)
        return _next_line(game, chance) if game.deck_left else None

    def lay(self, kingdom: Kingdom, placement: Placement) -> tuple[Kingdom, Volcano | None]:
        """The kingdom with the domino and everything that comes with it, and the erupting volcano, if any."""
        return kingdom.place(placement), None

    def after_dealing(self, shared: SharedTable) -> SharedTable:
        """The table after a line was dealt."""
        return shared

    def after_step_one(self, game: Game, seat: Seat) -> Game:
        """The game after a placement and its consequences: at the choice, or at the turn of the next king."""
        if game.next_line:
            return to_act(game, Stage.CHOOSE, seat)
        return to_act(game, Stage.PLACE, lowest_king(game.line))

    def after_step_two(self, game: Game, seat: Seat) -> Game:  # noqa: ARG002 - a hook
        """The game after a choice."""
        return next_turn(game)

    def idle_event(self, game: Game, seat: Seat) -> Event | None:
        """The automatic event of the idle seat to act; None for a move begun before its player left (R32).

        Its domino is discarded, even if it would fit; its king takes the lowest free domino.
        """
        if game.stage is Stage.PLACE and game.domino_in_hand is not None:
            return DominoDiscarded(seat, game.domino_in_hand)
        if game.stage is Stage.CHOOSE:
            return DominoChosen(seat, game.free_dominoes[0])
        if game.stage is Stage.CHOOSE_FIRST:
            return DominoChosen(seat, self.first_choice(game.rules, game.players).idle(game))
        return None

    def camp_points(self, rules: Rules, kingdom: Kingdom) -> CampPoints:  # noqa: ARG002 - a hook
        """The points for the objects on a kingdom beside its dominoes."""
        return NO_CAMP_POINTS

    def table_points(self, game: Game, seat: Seat) -> Points:  # noqa: ARG002 - a hook
        """The points for the objects on the table that a seat holds."""
        return Points(0)

    def _judge_choice(self, game: Game, seat: Seat, command: Choose) -> tuple[Event, ...]:
        if game.stage is Stage.CHOOSE_FIRST:
            return self._judge_first_choice(game, seat, command)
        return judging.judge_choice(game, seat, command)

    def _judge_first_choice(self, game: Game, seat: Seat, command: Choose | ChoosePair) -> tuple[Event, ...]:
        return self.first_choice(game.rules, game.players).judge(game, seat, command)

    def _first_choices(self, game: Game, _: Seat) -> Iterable[Choose | ChoosePair]:
        return self.first_choice(game.rules, game.players).legal(game)

    def _dealt(self, game: Game, event: LineDealt) -> Game:
        slots = tuple([Slot(domino, None) for domino in event.dominoes])
        dealt, shared = game.dealt + len(slots), self.after_dealing(game.shared)
        if game.dealt == 0:
            return game._replace(dealt=dealt, line=slots, shared=shared)
        return game._replace(dealt=dealt, next_line=slots, shared=shared)

    def _chosen(self, game: Game, event: DominoChosen) -> Game:
        claimed = Slot(event.domino, event.seat)
        offer = tuple([claimed if slot.domino == event.domino else slot for slot in game.offer])
        if game.stage is Stage.CHOOSE:
            return self.after_step_two(offered(game, offer), event.seat)
        waiting = game.waiting[1:]
        if waiting or game.drawn < game.rules.kings(game.players):
            return game._replace(line=offer, waiting=waiting, mover=waiting[0] if waiting else None)
        return next_round(game._replace(waiting=()), offer)

    def _placed(self, game: Game, event: DominoPlaced) -> Game:
        placement = Placement(event.domino, event.x, event.y, event.direction)
        return self._after_domino(game, event, game.kingdoms[event.seat].place(placement))

    def _discarded(self, game: Game, event: DominoDiscarded) -> Game:
        return self._after_domino(game, event, game.kingdoms[event.seat].discard(event.domino))

    def _after_domino(self, game: Game, event: DominoPlaced | DominoDiscarded, kingdom: Kingdom) -> Game:
        """The game with the domino removed from the line and the seat's kingdom replaced."""
        seat, kingdoms = event.seat, game.kingdoms
        changed = (*kingdoms[:seat], kingdom, *kingdoms[seat + 1 :])
        return self.after_step_one(laid(game, changed, _without(game.line, event.domino)), seat)


def _next_line(game: Game, chance: Chance) -> LineDealt:
    end = game.dealt + game.rules.line_size(game.players)
    return LineDealt(tuple(sorted(chance.deck[game.dealt : end])))


def _king_drawn(game: Game, event: KingDrawn) -> Game:
    waiting = (*game.waiting, event.seat)
    return game._replace(waiting=waiting, drawn=game.drawn + 1, mover=waiting[0])


def _without(line: tuple[Slot, ...], domino: DominoNumber) -> tuple[Slot, ...]:
    return tuple([slot for slot in line if slot.domino != domino])


def _left_over(game: Game, event: DominoLeftOver) -> Game:
    return game._replace(line=_without(game.line, event.domino))


def _ended(game: Game, _: GameEnded) -> Game:
    return to_act(game, Stage.OVER, None)

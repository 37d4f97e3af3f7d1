"""Variations: a kingdom as it would be if its owner had placed otherwise from some moment of a game on.

The rules judge a variation like a last round (R7): one seat places, nobody chooses, nobody recruits. All
other kingdoms stay as they are at that moment, and so do the totems, except those that the seat wins or
loses.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Command, Discard, Place
from kingdomino.machine import advance, legal_commands
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Score, score

CODES = {
    "variation/domino": "the domino lies in a kingdom, was tried already, or has left the game",
    "variation/over": "the seat gets no more dominoes in this game (R2)",
}
"""Every code of a refusal that only variations have, with its meaning."""

DUE = (Stage.FIRE, Stage.TOTEM)
"""The stages that must be finished before the next domino (R23, R27)."""


class Variation(NamedTuple):
    """A variation after some moves; immutable.

    `game` has the kingdoms as they would be. `dominoes` are those that can be placed next, in no order: they
    are on the lines or not yet dealt. Which of the latter are still to come is unknown.
    """

    game: Game
    seat: Seat
    dominoes: frozenset[DominoNumber]

    @classmethod
    def begin(cls, game: Game, seat: Seat, unseen: Iterable[DominoNumber]) -> Self:
        """The variation without a move; `unseen` are the dominoes that no line of the game has had so far."""
        on_lines = (slot.domino for slot in (*game.line, *game.next_line))
        return cls(_alone(game, seat), seat, frozenset((*unseen, *on_lines)))

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom as it would be."""
        return self.game.kingdoms[self.seat]

    @property
    def score(self) -> Score:
        """The score of that kingdom."""
        return score(self.game, self.seat)

    @property
    def due(self) -> bool:
        """True if a fire or a totem comes before the next domino."""
        return self.game.stage in DUE

    @property
    def left(self) -> int:
        """The number of dominoes that the seat still gets in the game."""
        had = len(self.kingdom.placements) + len(self.kingdom.discarded)
        return self.game.rules.dominoes_each(self.game.players) - had

    def moves(self, domino: DominoNumber | None = None) -> Sequence[Command]:
        """Every legal next move: of what is due, else with this domino; none without a domino."""
        if self.due:
            return legal_commands(self.game)
        return legal_commands(self._holding(domino)) if domino is not None else ()

    def play(self, command: Command) -> Self:
        """The variation after one more move; raises `RuleViolation` with a code of the rules or `CODES`."""
        if not isinstance(command, Place | Discard) or self.due:
            return self._after(self.game, command)
        domino = command.placement.domino if isinstance(command, Place) else command.domino
        further = self._after(self._holding(domino), command)
        return further._replace(dominoes=self.dominoes - {domino})

    def _after(self, game: Game, command: Command) -> Self:
        played, _ = advance(game, self.seat, command, NO_CHANCE)
        return self._replace(game=_alone(played, self.seat))

    def _holding(self, domino: DominoNumber) -> Game:
        """The game with this domino under a king of the seat."""
        if not self.left:
            raise RuleViolation("variation/over", f"seat {self.seat} gets no more dominoes in this game")
        if domino not in self.dominoes:
            raise RuleViolation("variation/domino", f"domino {domino} is not to be had any more")
        return self.game._replace(line=(Slot(domino, self.seat),))


def _alone(game: Game, seat: Seat) -> Game:
    """The game as if its deck and lines were empty and this seat were to act."""
    due = game.mover == seat and game.stage in DUE
    shared = game.shared._replace(volcano=game.shared.volcano if due else None, refill=False)
    return game._replace(
        dealt=game.rules.deck_size(game.players),
        stage=game.stage if due else Stage.PLACE,
        line=(),
        next_line=(),
        waiting=(),
        mover=seat,
        shared=shared,
        idle=(),
    )

"""The tutorial game: six lessons, each with a kingdom, a task, and the rules' response to the learner's move.

The learner's moves are tokens of the notation (`docs/play/notation.md`), one for each lesson, in order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import NamedTuple

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import NotationError, parse_kingdom
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Choose, Command
from kingdomino.machine import advance, legal_commands
from kingdomino.rules import Rules
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Score, score
from kingdomino.transcript.tokens import parse_command

RULES = Rules()
PLAYERS = 2
LEARNER, RIVAL = Seat(0), Seat(1)
LATER = parse_kingdom("34@0,1n 17@-1,2s 32@1,1n 9@1,0e 25@2,2s 30@-1,0w 36@0,-1e 8@-2,1n 28@-2,-1e 24@-2,-2e")
"""The kingdom some rounds later: at its full size, with room for two dominoes."""
OFFER = tuple(Slot(DominoNumber(number), RIVAL if number == 31 else None) for number in (10, 31, 37, 42))
"""The line to choose from, with one domino already claimed by the rival."""
RIVALS = Slot(DominoNumber(44), RIVAL)
"""The rest of the previous line: the rival's turn comes next."""
FITS_NOWHERE = DominoNumber(46)


class Lesson(Enum):
    """The lessons in order, named by what they teach."""

    CASTLE = "castle"
    LAND = "land"
    CROWNS = "crowns"
    CHOICE = "choice"
    LIMIT = "limit"
    DISCARD = "discard"


LESSONS = tuple(Lesson)
IN_HAND = {Lesson.CASTLE: 17, Lesson.LAND: 32, Lesson.CROWNS: 28, Lesson.DISCARD: FITS_NOWHERE}
"""The domino to be placed; in the lesson about the limit it is the domino chosen before."""


class Untaught(ValueError):  # noqa: N818 - wrong input, not a fault
    """The moves do not fit the lessons; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """The learner's position: a game at its table; `lesson` is None after the last one.

    `gain` is the number of points that the last move brought, and `best` the most that any move would have
    brought. Both are None if the last move was not a placement or discard.
    """

    lesson: Lesson | None
    game: Game
    gain: Points | None = None
    best: Points | None = None

    @property
    def kingdom(self) -> Kingdom:
        """The learner's kingdom."""
        return self.game.kingdoms[LEARNER]

    @property
    def score(self) -> Score:
        """The score of the learner's kingdom."""
        return score(self.game, LEARNER)

    @property
    def moves(self) -> Sequence[Command]:
        """All legal moves; none after the last lesson."""
        return legal_commands(self.game) if self.lesson else ()


class _Step(NamedTuple):
    """The start of a lesson: the kingdom, and the domino to place, or None if one is to be chosen."""

    kingdom: Kingdom
    hand: DominoNumber | None


def position(tokens: Sequence[str]) -> LessonPosition:
    """The position after these moves; raises `Untaught` if a move is malformed, illegal or surplus."""
    first = _position(Lesson.CASTLE, _Step(Kingdom.empty(RULES.limit(PLAYERS)), DominoNumber(17)))
    return reduce(_after, tokens, first)


def _after(now: LessonPosition, token: str) -> LessonPosition:
    if now.lesson is None:
        raise Untaught(f"the first game has {len(LESSONS)} moves, and {token} comes after them")
    number = LESSONS.index(now.lesson)
    try:
        command = parse_command(token)
        played, _ = advance(now.game, LEARNER, command, NO_CHANCE)
    except NotationError as error:
        raise Untaught(f"move {number + 1}, {token}: {error}") from error
    except RuleViolation as refused:
        raise Untaught(f"move {number + 1}, {token}: {refused.text}") from refused
    following = LESSONS[number + 1] if number + 1 < len(LESSONS) else None
    begun = _position(following, _next(following, played.kingdoms[LEARNER], command))
    if isinstance(command, Choose):
        return begun
    gains = [_total(advance(now.game, LEARNER, each, NO_CHANCE)[0]) for each in now.moves]
    before = now.score.total
    return LessonPosition(
        begun.lesson, begun.game, Points(_total(played) - before), Points(max(gains) - before)
    )


def _total(game: Game) -> Points:
    return score(game, LEARNER).total


def _next(lesson: Lesson | None, kingdom: Kingdom, command: Command) -> _Step:
    """The start of the next lesson, after this move."""
    if lesson is Lesson.CHOICE:
        return _Step(LATER, None)
    if isinstance(command, Choose):
        return _Step(kingdom, command.domino)
    return _Step(kingdom, DominoNumber(IN_HAND[lesson]) if lesson in IN_HAND else None)


def _position(lesson: Lesson | None, step: _Step) -> LessonPosition:
    """The game in which this lesson is the learner's turn; no further domino will be dealt."""
    table = Game(
        RULES,
        PLAYERS,
        (step.kingdom, Kingdom.empty(RULES.limit(PLAYERS))),
        dealt=RULES.deck_size(PLAYERS),
        round=1,
        mover=LEARNER,
    )
    if lesson is None:
        return LessonPosition(None, table._replace(stage=Stage.OVER, mover=None))
    if step.hand is None:
        return LessonPosition(
            lesson,
            table._replace(stage=Stage.CHOOSE, line=(RIVALS,), next_line=OFFER),
        )
    return LessonPosition(lesson, table._replace(stage=Stage.PLACE, line=(Slot(step.hand, LEARNER),)))

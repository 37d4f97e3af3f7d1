"""The review of a whole finished game."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game.events import GameStarted
from kingdomino.machine import start
from kingdomino.review.decisions import ALL, Before, Decision, PublicPosition, RecordedEvent, decisions
from kingdomino.review.evaluator import Evaluator
from kingdomino.review.fortunes import JudgedTurn, Moment, luck, moments, skill
from kingdomino.review.grading import Grade, accuracy
from kingdomino.review.judging import Expected, expected, judge_decision

Told = Callable[[float], object]
"""A callback for the progress, from 0 to 1."""


class PlayerReview(NamedTuple):
    """A seat's result: luck and skill in points, accuracy 0 to 100, or None without a choice."""

    seat: Seat
    accuracy: float | None
    luck: float
    skill: float


class Review(NamedTuple):
    """The review of a game: its turns in order, the players by seat, and the decisive moments."""

    turns: tuple[JudgedTurn, ...]
    players: tuple[PlayerReview, ...]
    moments: tuple[Moment, ...]


def review(steps: Iterable[RecordedEvent], evaluator: Evaluator, told: Told = lambda _: None) -> Review:
    """Review the game with these steps; the same steps and evaluator give the same review."""
    all_steps = list(steps)
    made = list(decisions(all_steps))
    turns: list[JudgedTurn] = []
    for number, decision in enumerate(made):
        turns.append(_turn(evaluator, decision, turns[-1] if turns else None))
        told((number + 1) / len(made))
    players = next((step.game.players for step in all_steps if step.game), 0)
    return Review(
        tuple(turns),
        tuple(_player(turns, Seat(seat)) for seat in range(players)),
        tuple(moments(turns)),
    )


def _turn(evaluator: Evaluator, decision: Decision, last: JudgedTurn | None) -> JudgedTurn:
    """The next turn; if nothing happened since the last one, it takes over the expectations after that."""
    known = last.judged.after if last and decision.before is Before.NOTHING else None
    before = known or _expected(evaluator, decision.position)
    judged = judge_decision(evaluator, decision, before)
    if judged.exact:
        before = judged.top
    undrawn = None
    if decision.before is Before.DRAW:
        undrawn = last.judged.after if last else _expected(evaluator, _beginning(decision.position))
    return JudgedTurn(judged, before, undrawn)


def _expected(evaluator: Evaluator, position: PublicPosition) -> Expected:
    return expected(evaluator.outcomes(position, None, range(evaluator.budget.finals)))


def _beginning(position: PublicPosition) -> PublicPosition:
    """The position before anything was drawn."""
    game = position.game
    return PublicPosition(0, start(GameStarted(game.rules, game.players)), ALL)


def _player(turns: list[JudgedTurn], seat: Seat) -> PlayerReview:
    own = [turn.judged for turn in turns if turn.judged.decision.seat == seat]
    losses = [each.loss for each in own if each.grade is not Grade.FORCED]
    return PlayerReview(seat, accuracy(losses), luck(turns, seat), skill(turns, seat))

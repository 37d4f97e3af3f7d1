"""The review of a whole finished game."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.events import GameStarted, SeatLeft, SeatRejoined
from kingdomino.machine import start
from kingdomino.review.decisions import ALL, Before, Decision, PublicPosition, RecordedEvent, decisions
from kingdomino.review.evaluator import Evaluator
from kingdomino.review.fortunes import JudgedTurn, Moment, luck, moments, others, skill
from kingdomino.review.grading import Grade, accuracy, cost
from kingdomino.review.judging import judge_decision
from kingdomino.review.outcomes import Estimate, Expected, ended, expected

Told = Callable[[float], object]
"""A callback for the progress, from 0 to 1."""


class PlayerReview(NamedTuple):
    """A seat's result: accuracy 0 to 100, or None without a choice, and what its points came from.

    `start` has the points expected before the first draw. With luck, skill and what others did, it is `end`:
    the points at the end of the reviewed record. `choices` is the number of decisions with a choice.
    """

    seat: Seat
    accuracy: float | None
    choices: int
    start: float
    luck: Estimate
    skill: Estimate
    others: float
    end: float


class Left(NamedTuple):
    """A seat that its player left for good, and the version at which that happened."""

    version: int
    seat: Seat


class Review(NamedTuple):
    """The review of a game: its turns in order, the players by seat, the decisive moments, and who left."""

    turns: tuple[JudgedTurn, ...]
    players: tuple[PlayerReview, ...]
    moments: tuple[Moment, ...]
    left: tuple[Left, ...]


def review(steps: Iterable[RecordedEvent], evaluator: Evaluator, told: Told = lambda _: None) -> Review:
    """Review the game with these steps; the same steps and evaluator give the same review."""
    all_steps = list(steps)
    made = list(decisions(all_steps))
    turns: list[JudgedTurn] = []
    for number, decision in enumerate(made):
        turns.append(_turn(evaluator, decision, turns[-1] if turns else None))
        told((number + 1) / len(made))
    games = [step.game for step in all_steps if step.game]
    players = range(games[0].players if turns else 0)
    return Review(
        tuple(turns),
        tuple(_player(turns, Seat(seat), games[-1]) for seat in players),
        tuple(moments(turns)),
        tuple(_left(all_steps)),
    )


def _left(steps: Iterable[RecordedEvent]) -> Iterable[Left]:
    gone: dict[Seat, Left] = {}
    for version, event, _ in steps:
        if isinstance(event, SeatLeft):
            gone[event.seat] = Left(version, event.seat)
        elif isinstance(event, SeatRejoined):
            gone.pop(event.seat, None)
    return gone.values()


def _turn(evaluator: Evaluator, decision: Decision, last: JudgedTurn | None) -> JudgedTurn:
    """The next turn; if nothing happened since the last one, it takes over the expectations after that."""
    since = last.judged.after if last else _expected(evaluator, _beginning(decision.position))
    before = since if decision.before is Before.NOTHING else _expected(evaluator, decision.position)
    return JudgedTurn(judge_decision(evaluator, decision, before), before, since)


def _expected(evaluator: Evaluator, position: PublicPosition) -> Expected:
    return expected(evaluator.outcomes(position, None, range(evaluator.budget.finals)))


def _beginning(position: PublicPosition) -> PublicPosition:
    """The position before anything was drawn."""
    game = position.game
    return PublicPosition(0, start(GameStarted(game.rules, game.players)), ALL)


def _player(turns: list[JudgedTurn], seat: Seat, last: Game) -> PlayerReview:
    own = [turn.judged for turn in turns if turn.seat == seat and turn.judged.grade is not Grade.FORCED]
    costs = [cost(each.loss, each.win_loss, exact=each.exact) for each in own]
    known = turns[-1].judged.after.points[seat]
    end = known if last.mover is not None else ended(last).points[seat]
    return PlayerReview(
        seat,
        accuracy(costs),
        len(own),
        turns[0].since.points[seat],
        luck(turns, seat),
        skill(turns, seat),
        others(turns, seat) + end - known,
        end,
    )

"""What points came from: start, luck, skill and others add up to the points at the end; and the moments."""

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Stage
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import GameStarted
from kingdomino.machine import advance, settle, start
from kingdomino.policies import BOTS, command
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import ALL, Before, Decision, PublicPosition
from kingdomino.review.evaluator import Budget
from kingdomino.review.fortunes import JudgedTurn, Moment, moments
from kingdomino.review.grading import Grade
from kingdomino.review.judging import Judged
from kingdomino.review.outcomes import KNOWN_ZERO, Expected, Outcome, ended, expected
from kingdomino.review.reviewing import review
from kingdomino.rules import GameKind, Mode, Rules
from tests.unit.kingdomino.review.games import game_of

VARIANTS = [
    (Rules(), 2),
    (Rules(middle_kingdom=True, harmony=True), 3),
    (Rules(), 4),
    (Rules(mighty_duel=True), 2),
    (Rules(no_limit=True), 3),
    *((Rules(game=GameKind.ORIGINS, mode=mode), players) for mode, players in product(Mode, (2, 3))),
]


class RandomPlayouts:
    """An evaluator whose playouts are random games: the parts add up whatever the policy is."""

    name = "random"
    budget = Budget(candidates=2, screening=((1, 1),), finals=1, nodes=0)

    def outcomes(
        self, position: PublicPosition, command_: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """The outcomes in these deals."""
        return [self._outcome(position, command_, Random(f"{deal}")) for deal in deals]  # noqa: S311 - a test

    def _outcome(self, position: PublicPosition, first: Command | None, stream: Random) -> Outcome:
        game, chance = position.game, redealt(position, stream)
        if first is None or game.mover is None:
            game, _ = settle(game, (), chance)
        else:
            game, _ = advance(game, game.mover, first, chance)
        while (seat := game.mover) is not None:
            wanted = command(BOTS["random"].policy, game, seat, stream.randrange)
            game, _ = advance(game, seat, wanted, chance)
        return ended(game)


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("left_after", [None, 20], ids=["all stay", "one leaves"])
@pytest.mark.parametrize(("rules", "players"), VARIANTS)
def test_the_parts_add_up_to_the_points_at_the_end(
    rules: Rules, players: int, left_after: int | None
) -> None:
    """Start, luck, skill and others of each seat; if all stay, the last choice promises just these points."""
    steps = game_of(rules, ["random"] * players, 5, left_after)
    last = steps[-1].game
    assert last is not None
    found = review(steps, RandomPlayouts())
    for player in found.players:
        parts = player.start + player.luck.mean + player.skill.mean + player.others
        assert parts == pytest.approx(ended(last).points[player.seat])
        assert player.end == ended(last).points[player.seat]
        if left_after is None:
            assert found.turns[-1].judged.after.points[player.seat] == player.end


POSITION = PublicPosition(8, start(GameStarted(Rules(), 2))._replace(stage=Stage.CHOOSE), ALL)
PLACE, CHOOSE = Place(Placement(DominoNumber(7), 1, 0, 0)), Choose(DominoNumber(9))  # type: ignore[arg-type]


def chances(*wins: int) -> Expected:
    """The expectations of two seats after these playouts: 1 for each that seat 0 wins."""
    return expected([Outcome((0, 0), (float(won), 1.0 - won)) for won in wins])


def turn(
    version: int, seat: int, made: Command, steps: Sequence[Expected], before: Before = Before.NOTHING
) -> JudgedTurn:
    """A decision between these expectations: before what happened, before the decision, after it."""
    decision = Decision(version, POSITION, Seat(seat), made, before)
    since, known, after = steps
    judged = Judged(decision, Grade.GOOD, made, KNOWN_ZERO, KNOWN_ZERO, after, exact=False)
    return JudgedTurn(judged, known, since)


EVEN, AHEAD, SURE = chances(*[1, 0] * 50), chances(*[1, 1, 1, 0] * 25), chances(*[1] * 100)
NEARLY = chances(*[1, 0] * 49, 1, 1)


def test_a_turn_is_one_moment() -> None:
    """What placing loses and choosing wins back is no moment; the turn's version is that of its placing."""
    back = [turn(9, 0, PLACE, (SURE, SURE, EVEN)), turn(10, 0, CHOOSE, (EVEN, EVEN, SURE))]
    assert moments(back) == []
    on = [turn(9, 0, PLACE, (EVEN, EVEN, AHEAD)), turn(10, 0, CHOOSE, (AHEAD, AHEAD, SURE))]
    assert moments(on) == [Moment(9, drawn=False, decided_by=Seat(0), seat=Seat(0), change=0.5, swing=0.5)]


def test_two_turns_are_two_moments() -> None:
    """Another seat's choice, another placing of the same seat, and what follows a draw begin a turn."""
    other = [turn(9, 0, PLACE, (EVEN, EVEN, AHEAD)), turn(10, 1, CHOOSE, (AHEAD, AHEAD, SURE))]
    assert [each.version for each in moments(other)] == [9, 10]
    again = [
        turn(9, 0, PLACE, (EVEN, EVEN, AHEAD)),
        turn(10, 0, Discard(DominoNumber(8)), (AHEAD, AHEAD, SURE)),
    ]
    assert [each.version for each in moments(again)] == [9, 10]
    drawn = turn(10, 0, CHOOSE, (AHEAD, SURE, SURE), Before.DRAW)
    found = moments([turn(9, 0, PLACE, (EVEN, EVEN, AHEAD)), drawn])
    assert [(each.version, each.drawn) for each in found] == [(9, False), (10, True)]


def test_what_could_be_chance_is_no_moment() -> None:
    """A swing of one playout in a hundred is less than twice its error."""
    assert moments([turn(9, 0, PLACE, (EVEN, EVEN, NEARLY))]) == []


def test_a_moment_names_a_contender() -> None:
    """Of three seats the one that could win and then cannot, not the one whose small chance went as well."""
    even = expected([Outcome((0,) * 3, each) for each in [(1.0, 0.0, 0.0)] * 9 + [(0.0, 0.0, 1.0)] * 1] * 30)
    gone = expected([Outcome((0,) * 3, (0.0, 1.0, 0.0))] * 300)
    [found] = moments([turn(9, 2, PLACE, (even, even, gone))])
    assert found.seat == Seat(1)
    assert found.swing == pytest.approx(1.0)

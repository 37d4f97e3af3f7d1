"""The kernel's evaluator of reviews, compared with that of the rules."""

from random import Random

import pytest

from kingdomino.game.events import GameStarted
from kingdomino.kernel.playing import endings
from kingdomino.kernel.tables import Position
from kingdomino.machine import legal_commands, start
from kingdomino.review.decisions import ALL, PublicPosition, decisions
from kingdomino.review.engines import evaluator_of
from kingdomino.review.evaluator import PureEvaluator
from kingdomino.review.kernel import KernelEvaluator
from kingdomino.review.outcomes import estimate, mean_shares
from kingdomino.review.searching import SearchEvaluator, UnlimitedEvaluator
from kingdomino.rules import GameKind, Rules
from tests.unit.kingdomino.review.games import game_of

pytestmark = pytest.mark.slow

BOTH = Rules(middle_kingdom=True, harmony=True)


def streams(name: str) -> Random:
    """A reproducible random stream for each name."""
    return Random(f"test/{name}")  # noqa: S311 - a test


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_round_ends_alike(players: int) -> None:
    """In the last round every move has the same outcome by the kernel as by the rules."""
    made = [
        each for each in decisions(game_of(BOTH, ["random"] * players, 6)) if not each.position.game.next_line
    ]
    last = [each for each in made if len(each.position.game.line) <= 2]
    for decision in last:
        for command in legal_commands(decision.position.game):
            by_kernel = KernelEvaluator(streams).outcomes(decision.position, command, range(3))
            by_rules = PureEvaluator(streams).outcomes(decision.position, command, range(3))
            assert by_kernel == by_rules
    assert last


@pytest.mark.long
def test_expectations_agree_within_their_error() -> None:
    """Mid-game and before the start, both have the same policy, so their means differ by chance only."""
    made = list(decisions(game_of(BOTH, ["greedy"] * 3, 6)))
    middle = made[len(made) // 2]
    beginning = PublicPosition(0, start(GameStarted(BOTH, 3)), ALL)
    for position, command in ((middle.position, middle.command), (beginning, None)):
        by_kernel = KernelEvaluator(streams).outcomes(position, command, range(2_000))
        by_rules = PureEvaluator(streams).outcomes(position, command, range(40))
        for seat in range(3):
            one, other = (
                estimate([each.points[seat] for each in outcomes]) for outcomes in (by_kernel, by_rules)
            )
            assert abs(one.mean - other.mean) <= 4 * (one.error + other.error)
        assert sum(mean_shares(by_kernel)) == pytest.approx(1)


def test_a_seed_deals_the_same_deck_after_every_move() -> None:
    """With the same seed, the move placed in the last round does not change the other kingdoms."""
    made = list(decisions(game_of(BOTH, ["greedy"] * 4, 6)))
    decision = next(each for each in reversed(made) if each.position.game.round == 12)
    compiled = Position.of(decision.position.game, sorted(decision.position.unseen))
    ends = [endings(compiled, move, [(1, 1)] * 4, [5]) for move in range(len(compiled.legal()))]
    others = [seat for seat in range(4) if seat != decision.seat]
    assert len({tuple(points[seat] for seat in others) for [(points, _)] in ends}) == 1
    with pytest.raises(IndexError, match="legal moves"):
        endings(compiled, len(compiled.legal()), [(1, 1)] * 4, [5])


def test_each_game_has_the_evaluator_that_plays_it() -> None:
    """The base game, kingdoms without a limit and Origins have evaluators of their own."""
    kinds = [Rules(), Rules(mighty_duel=True), Rules(no_limit=True), Rules(game=GameKind.ORIGINS)]
    found = [type(evaluator_of(rules, streams)) for rules in kinds]
    assert found == [KernelEvaluator, KernelEvaluator, UnlimitedEvaluator, SearchEvaluator]

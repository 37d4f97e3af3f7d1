"""The last two rounds: the search, compared with brute force by the rules alone."""

import pytest

from kingdomino.machine import legal_commands
from kingdomino.review.decisions import decisions
from kingdomino.review.endgame import search
from kingdomino.review.grading import Grade
from kingdomino.review.judging import judge_decision
from kingdomino.review.outcomes import estimate, mean_points
from kingdomino.rules import GameKind, Mode, Rules
from tests.unit.kingdomino.review.games import BruteForce, TooMuch, evaluator, game_of

pytestmark = pytest.mark.slow

BASE = Rules(middle_kingdom=True, harmony=True)
TOTEM = Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("rules", "players", "seed", "in_last_but_one"),
    [(BASE, 4, 1, 4), (BASE, 3, 2, 2), (BASE, 2, 3, 1), (TOTEM, 3, 1, 0)],
    ids=["four", "three", "two", "totem"],
)
def test_the_search_finds_what_brute_force_finds(
    rules: Rules, players: int, seed: int, in_last_but_one: int
) -> None:
    """Search and brute force give the same points and shares of all seats for each legal command."""
    compared = earlier = 0
    for decision in reversed(list(decisions(game_of(rules, ["random"] * players, seed)))):
        game = decision.position.game
        if game.deck_left:
            break
        found = search(game, 20_000)
        assert found is not None
        brute = BruteForce(6_000)
        try:
            assert found == [(command, brute.after(game, command)) for command, _ in found]
        except TooMuch:
            break
        compared += 1
        earlier += bool(game.next_line)
    assert compared >= players
    assert earlier >= in_last_but_one


@pytest.mark.parametrize("seed", [8, 22])
def test_who_can_win_with_fewer_points_should(seed: int) -> None:
    """One choice brings the most points and loses the game, another wins it: the review names the second."""
    [decision] = [each for each in decisions(game_of(Rules(), ["greedy"] * 2, seed)) if each.version == 49]
    seat, brute = decision.seat, BruteForce(50_000)
    game = decision.position.game
    ways = {command: brute.after(game, command) for command in legal_commands(game)}
    assert search(game, 20_000) == list(ways.items())
    richest = max(ways, key=lambda command: ways[command].points[seat])
    assert ways[richest].shares[seat] == 0
    judged = judge_decision(evaluator(1, nodes=20_000), decision._replace(command=richest), None)
    assert ways[judged.best].shares[seat] == 1
    assert (judged.loss.mean, judged.win_loss.mean, judged.grade) == (0, 1, Grade.BLUNDER)
    won = judge_decision(evaluator(1, nodes=20_000), decision._replace(command=judged.best), None)
    assert (won.loss.mean, won.win_loss.mean, won.grade) == (0, 0, Grade.BEST)


def test_what_is_hidden_or_too_large_is_not_searched() -> None:
    """The search returns None while dominoes remain to be dealt, or if its bound is reached."""
    made = list(decisions(game_of(BASE, ["random"] * 4, 1)))
    assert search(made[0].position.game, 10**6) is None
    assert search(made[-1].position.game, 0) is None


def test_playouts_agree_with_the_search_within_their_error() -> None:
    """In a last round of one domino each `greedy` is best, so playouts agree with the search."""
    made = [each for each in decisions(game_of(BASE, ["random"] * 4, 5)) if each.position.game.round == 12]
    assert len(made) == 4
    for decision in made:
        searched = search(decision.position.game, 10_000)
        assert searched is not None
        for command, outcome in searched:
            played = evaluator().outcomes(decision.position, command, range(4))
            points = [each.points[decision.seat] for each in played]
            assert abs(estimate(points).mean - outcome.points[decision.seat]) <= 2 * estimate(points).error


def test_playouts_of_the_last_choices_agree_with_the_search() -> None:
    """One round earlier the other seats choose by `greedy`; the seat that chooses last depends on nobody."""
    made = [each for each in decisions(game_of(BASE, ["random"] * 4, 5)) if each.position.game.round == 11]
    last = made[-1]
    judged = judge_decision(evaluator(nodes=20_000), last, None)
    outcomes = evaluator().outcomes(last.position, last.command, range(4))
    assert mean_points(outcomes)[last.seat] == pytest.approx(judged.after.points[last.seat])

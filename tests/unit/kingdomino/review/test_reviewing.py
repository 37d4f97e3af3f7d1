"""The review of whole games: decisions, grades, accuracy, luck and skill, moments."""

from random import Random

import pytest

from kingdomino.game.events import DominoChosen
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.machine import legal_commands
from kingdomino.machine.commanding import command_of
from kingdomino.review.candidates import candidates
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import Before, decisions
from kingdomino.review.evaluator import played_out
from kingdomino.review.grading import BLUNDER_FROM, SLIP_FROM, Grade, accuracy, cost, grade
from kingdomino.review.outcomes import Estimate
from kingdomino.review.reviewing import Review, review
from kingdomino.rules import GameKind, Mode, Rules
from tests.unit.kingdomino.review.games import evaluator, game_of

pytestmark = pytest.mark.slow

CERTAIN = Estimate(0.0, 0.0)
VARIANTS = [
    (Rules(), 2),
    (Rules(middle_kingdom=True, harmony=True), 4),
    (Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY), 2),
    (Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), 3),
]


@pytest.mark.parametrize(("rules", "players"), VARIANTS)
def test_every_choice_is_a_decision(rules: Rules, players: int) -> None:
    """Each event that a player chose belongs to one decision, whose command is legal in its position."""
    steps = game_of(rules, ["greedy"] * players, 3)
    made = list(decisions(steps))
    chosen = [step.version for step in steps if step.event and command_of(step.event)]
    pairs = [each for each in made if isinstance(each.command, ChoosePair)]
    assert len(made) + 3 * len(pairs) == len(chosen)
    assert {each.version for each in made} <= set(chosen)
    for each in made:
        assert each.command in legal_commands(each.position.game)
        assert each.position.game.mover == each.seat


def test_a_pair_is_one_decision() -> None:
    """R21: the four first chiefs of two players in Origins are one choice."""
    steps = game_of(Rules(game=GameKind.ORIGINS), ["greedy"] * 2, 3)
    [first, second, *_] = decisions(steps)
    assert isinstance(first.command, ChoosePair)
    assert first.before is Before.DRAW
    assert sum(isinstance(step.event, DominoChosen) for step in steps if step.version < second.version) == 4


@pytest.mark.parametrize(("rules", "players"), VARIANTS)
def test_redealt_decks_keep_what_is_seen(rules: Rules, players: int) -> None:
    """A re-dealt deck has each unseen domino once, and none that lay on the table."""
    for decision in list(decisions(game_of(rules, ["random"] * players, 4)))[:: 6 * players]:
        position = decision.position
        chance = redealt(position, Random(1))  # noqa: S311 - a test
        coming = chance.deck[position.game.dealt :]
        assert sorted(coming) == sorted(position.unseen)
        end = played_out(position.game, chance, Random(2))  # noqa: S311 - a test
        assert end.dealt == rules.deck_size(players)
        assert len(end.kingdoms) == players


@pytest.mark.long
def test_the_same_seed_gives_the_same_review_and_the_deck_that_came_does_not_matter() -> None:
    """Verdicts follow from the positions alone; the line that came next has no influence."""
    steps = game_of(Rules(), ["random"] * 2, 7)
    once = review(steps[:12], evaluator(2))
    assert once == review(steps[:12], evaluator(2))
    assert review(steps[:20], evaluator(2)).turns[: len(once.turns)] == once.turns


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """The review of a game of a random player against a greedy one."""
    told: list[float] = []
    found = review(game_of(Rules(), ["random", "greedy"], 8), evaluator(8, 3, 2_000), told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    return found


@pytest.mark.long
def test_losses_are_points_not_below_zero(reviewed: Review) -> None:
    """The best move found loses nothing; a move is graded forced only if it was the only legal one."""
    for turn in reviewed.turns:
        judged = turn.judged
        assert judged.loss.mean >= 0
        assert judged.loss.error >= 0
        legal = legal_commands(judged.decision.position.game)
        assert judged.best in legal
        assert (judged.grade is Grade.FORCED) == (len(legal) == 1)
        assert sum(judged.after.shares) == pytest.approx(1)
        assert len(judged.after.outcomes) == 8  # playouts, also where the loss was searched
        if judged.exact:
            assert judged.loss.error == 0


@pytest.mark.long
def test_who_plays_at_random_is_less_accurate(reviewed: Review) -> None:
    """A random player has lower accuracy and skill than a greedy one."""
    random, greedy = reviewed.players
    assert random.accuracy is not None
    assert greedy.accuracy is not None
    assert random.accuracy < greedy.accuracy <= 100
    assert random.skill.mean < greedy.skill.mean


@pytest.mark.long
def test_three_moments_moved_the_chances_most(reviewed: Review) -> None:
    """Moments are in the order of the game; each has a swing, and a deciding player unless it was drawn."""
    assert 1 <= len(reviewed.moments) <= 3
    assert [each.version for each in reviewed.moments] == sorted(each.version for each in reviewed.moments)
    for moment in reviewed.moments:
        assert 0 < moment.swing <= 1
        assert moment.drawn == (moment.decided_by is None)


def test_what_was_made_is_always_looked_at() -> None:
    """The candidates are few, and the move that was played is always among them."""
    for decision in decisions(game_of(Rules(mighty_duel=True), ["random"] * 2, 1)):
        legal = legal_commands(decision.position.game)
        looked = candidates(decision, legal, 3)
        assert decision.command in looked
        assert len(looked) <= max(6, 4)


@pytest.mark.parametrize(
    ("loss", "win_loss", "found"),
    [
        (Estimate(0.4, 0.0), CERTAIN, Grade.BEST),
        (Estimate(SLIP_FROM - 0.1, 0.0), CERTAIN, Grade.GOOD),
        (Estimate(SLIP_FROM, 0.5), CERTAIN, Grade.SLIP),
        (Estimate(SLIP_FROM, 1.5), CERTAIN, Grade.GOOD),
        (Estimate(BLUNDER_FROM, 1.0), CERTAIN, Grade.BLUNDER),
        (Estimate(BLUNDER_FROM, 1.0), Estimate(-0.2, 0.05), Grade.GOOD),
        (Estimate(BLUNDER_FROM, 1.0), Estimate(-0.2, 0.2), Grade.BLUNDER),
    ],
)
def test_grades_follow_the_thresholds(loss: Estimate, win_loss: Estimate, found: Grade) -> None:
    """A loss is no slip if it is uncertain, or if it bought a better chance to win."""
    assert grade(loss, win_loss) is found


@pytest.mark.parametrize(
    ("loss", "win_loss", "found", "paid"),
    [
        (3.0, 0.0, Grade.SLIP, 3.0),
        (0.0, 0.25, Grade.SLIP, 3.0),
        (0.0, 1 / 6, Grade.SLIP, 2.0),
        (0.0, 0.5, Grade.BLUNDER, 6.0),
        (0.0, 1.0, Grade.BLUNDER, 12.0),
        (20.0, 1.0, Grade.BLUNDER, 20.0),
    ],
)
def test_in_a_searched_position_the_win_counts_first(
    loss: float, win_loss: float, found: Grade, paid: float
) -> None:
    """Whoever gives the win away pays for it in grade and accuracy, also without a loss of points."""
    lost, won = Estimate(loss, 0.0), Estimate(win_loss, 0.0)
    assert grade(lost, won, exact=True) is found
    assert cost(lost, won, exact=True) == Estimate(paid, 0.0)


def test_points_that_buy_the_win_cost_nothing() -> None:
    """The accuracy agrees with the grade: a bought chance to win is no mistake, an uncertain one is."""
    assert cost(Estimate(6.0, 1.0), Estimate(-0.2, 0.05), exact=False) == CERTAIN
    assert cost(Estimate(6.0, 1.0), Estimate(-0.2, 0.2), exact=False) == Estimate(6.0, 1.0)


def test_accuracy_needs_a_choice() -> None:
    """A player who never had a choice has no accuracy."""
    assert accuracy([]) is None

"""The page on reviews: its thresholds and worked examples match the program."""

import re
from pathlib import Path

from kingdomino.review.evaluator import PureEvaluator
from kingdomino.review.grading import BEST_BELOW, BLUNDER_FROM, SLIP_FROM, VICTORY, grade
from kingdomino.review.outcomes import Estimate

PAGE = (Path(__file__).parents[4] / "docs" / "play" / "review.md").read_text("utf-8")
_NUMBER = r"(-?\d+\.\d+)"


def test_the_worked_examples_are_graded_so() -> None:
    """Each row has a loss, its error, the loss of the chance to win, its error, and the grade."""
    pattern = rf"^\| {_NUMBER} \| {_NUMBER} \| {_NUMBER} \| {_NUMBER} \| `([a-z]+)` \|$"
    rows = re.findall(pattern, PAGE, re.MULTILINE)
    assert len(rows) == 7
    for *figures, name in rows:
        loss, error, win_loss, win_error = map(float, figures)
        assert grade(Estimate(loss, error), Estimate(win_loss, win_error)).value == name


def test_the_thresholds_are_written_down() -> None:
    """The page states the thresholds in points, and the budget without the kernel."""
    assert f"the loss is below {BEST_BELOW} points" in PAGE
    assert f"| `slip` | the loss is {SLIP_FROM:.0f} points or more, or" in PAGE
    assert f"| `blunder` | the loss is {BLUNDER_FROM:.0f} points or more, or" in PAGE
    assert f"a lost win counts as a\n  loss of {VICTORY:.0f} points" in PAGE
    assert re.search(rf"compared \|(?: [\d,]+ \|)+ {PureEvaluator.budget.finals} \|\n", PAGE)
    [(most, _)] = PureEvaluator.budget.screening
    assert re.search(rf"examined, at most \|(?: \d+ \|)+ {most} \|\n", PAGE)

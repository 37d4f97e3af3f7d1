"""The text of a report on a series with many games."""

from replays.audit.verdicts import Aspect, Finding, Report
from service.cli.auditing.telling import told

GOOD = Report("game", None, (), frozenset(Aspect))
BAD = Report("game", None, (Finding(Aspect.TIME, 3, "time/back", "earlier"),), frozenset(Aspect))


def lines(*games: Report) -> list[str]:
    """The text of the report on a series with these games."""
    return list(told("x", Report("dynasty", None, (), frozenset(Aspect), parts=games)))


def test_of_many_games_the_failed_ones_are_told() -> None:
    """It has the first ten of them, and a summary of all games."""
    text = lines(GOOD, *[BAD] * 11)
    games = [line.partition(":")[0] for line in text if line.startswith("  game ")]
    assert games == [f"  game {number}" for number in range(2, 12)]
    assert "  … and 1 more games with faults (--json has them all)" in text
    assert text[text.index("  12 audited") + 5] == "    time          1 pass, 11 fail"


def test_of_few_games_each_is_told() -> None:
    """It needs no summary."""
    text = lines(*[GOOD] * 9, BAD)
    assert len([line for line in text if line.startswith("  game ")]) == 10
    assert not any("audited" in line for line in text)

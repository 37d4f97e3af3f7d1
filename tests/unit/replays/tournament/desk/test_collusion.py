"""The report on choices that help one other, on constructed games."""

from itertools import product

import pytest

from replays.tournament.desk.collusion import ExaminedGame, HelpingChoice, at_least, report

FOURS = [("ann", "bob", "cy", "dee"), ("ann", "bob", "eve", "fay"), ("bob", "ann", "gus", "hal")]


def game(number: int, players: tuple[str | None, ...], *helps: tuple[int, int]) -> ExaminedGame:
    """A game in which everybody had 20 choices, and these seats helped those, for 2 points each."""
    made = tuple(
        HelpingChoice(10 + place, seat, other, 2.0, 3.0) for place, (seat, other) in enumerate(helps)
    )
    return ExaminedGame(number, players, (20,) * len(players), made)


def test_a_player_whose_costly_choices_help_one_other_in_every_game_comes_first() -> None:
    """Ann helps Bob nine times in three games and nobody else: (1/3)^9, which mistakes hardly do."""
    games = [
        game(1, FOURS[0], (0, 1), (0, 1), (0, 1), (2, 3)),
        game(2, FOURS[1], (0, 1), (0, 1), (0, 1)),
        game(3, FOURS[2], (1, 0), (1, 0), (1, 0)),
    ]
    found = report(games)
    [pair] = found.pairs
    assert (pair.chooser, pair.helped, pair.games, pair.choices) == ("ann", "bob", 3, 60)
    assert (len(pair.cases), pair.all_helps, pair.cost, pair.gain) == (9, 9, 18.0, 27.0)
    assert pair.expected == pytest.approx(3.0)
    assert pair.chance == pytest.approx((1 / 3) ** 9)
    assert [case.game for case in pair.cases] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert (found.games, found.looked_at) == (3, 12 + 10 + 10)


def test_mistakes_that_help_everybody_alike_are_no_pattern() -> None:
    """A weak player helps each of the others as often: no pair is less likely than one in four."""
    games = [game(number, FOURS[0], (0, 1), (0, 2), (0, 3)) for number in range(1, 4)]
    found = report(games)
    assert len(found.pairs) == 3
    assert all(pair.chance > 0.25 for pair in found.pairs)
    assert all(pair.expected == pytest.approx(3.0) for pair in found.pairs)


def test_one_game_alone_is_never_listed() -> None:
    """Many helps in one game say nothing about a habit."""
    found = report([game(1, FOURS[0], *[(0, 1)] * 8), game(2, FOURS[1], (0, 2))])
    assert not found.pairs


def test_in_duels_the_other_games_of_the_chooser_are_the_measure() -> None:
    """Who profits from a mistake in a duel is never a question; how many there are in others' games is."""
    thrown = [game(1, ("ann", "bob"), *[(0, 1)] * 5), game(2, ("bob", "ann"), *[(1, 0)] * 5)]
    clean = [
        game(number, ("ann", other)) for number, other in enumerate(("cy", "dee", "eve", "fay"), start=3)
    ]
    [pair] = report([*thrown, *clean]).pairs
    assert pair.chance == pytest.approx((1 / 3) ** 10)
    alike = [game(each.number, each.players, *[(0, 1)] * 5) for each in clean]
    [same] = report([*thrown, *alike]).pairs
    assert same.chance > 0.4
    [only] = report(thrown).pairs
    assert only.chance == 1.0


def test_a_report_on_one_player_looks_at_this_players_opponents_only() -> None:
    """The pairs that are looked at are those of the chooser, so chance shows fewer."""
    games = [game(number, FOURS[0], (0, 1), (0, 1), (2, 3), (2, 3)) for number in (1, 2)]
    assert [pair.chooser for pair in report(games).pairs] == ["ann", "cy"]
    found = report(games, "ann")
    assert [pair.chooser for pair in found.pairs] == ["ann"]
    assert found.looked_at == 3


def test_bots_choose_for_nobody() -> None:
    """A bot's choices are left out; what helps a bot counts among a player's mistakes."""
    games = [game(number, ("ann", None, "cy"), (0, 1), (1, 0), (0, 2)) for number in (1, 2)]
    [pair] = report(games).pairs
    assert (pair.chooser, pair.helped) == ("ann", "cy")
    assert pair.all_helps == 4


@pytest.mark.parametrize(("tries", "number"), list(product((1, 5, 12), (0, 1, 3))))
def test_probabilities_are_those_of_the_binomial_distribution(tries: int, number: int) -> None:
    """Compared with counting all outcomes of fair tries."""
    outcomes = [sum(each) for each in product((0, 1), repeat=tries)]
    counted = sum(each >= number for each in outcomes) / len(outcomes)
    assert at_least(number, tries, 0.5) == pytest.approx(counted)

"""From the same draws the kernel and the rules play identical games."""

import random
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.game.chance import GeneratorSource
from kingdomino.kernel.playing import play_games
from kingdomino.policies import FULL_GREEDY, GREEDY, GREEDY_PLACEMENT, RANDOM, Policy
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.simulation import play_many
from kingdomino.simulation.tally import Tally, tally_compiled
from tests.sampling import examples

STYLES = {
    (0, 0): RANDOM,
    (1, 1): GREEDY,
    (1, 0): Policy(GREEDY.place, RANDOM.choose, RANDOM.decide),
    (2, 2): GREEDY_PLACEMENT,
    (3, 3): FULL_GREEDY,
}
"""The policy for each kernel style, a pair of placing and choosing."""

TABLES = [
    (players, Rules(edition, first_line, mighty_duel=duel, middle_kingdom=middle, harmony=harmony))
    for players, edition, first_line in product((2, 3, 4), Edition, FirstLine)
    for duel, middle, harmony in product((False, True), repeat=3)
    if (players == 2 or not duel) and (players == 3 or edition is Edition.CLASSIC)
]
"""Every number of players, edition, first line and bonus (R2-R5, R14-R16)."""


def assert_same(rules: Rules, styles: Sequence[tuple[int, int]], games: int, seed: int) -> None:
    """Assert equal tallies (points, wins, bonuses, discards, branching) and equal final generator states."""
    names, policies = [str(place) for place in range(len(styles))], [STYLES[style] for style in styles]
    source, generator = GeneratorSource(random.Random(seed)), random.Random(seed)  # noqa: S311
    tally = Tally(names)
    for played in play_many(rules, policies, games, source):
        tally.count(played)
    assert vars(tally_compiled(rules, names, policies, games, generator)) == vars(tally)
    assert generator.getstate() == source.generator.getstate()


@given(st.integers(0, 2**64), st.sampled_from(TABLES))
@examples(20)
def test_random_games_are_the_same_games(seed: int, table: tuple[int, Rules]) -> None:
    """Two games in a row agree in every score, every turn's number of moves, discards and generator state."""
    players, rules = table
    assert_same(rules, [(0, 0)] * players, 2, seed)


@given(st.integers(0, 2**64), st.sampled_from(TABLES), st.data())
@examples(8)
def test_greedy_takes_the_same_among_equals(seed: int, table: tuple[int, Rules], data: st.DataObject) -> None:
    """Ties are broken alike, also where a placement loses the middle and with a kingdom's last domino."""
    players, rules = table
    styles = data.draw(st.lists(st.sampled_from(list(STYLES)), min_size=players, max_size=players))
    assert_same(rules, styles, 1, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_policies_move_one_seat_on(players: int) -> None:
    """Policies rotate as in `play_many`: after one game per player, each policy has sat on every seat."""
    styles = [(1, 1)] + [(0, 0)] * (players - 1)
    assert_same(Rules(), styles, players + 1, 7)


def test_a_generator_in_the_middle_of_its_words_goes_on() -> None:
    """The generator's state is taken over as it is and returned with the spare number of `gauss`."""
    first, second = random.Random(3), random.Random(3)  # noqa: S311
    for generator in (first, second):
        generator.random()
        generator.gauss(0, 1)
    play_games(Rules(), [(0, 0)] * 4, 3, first)
    for _ in range(3):
        play_games(Rules(), [(0, 0)] * 4, 1, second)
    assert first.getstate() == second.getstate()
    assert first.gauss(0, 1) == second.gauss(0, 1)

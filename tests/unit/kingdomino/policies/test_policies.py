"""Each policy's moves in positions with an obvious best move."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom, parse_placement
from kingdomino.board.numbers import DominoNumber
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.policies import BOTS, GREEDY, RANDOM, Policy, command, quick
from kingdomino.rules import Rules
from tests.drawing import kingdom
from tests.games import Played, begun


def first(_bound: int) -> int:
    """The lowest draw."""
    return 0


def last(bound: int) -> int:
    """The highest draw."""
    return bound - 1


def does(
    policy: Policy, played: Played, below: Callable[[int], int] = first, land: Kingdom | None = None
) -> Command:
    """The policy's command in this game, with `land` as the kingdom of seat 0 if given."""
    game, seat = played.game, played.game.mover
    assert seat is not None
    if land is not None:
        game = game._replace(kingdoms=(land, *game.kingdoms[1:]))
    return command(policy, game, seat, below)


TO_PLACE = begun(4, dominoes=[24, 46, 47, 48, 1, 2, 3, 30]).chooses(24, 46, 47, 48)
"""Seat 0 has domino 24 (forest with a crown, wheat) in hand; 1, 2, 3 and 30 are on offer."""


def test_random_takes_any_legal_placement() -> None:
    """The draw covers the whole list of placements."""
    picks = {does(RANDOM, TO_PLACE, lambda _, n=n: n) for n in range(24)}  # type: ignore[misc]
    assert len(picks) == 24
    assert does(RANDOM, TO_PLACE, first) in picks
    assert does(RANDOM, TO_PLACE, last) in picks


def test_random_takes_any_free_domino() -> None:
    """The draw covers the free dominoes of the first line and of the next one."""
    start = begun(4, dominoes=[5, 6, 7, 8])
    assert does(RANDOM, start, last) == Choose(DominoNumber(8))
    assert does(RANDOM, start.chooses(8), last) == Choose(DominoNumber(7))


def test_greedy_places_where_most_points_are() -> None:
    """Domino 24 beside two forests makes a region of 3 with a crown; on the other three sides less."""
    land = kingdom("""
        S0 ##
        F0 F0
        """)
    for draw in range(8):
        choice = does(GREEDY, TO_PLACE, lambda bound, draw=draw: draw * bound // 8, land)  # type: ignore[misc]
        assert isinstance(choice, Place)
        forest = (choice.placement.x, choice.placement.y)
        assert forest in {(-2, -1), (-1, -2), (0, -2), (1, -1)}


def test_greedy_minds_the_bonuses_that_the_rules_pay() -> None:
    """R14: 10 points for the middle outweigh 1 point less for the region."""
    land = kingdom("""
        ## F0 F0
        .  S0 S0
        """)
    crowned = begun(4, Rules(middle_kingdom=True), dominoes=[24, 46, 47, 48]).chooses(24, 46, 47, 48)
    for below in (first, last):
        choice = does(GREEDY, crowned, below, land)
        assert isinstance(choice, Place)
        after = land.place(choice.placement)
        assert not after.occupied & ~after.grid.middle


def test_greedy_chooses_the_domino_that_gives_most_next() -> None:
    """With a forest crown placed, domino 3 (two forests) brings 2 points, domino 30 (lake with a crown) 1."""
    placed = TO_PLACE.does(Place(parse_placement("24@1,0e")))
    assert does(GREEDY, placed) == Choose(DominoNumber(3))


def test_greedy_draws_among_equals() -> None:
    """On an empty kingdom all 24 placements are worth 1 point, so the draw decides."""
    assert does(GREEDY, TO_PLACE, first) != does(GREEDY, TO_PLACE, last)


def test_greedy_values_a_domino_that_fits_nowhere_at_nothing() -> None:
    """Dominoes that would be discarded are all worth nothing, so the draw decides between them."""
    land = parse_kingdom("24@1,0e")
    placed = TO_PLACE.does(Place(parse_placement("24@1,0e")))
    full = land._replace(free=0)
    assert does(GREEDY, placed, first, full) == Choose(DominoNumber(1))
    assert does(GREEDY, placed, last, full) == Choose(DominoNumber(30))


@pytest.mark.parametrize("name", quick())
def test_what_fits_nowhere_is_discarded(name: str) -> None:
    """R10: every policy discards a domino that fits nowhere."""
    full = Kingdom.empty(5)._replace(free=0)
    assert does(BOTS[name].policy, TO_PLACE, first, full) == Discard(DominoNumber(24))


def test_the_page_of_bots_has_every_stored_name() -> None:
    """A verifier finds each name that a record can have, with the policy that it means, and no others."""
    page = (Path(__file__).parents[4] / "docs" / "play" / "bots.md").read_text("utf-8")
    section = page.partition("### Names and levels")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z-]+) \| `([a-z0-9-]+)` \|", section, re.MULTILINE)
    assert rows == [(bot.name, stored) for bot in BOTS.values() for stored in bot.stored]

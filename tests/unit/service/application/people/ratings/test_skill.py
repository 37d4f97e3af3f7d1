"""The effect of a game and of idle time on a skill: openskill's figures, bounds, and equal builds."""

import importlib.util
from importlib.metadata import version
from itertools import combinations, product
from pathlib import Path
from statistics import fmean
from types import ModuleType
from unittest.mock import patch

import openskill.models.weng_lin.plackett_luce as compiled
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from service.application.people.ratings import skill as rating
from service.application.people.ratings.skill import (
    DAY,
    MODEL,
    NEWCOMER,
    PROVISIONAL_SIGMA,
    UNIT,
    Skill,
    after_game,
    idle,
    idle_until_provisional,
)

FREE_FOR_ALL = {
    2: [(27.63523138347365, 8.065506316323548), (22.36476861652635, 8.065506316323548)],
    3: [
        (27.868876552746237, 8.204837030780652),
        (25.717219138186557, 8.057829747583874),
        (21.413904309067206, 8.057829747583874),
    ],
    4: [
        (27.795084971874736, 8.263160757613477),
        (26.552824984374855, 8.179213704945203),
        (24.68943500312503, 8.083731307186588),
        (20.96265504062538, 8.083731307186588),
    ],
}
"""The skills of newcomers after one game, best first, without the dynamics factor tau.

Source: the library's own tests, vivekjoshy/openskill.py, tests/models/test_plackett_luce.py at d41c9636.
"""

skills = st.builds(Skill, st.integers(-20_000, 70_000), st.integers(500, NEWCOMER.sigma))
games = st.integers(2, 4).flatmap(
    lambda n: st.tuples(
        st.lists(skills, min_size=n, max_size=n), st.lists(st.integers(1, n), min_size=n, max_size=n)
    )
)

alike = st.lists(skills, min_size=1, max_size=3).flatmap(
    lambda few: st.lists(st.sampled_from(few), min_size=2, max_size=4)
)
"""Skills of two to four players, of which some are mostly equal."""

RESULTS = {
    players: [
        places
        for places in product(range(players), repeat=players)
        if set(places) == set(range(max(places) + 1))
    ]
    for players in (2, 3, 4)
}
"""Every result of a game by its number of players, with all shared places: 3, 13 and 75."""


@pytest.mark.parametrize("players", FREE_FOR_ALL)
def test_the_library_gives_its_own_figures(players: int) -> None:
    """The figures agree to 12 digits in games of two to four."""
    model = PlackettLuce(tau=0.0)
    rated = model.rate([[model.rating()] for _ in range(players)])
    found = [(team[0].mu, team[0].sigma) for team in rated]
    assert found == [pytest.approx(each, rel=1e-12) for each in FREE_FOR_ALL[players]]


@pytest.mark.parametrize("players", FREE_FOR_ALL)
def test_a_first_game_is_within_two_thousandths_of_them(players: int) -> None:
    """Tau and a newcomer's rounded sigma cause the difference."""
    rated = after_game([NEWCOMER] * players, list(range(1, players + 1)))
    for skill, (mu, sigma) in zip(rated, FREE_FOR_ALL[players], strict=True):
        assert skill.mu == pytest.approx(mu * UNIT, abs=2)
        assert skill.sigma == pytest.approx(sigma * UNIT, abs=2)


def test_the_model_names_the_library() -> None:
    """The name includes the installed version."""
    assert f"openskill {version('openskill')} PlackettLuce, rules 2" == MODEL


def interpreted() -> ModuleType:
    """The library's module as interpreted Python, even if a compiled build is installed."""
    path = Path(compiled.__file__).with_name("plackett_luce.py")
    spec = importlib.util.spec_from_file_location("interpreted_plackett_luce", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PURE = interpreted().PlackettLuce()


@given(games)
def test_the_compiled_library_and_its_source_agree(given: tuple[list[Skill], list[int]]) -> None:
    """Rounded results agree exactly: some machines install a compiled wheel and others do not."""
    with patch.object(rating, "_MODEL", PURE):
        found = after_game(*given)
    assert found == after_game(*given)


@pytest.mark.parametrize("players", FREE_FOR_ALL)
def test_newcomers_who_share_a_place_get_the_mean_of_its_figures(players: int) -> None:
    """Two winners of four get the mean of the library's figures for first and second place."""
    for places in product(range(players), repeat=players):
        for place, skill in zip(places, after_game([NEWCOMER] * players, places), strict=True):
            first = sum(other < place for other in places)
            figures = FREE_FOR_ALL[players][first : first + places.count(place)]
            assert skill.mu == pytest.approx(fmean(mu for mu, _ in figures) * UNIT, abs=2)
            assert skill.sigma == pytest.approx(fmean(sigma for _, sigma in figures) * UNIT, abs=2)


@given(alike)
def test_nobody_behind_an_equal_gains_more(before: list[Skill]) -> None:
    """In every result, of two equal skills the one ahead gains at least as much; on one place both do."""
    pairs = [(i, j) for i, j in combinations(range(len(before)), 2) if before[i] == before[j]]
    for places in RESULTS[len(before)]:
        after = after_game(before, places)
        for one, other in pairs:
            if places[one] == places[other]:
                assert after[one] == pytest.approx(after[other], abs=1)
            else:
                ahead, behind = sorted((one, other), key=places.__getitem__)
                assert after[ahead].mu >= after[behind].mu


@given(games, st.data())
def test_a_better_place_is_never_worth_less(
    given: tuple[list[Skill], list[int]], data: st.DataObject
) -> None:
    """A seat that ties with somebody it was behind, or passes them, gains at least as much as before."""
    before, places = given
    seat = data.draw(st.sampled_from(range(len(before))))
    better = [*places]
    better[seat] = data.draw(st.integers(0, places[seat]))
    assert after_game(before, better)[seat].mu >= after_game(before, places)[seat].mu - 1


@given(games)
def test_who_wins_gains_and_who_is_last_loses(given: tuple[list[Skill], list[int]]) -> None:
    """A sole winner never loses, a sole last never gains, and sigma is at most a newcomer's."""
    before, places = given
    after = after_game(before, places)
    changes = [now.mu - then.mu for then, now in zip(before, after, strict=True)]
    if places.count(min(places)) == 1:
        assert changes[places.index(min(places))] >= 0
    if places.count(max(places)) == 1:
        assert changes[places.index(max(places))] <= 0
    assert all(0 < skill.sigma <= NEWCOMER.sigma for skill in after)


@given(games, st.data())
def test_seats_do_not_matter(given: tuple[list[Skill], list[int]], data: st.DataObject) -> None:
    """On other seats the same players with the same places change equally, to a thousandth."""
    before, places = given
    order = data.draw(st.permutations(range(len(before))))
    moved = after_game([before[seat] for seat in order], [places[seat] for seat in order])
    after = after_game(before, places)
    for seat, skill in zip(order, moved, strict=True):
        assert skill.mu == pytest.approx(after[seat].mu, abs=1)
        assert skill.sigma == pytest.approx(after[seat].sigma, abs=1)


@pytest.mark.parametrize(
    ("days", "sigma"), [(0, 4_000), (1, 4_006), (30, 4_183), (365, 5_852), (400, 6_000), (1_069, 8_333)]
)
def test_idle_time_widens(days: int, sigma: int) -> None:
    """Sigma is the root of 4000 squared and 50,000 for each full day, at most a newcomer's."""
    assert idle(Skill(30_000, 4_000), days * DAY + DAY - 1) == (30_000, sigma)


@given(st.integers(500, NEWCOMER.sigma))
def test_it_is_known_when_a_rating_becomes_provisional(sigma: int) -> None:
    """The rating is provisional from that day on, and not the day before."""
    skill = Skill(25_000, sigma)
    ms = idle_until_provisional(skill)
    assert idle(skill, ms).sigma >= PROVISIONAL_SIGMA
    assert ms == 0 or not idle(skill, ms - 1).is_provisional


def test_ratings_as_people_read_them() -> None:
    """A newcomer has 1500 with a deviation of 333; halves are rounded up, also for negative numbers."""
    assert (NEWCOMER.rating, NEWCOMER.deviation) == (1500, 333)
    assert [Skill(mu, 1).rating for mu in (12, 13, -12, -13, -37, -38)] == [500, 501, 500, 499, 499, 498]

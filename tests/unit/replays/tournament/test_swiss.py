"""Swiss pairings of duels and of tables of three and four."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.tournament.schedules.costs import Competitor, Contenders
from replays.tournament.schedules.forms import Player, Round, Unpairable
from replays.tournament.schedules.swiss import paired


def drawn(seed: int) -> Random:
    """Lots that are the same in each run."""
    return Random(seed)  # noqa: S311 - a test


def newcomers(number: int) -> tuple[Competitor, ...]:
    """Players before the first round."""
    return tuple(Competitor(Player(player)) for player in range(number))


def play(players: int, size: int, rounds: int, seed: int) -> list[Round]:
    """The rounds of a tournament in which the places are drawn; asserts what holds for each."""
    random = drawn(seed)
    known = {each.player: each for each in newcomers(players)}
    met: Counter[frozenset[Player]] = Counter()
    found = []
    for _ in range(rounds):
        tables = paired(Contenders(tuple(known.values()), met), size, random.randrange)
        found.append(tables)
        seated = [player for table in tables for player in table]
        assert len(set(seated)) == len(seated)
        resting = set(known) - set(seated)
        assert len(resting) == (players % size if size < 4 else 0)
        assert {len(table) for table in tables} <= ({3, 4} if size == 4 else {size})
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
        for table in tables:
            for seat, player in enumerate(table):
                had, three = known[player], size == 4 and len(table) == 3
                seats = tuple(count + (number == seat) for number, count in enumerate(had.seats))
                points = had.points + random.choice((12, 20, 28, 36))
                known[player] = replace(had, points=points, seats=seats, threes=had.threes + three)
        for player in resting:
            known[player] = replace(
                known[player], points=known[player].points + 24, byes=known[player].byes + 1
            )
        for counts in ([each.byes for each in known.values()], [each.threes for each in known.values()]):
            assert max(counts) - min(counts) <= 1
    return found


@given(st.integers(6, 40), st.sampled_from([2, 3, 4]), st.integers(1, 5), st.integers(0, 999))
def test_every_round_is_whole_and_fair(players: int, size: int, rounds: int, seed: int) -> None:
    """Nobody sits twice, has a second bye or a second table of three before all had one."""
    play(players, size, rounds, seed)


@pytest.mark.parametrize(("players", "size", "rounds"), [(12, 2, 5), (16, 4, 3), (40, 4, 7), (15, 3, 4)])
def test_nobody_meets_again_while_that_is_possible(players: int, size: int, rounds: int) -> None:
    """In a field that is large enough for the rounds."""
    met = Counter(
        frozenset(pair)
        for tables in play(players, size, rounds, seed=3)
        for table in tables
        for pair in combinations(table, 2)
    )
    assert set(met.values()) == {1}


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.integers(0, 99))
def test_duels_have_the_least_cost(points: list[int], seed: int) -> None:
    """Compared with all pairings of six: the meetings first, then the squares of the differences."""
    random = drawn(seed)
    met = Counter({frozenset(map(Player, random.sample(range(6), 2))): 1 for _ in range(6)})
    field = tuple(replace(each, points=12 * own) for each, own in zip(newcomers(6), points, strict=True))

    def cost(tables: Round) -> tuple[int, int]:
        duels = [table[:2] for table in tables]
        again = sum(met[frozenset(duel)] for duel in duels)
        return again, sum((points[one] - points[two]) ** 2 for one, two in duels)

    orders = (tuple(map(Player, order)) for order in permutations(range(6)))
    least = min(cost((order[:2], order[2:4], order[4:])) for order in orders)
    assert cost(paired(Contenders(field, met), 2, random.randrange)) == least


def test_the_same_lots_give_the_same_pairing_in_any_order_of_the_input() -> None:
    """Meetings and barred pairs may come in any order."""
    met = {frozenset(map(Player, pair)): 1 for pair in ((0, 1), (2, 3), (4, 5))}
    there, back = (dict(order) for order in (met.items(), reversed(met.items())))
    one, two = (paired(Contenders(newcomers(12), known), 4, drawn(5).randrange) for known in (there, back))
    assert one == two


def test_barred_players_do_not_meet() -> None:
    """Even if both have the same points, and nobody else has."""
    field = tuple(replace(each, points=60 if each.player < 2 else 12) for each in newcomers(8))
    barred = {frozenset(map(Player, (0, 1)))}
    for size in (2, 4):
        tables = paired(Contenders(field, barred=barred), size, drawn(1).randrange)
        assert not any({0, 1} <= set(table) for table in tables)


@pytest.mark.parametrize("size", [2, 4])
def test_if_all_are_barred_the_refusal_names_them(size: int) -> None:
    """`pairing/barred`."""
    barred = [frozenset(map(Player, pair)) for pair in combinations(range(4), 2)]
    with pytest.raises(Unpairable) as refused:
        paired(Contenders(newcomers(4), barred=barred), size, drawn(1).randrange)
    assert (refused.value.code, set(refused.value.players)) == ("pairing/barred", {0, 1, 2, 3})

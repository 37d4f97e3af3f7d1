"""Swiss pairings of duels and of tables of three and four."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.tournament.schedules.costs import Contenders
from replays.tournament.schedules.forms import Player, Round, Unpairable
from replays.tournament.schedules.swiss import paired
from tests.unit.replays.tournament.schedules.fields import Quality, Season, drawn, meetings, newcomers, pair

pytestmark = pytest.mark.slow


def all_pairings(players: Sequence[int], size: int) -> Iterator[Round]:
    """Every way to seat these players at tables of one size."""
    if not players:
        yield ()
        return
    first, *others = players
    for table in combinations(others, size - 1):
        rest = [player for player in others if player not in table]
        for tables in all_pairings(rest, size):
            yield (tuple(map(Player, (first, *table))), *tables)


@given(st.integers(6, 30), st.sampled_from([2, 3, 4]), st.integers(1, 4), st.integers(0, 999))
def test_every_round_is_whole_and_fair(players: int, size: int, rounds: int, seed: int) -> None:
    """Nobody sits twice, or has a second bye or a second table of three before all had one.

    Only so many rest as do not fill a table, and fours have so few threes as possible.
    """
    season = Season(players, size, seed)
    for _ in range(rounds):
        tables = season.play()
        seated = sum(map(len, tables))
        assert players - seated == (players % size if size < 4 else 0)
        sizes = [len(table) for table in tables]
        assert sizes.count(3) == (-players % 4 if size == 4 else len(sizes) * (size == 3))
        assert sizes.count(size) >= len(sizes) - 3 * (size == 4)
        for counts in (
            [each.byes for each in season.known.values()],
            [each.threes for each in season.known.values()],
        ):
            assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(5, 2, 4), (12, 2, 8), (60, 2, 9), (9, 3, 4), (16, 4, 3), (40, 4, 6), (60, 4, 7), (22, 3, 5)],
)
def test_nobody_meets_again_while_that_is_possible(players: int, size: int, rounds: int) -> None:
    """In fields that are large enough for the rounds."""
    for seed in range(2):
        season = Season(players, size, seed)
        for _ in range(rounds):
            season.play()
        assert set(season.met.values()) == {1}


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.integers(0, 99))
def test_duels_have_the_least_cost(points: list[int], seed: int) -> None:
    """Compared with all pairings of six: the meetings first, then the squares of the differences."""
    lots = drawn(seed)
    met = {frozenset(map(Player, lots.sample(range(6), 2))): 1 for _ in range(6)}
    field = tuple(replace(each, points=12 * own) for each, own in zip(newcomers(6), points, strict=True))
    present = Contenders(field, met)
    least = min(Quality.of(tables, present).key for tables in all_pairings(range(6), 2))
    assert Quality.of(paired(present, 2, lots.randrange), present).key == least


@pytest.mark.parametrize(("players", "size"), [(8, 4), (9, 3), (12, 4)])
def test_small_fields_have_the_fewest_meetings(players: int, size: int) -> None:
    """Compared with all pairings, in each of five rounds."""
    ways = list(all_pairings(range(players), size))
    season = Season(players, size, seed=1)
    for _ in range(5):
        present = season.present
        own = Quality.of(season.play(), present)
        least = min(
            sum(present.met.get(frozenset(two), 0) ** 2 for table in tables for two in combinations(table, 2))
            for tables in ways
        )
        assert own.again == least


def test_an_odd_player_rests_where_that_spares_a_meeting() -> None:
    """The last in the ranking would rest, but then two would meet again."""
    points = (60, 48, 12)
    field = tuple(replace(each, points=own) for each, own in zip(newcomers(3), points, strict=True))
    tables = paired(Contenders(field, {pair(0, 1): 1}), 2, drawn(1).randrange)
    assert tables == ((Player(0), Player(2)),)
    rested = (*field[:1], replace(field[1], byes=1), field[2])
    tables = paired(Contenders(rested, {pair(0, 1): 1}), 2, drawn(1).randrange)
    assert {frozenset(table) for table in tables} != {pair(0, 2)}


def test_a_table_of_three_takes_others_where_that_spares_a_meeting() -> None:
    """The last three of seven have met; another one with as few tables of three takes a place there."""
    points = (60, 48, 36, 24, 12, 12, 12)
    field = tuple(replace(each, points=own) for each, own in zip(newcomers(7), points, strict=True))
    met = {frozenset(two): 1 for two in combinations(map(Player, (4, 5, 6)), 2)}
    present = Contenders(field, met)
    least = min(
        Quality.of((tuple(map(Player, table)), rest), present).again
        for table in combinations(range(7), 3)
        for rest in [tuple(Player(each) for each in range(7) if each not in table)]
    )
    tables = paired(present, 4, drawn(1).randrange)
    assert sorted(map(len, tables)) == [3, 4]
    assert Quality.of(tables, present).again == least


@pytest.mark.parametrize("size", [2, 3, 4])
def test_seats_are_balanced(size: int) -> None:
    """After as many rounds as there are seats nobody had a seat much more often than another."""
    season = Season(36, size, seed=2)
    for _ in range(2 * size):
        season.play()
    for each in season.known.values():
        assert max(each.seats[:size]) - min(each.seats[:size]) <= 2
    spread = [max(each.seats[:size]) - min(each.seats[:size]) for each in season.known.values()]
    assert sum(spread) / len(spread) < 1.5


def test_a_duel_counts_the_better_of_its_two_seatings() -> None:
    """Two who always had the same seat do not meet if others had the other one."""
    first, second = (4, 0, 0, 0), (0, 4, 0, 0)
    field = tuple(
        replace(each, seats=seats)
        for each, seats in zip(newcomers(4), (first, first, second, second), strict=True)
    )
    for seed in range(8):
        tables = paired(Contenders(field), 2, drawn(seed).randrange)
        assert {frozenset(table) for table in tables} in ({pair(0, 2), pair(1, 3)}, {pair(0, 3), pair(1, 2)})
        assert all(table[0] in (2, 3) for table in tables)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_same_lots_give_the_same_pairing_in_any_order_of_the_history(size: int) -> None:
    """Meetings and barred pairs may come in any order; other lots give another pairing."""
    met = {pair(one, one + 1): 1 for one in range(0, 12, 2)}
    barred = [pair(0, 3), pair(5, 7)]
    field = newcomers(12)
    one = paired(Contenders(field, met, barred), size, drawn(5).randrange)
    back = dict(reversed(met.items()))
    assert one == paired(Contenders(field, back, barred[::-1]), size, drawn(5).randrange)
    others = [paired(Contenders(field, met, barred), size, drawn(seed).randrange) for seed in range(3)]
    assert any(meetings(one) != meetings(other) for other in others)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_barred_players_do_not_meet(size: int) -> None:
    """Even if both have the same points, and nobody else has."""
    field = tuple(replace(each, points=60 if each.player < 2 else 12) for each in newcomers(12))
    for seed in range(5):
        tables = paired(Contenders(field, barred={pair(0, 1)}), size, drawn(seed).randrange)
        assert not any({0, 1} <= set(table) for table in tables)


@pytest.mark.parametrize(
    ("players", "size", "barred"), [(14, 2, 7), (16, 4, 4), (52, 4, 13), (22, 4, 6), (17, 3, 5)]
)
def test_as_many_barred_players_as_tables_are_spread(players: int, size: int, barred: int) -> None:
    """One sits at each table, although all of them lead the ranking."""
    field = tuple(replace(each, points=60 if each.player < barred else 12) for each in newcomers(players))
    pairs = {frozenset(two) for two in combinations(map(Player, range(barred)), 2)}
    tables = paired(Contenders(field, barred=pairs), size, drawn(1).randrange)
    assert [sum(player < barred for player in table) for table in tables] == [1] * barred


def test_barred_players_among_the_last_do_not_share_a_table_of_three() -> None:
    """They would, as the last three of eleven in the ranking."""
    field = tuple(replace(each, points=60 if each.player < 8 else 12) for each in newcomers(11))
    barred = {frozenset(two) for two in combinations(map(Player, (8, 9, 10)), 2)}
    tables = paired(Contenders(field, barred=barred), 4, drawn(1).randrange)
    assert all(len({8, 9, 10} & set(table)) == 1 for table in tables)


@pytest.mark.parametrize("size", [2, 4])
def test_if_all_are_barred_the_refusal_names_them(size: int) -> None:
    """`pairing/barred`."""
    barred = [frozenset(two) for two in combinations(map(Player, range(4)), 2)]
    with pytest.raises(Unpairable) as refused:
        paired(Contenders(newcomers(4), barred=barred), size, drawn(1).randrange)
    assert (refused.value.code, set(refused.value.players)) == ("pairing/barred", {0, 1, 2, 3})


@pytest.mark.parametrize(("players", "size"), [(1, 4), (2, 4), (5, 4), (2, 3), (1, 2), (0, 2)])
def test_too_few_players_are_told_so(players: int, size: int) -> None:
    """`pairing/few`."""
    with pytest.raises(Unpairable) as refused:
        paired(Contenders(newcomers(players)), size, drawn(1).randrange)
    assert refused.value.code == "pairing/few"


def test_orders_of_all_seats_are_tried() -> None:
    """Of 24 orders of a table that one is taken in which nobody has a seat again."""
    seats = permutations((1, 0, 0, 0))
    field = tuple(replace(each, seats=own) for each, own in zip(newcomers(4), list(seats)[::6], strict=True))
    (table,) = paired(Contenders(field), 4, drawn(1).randrange)
    assert all(field[player].seats[seat] == 0 for seat, player in enumerate(table))

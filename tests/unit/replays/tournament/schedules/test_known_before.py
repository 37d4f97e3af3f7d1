"""Schedules known before the start: Berger tables, exact designs, knock-outs."""

from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest

from replays.tournament.schedules.berger import berger
from replays.tournament.schedules.designs import DESIGNS
from replays.tournament.schedules.forms import Player, Round, Schedule, Unpairable
from replays.tournament.schedules.knockout import GO_ON, going_on, right_size, with_byes, with_lucky_losers
from replays.tournament.schedules.league import evenness, league

# FIDE Handbook C.05, annex 1: the tables for 3 or 4, 5 or 6, and 7 or 8 players, white first.
BERGER_4 = """
1-4 2-3
4-3 1-2
2-4 3-1
"""
BERGER_6 = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
BERGER_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def field(players: int) -> list[Player]:
    """Players by seed."""
    return [Player(number) for number in range(players)]


def first(_: int) -> int:
    """Draws 0 each time."""
    return 0


def check_rounds(schedule: Schedule) -> None:
    """Assert that nobody sits at two tables of a round."""
    for tables in schedule:
        seated = [player for table in tables for player in table]
        assert len(set(seated)) == len(seated)


@pytest.mark.parametrize(("players", "printed"), [(4, BERGER_4), (6, BERGER_6), (8, BERGER_8)])
def test_berger_tables_are_those_of_the_handbook(players: int, printed: str) -> None:
    """All rounds in order, with the colours; without the last player whoever would meet it has a bye."""
    rounds = printed.split("\n")[1:-1]
    assert [_shown(tables) for tables in berger(players)] == rounds
    odd = [" ".join(each for each in line.split() if str(players) not in each) for line in rounds]
    assert [_shown(tables) for tables in berger(players - 1)] == odd


def _shown(tables: Round) -> str:
    return " ".join(f"{first + 1}-{second + 1}" for first, second in tables)


@pytest.mark.parametrize("players", range(2, 21))
def test_all_play_all_once_with_even_seats(players: int) -> None:
    """With an odd number each has one bye."""
    schedule = berger(players)
    check_rounds(schedule)
    even = evenness(players, schedule)
    assert even.meetings == (1, 1)
    assert even.games == (players - 1, players - 1)
    assert even.seat[1] - even.seat[0] <= 1
    assert len(schedule) == players - 1 + players % 2


@pytest.mark.parametrize(
    ("players", "size", "rounds", "meetings", "seat"),
    [
        (7, 3, 7, 1, (1, 1)),
        (9, 3, 4, 1, (1, 2)),
        (7, 4, 7, 2, (1, 1)),
        (8, 4, 7, 3, (1, 2)),
        (13, 4, 13, 1, (1, 1)),
        (16, 4, 5, 1, (1, 2)),
    ],
)
def test_designs_are_exact(
    players: int, size: int, rounds: int, meetings: int, seat: tuple[int, int]
) -> None:
    """Every two meet as often, and the seats of each player differ by at most one."""
    schedule = DESIGNS[players, size]()
    check_rounds(schedule)
    even = evenness(players, schedule)
    assert (len(schedule), even.meetings, even.seat) == (rounds, (meetings, meetings), seat)
    assert even.is_exact
    assert {len(table) for tables in schedule for table in tables} == {size}


@pytest.mark.parametrize(("players", "size"), [(10, 4), (11, 3), (6, 4), (18, 4)])
def test_other_leagues_spread_meetings_and_seats(players: int, size: int) -> None:
    """Everybody has as many games but for byes, and each seat at tables of one size equally often."""
    schedule = league(players, size, 6, first)
    check_rounds(schedule)
    even = evenness(players, schedule)
    assert even.games[1] - even.games[0] <= (size < 4)
    assert even.meetings[1] - even.meetings[0] <= 3
    for seats in (3, 4):
        counts = Counter(
            (player, seat)
            for tables in schedule
            for table in tables
            if len(table) == seats
            for seat, player in enumerate(table)
        )
        for player in range(players):
            own = [counts[Player(player), seat] for seat in range(seats)]
            assert max(own) - min(own) <= 1


def test_another_size_says_how_uneven_it_is() -> None:
    """Ten at tables of four over three rounds."""
    schedule = league(10, 4, 3, first)
    check_rounds(schedule)
    even = evenness(10, schedule)
    assert even.games == (3, 3)
    assert not even.is_exact
    met = Counter(
        frozenset(pair) for tables in schedule for table in tables for pair in combinations(table, 2)
    )
    assert even.meetings == (0 if len(met) < 45 else 1, max(met.values()))


def test_five_do_not_fit_fours_and_threes() -> None:
    """The refusal says so."""
    with pytest.raises(Unpairable, match="5 players cannot be seated in fours and threes") as refused:
        league(5, 4, 3, first)
    assert refused.value.code == "pairing/few"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_knock_out_with_byes_leads_to_one_table(size: int) -> None:
    """For every field up to 70; after the first round each round is full."""
    for players in range(size, 71):
        left, tables = field(players), with_byes(field(players), size)
        while len(left) > size or len(tables) > 1:
            check_rounds((tables,))
            playing = {player for table in tables for player in table}
            out = {player for table in tables for player in table[GO_ON[size] :]}
            assert min(playing) == 0 or playing == set(left[-len(playing) :])
            left = [player for player in left if player not in out]
            assert right_size(len(left), size) == len(left)
            tables = with_byes(left, size)
        assert [len(table) for table in tables] == [size]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_lucky_losers_fill_the_next_round(size: int) -> None:
    """The next field has the right size and is smaller, or the rule is refused."""
    for players in range(size, 71):
        with suppress(Unpairable):
            tables, lucky = with_lucky_losers(field(players), size)
            playing = sum(map(len, tables))
            if (len(tables), playing) != (1, players):
                ahead = players - playing + GO_ON[size] * len(tables) + lucky
                assert right_size(ahead, size) == ahead < players


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_best_seeds_are_apart(size: int) -> None:
    """As many as there are tables sit at different ones, and the sums of seeds differ by little."""
    tables = with_byes(field(size**3 if size == 3 else 64), size)
    assert [min(table) for table in tables] == list(range(len(tables)))
    sums = [sum(table) for table in tables]
    assert size == 3 or len(set(sums)) == 1


def test_who_goes_on() -> None:
    """Two of four by their places; who is earlier in the order goes on from a shared place."""
    table, order = tuple(field(4)), [Player(3), Player(2), Player(1), Player(0)]
    assert going_on(table, (2, 1, 2, 4), order, 4) == (1, 2)
    assert going_on(table, (1, 1, 1, 1), order, 4) == (3, 2)
    assert going_on(table[:3], (3, 2, 1), order, 4) == (2, 1)
    assert going_on(table[:3], (3, 1, 1), order, 3) == (2,)
    assert going_on(table[:2], (1, 2), order, 2) == (0,)

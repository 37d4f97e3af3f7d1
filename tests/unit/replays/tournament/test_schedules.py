"""Schedules known before the start: Berger tables, exact designs, knock-outs."""

from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest

from replays.tournament.schedules.berger import berger
from replays.tournament.schedules.designs import DESIGNS
from replays.tournament.schedules.forms import Player, Schedule, Unpairable
from replays.tournament.schedules.knockout import GO_ON, right_size, with_byes, with_lucky_losers
from replays.tournament.schedules.league import evenness, league

# FIDE Handbook C.05, annex 1: the table for 7 or 8 players, white first.
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


def test_berger_tables_are_those_of_the_handbook() -> None:
    """All rounds of eight, in order, with the colours."""
    shown = [" ".join(f"{first + 1}-{second + 1}" for first, second in tables) for tables in berger(8)]
    assert shown == BERGER_8.split("\n")[1:-1]


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

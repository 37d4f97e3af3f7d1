"""Each tie-break on an example worked out by hand, and the standings that they give.

The results of `DUELS` are those of a round robin of four in chess: 2 and 0 points, or 1 each. With duels the
numbers are those of the FIDE Handbook C.07, in twelfths, with the score of a win as 2.
"""

from collections.abc import Sequence

import pytest

from kingdomino.board.numbers import Points
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.points import even
from replays.tournament.standings.scores import Result, Scores
from replays.tournament.standings.standings import standings
from replays.tournament.standings.tie_breaks import TIE_BREAKS


def duel(one: int, two: int, place: int) -> Result:
    """`place` is that of the first: 1 if it won, 2 if it lost, and 0 for a shared first place."""
    places = {0: (1, 1), 1: (1, 2), 2: (2, 1)}[place]
    points = {0: (12, 12), 1: (24, 0), 2: (0, 24)}[place]
    return Result((Player(one), Player(two)), places, points)


def table(players: Sequence[int], totals: Sequence[int]) -> Result:
    """A table with these game points; equal ones share a place."""
    places = tuple(1 + sum(other > own for other in totals) for own in totals)
    shown = tuple(map(Points, totals))
    return Result(tuple(map(Player, players)), places, even(places, shown), shown)


def scores(
    number: int, results: Sequence[Result], unplayed: dict[int, list[int]] | None = None, opponents: int = 1
) -> Scores:
    """What counts, with lots in the order of entry."""
    players = [Player(each) for each in range(number)]
    rests = {Player(player): points for player, points in (unplayed or {}).items()}
    return Scores(players, results, rests, opponents, {player: player for player in players})


def numbers(name: str, found: Scores) -> list[int]:
    """The numbers of a tie-break, by player, where all are level."""
    return list(TIE_BREAKS[name](found, [found.players]).values())


DUELS = scores(
    4,
    # 0 beats 1 and 2, and draws with 3; 1 beats 2 and 3; 2 beats 3.
    [duel(0, 1, 1), duel(2, 3, 1), duel(2, 0, 2), duel(1, 3, 1), duel(3, 0, 0), duel(1, 2, 1)],
)
"""Points: 60, 48, 24 and 12."""

FOURS = scores(
    8,
    [
        table((0, 1, 2, 3), (60, 50, 50, 0)),
        table((4, 5, 6, 7), (40, 30, 20, 10)),
        table((0, 4, 1, 5), (9, 9, 9, 9)),
    ],
    opponents=3,
)
"""Points: 36 + 24, 24 + 24, 24, 12, 36 + 24, 28 + 24, 20 and 12."""


def test_points_are_the_sum() -> None:
    """Of tables, and of rounds without one."""
    assert list(DUELS.points.values()) == [60, 48, 24, 12]
    assert list(FOURS.points.values()) == [60, 48, 24, 12, 60, 52, 20, 12]
    assert scores(2, [duel(0, 1, 1)], {1: [12, 6]}).points == {0: 24, 1: 18}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wins", [3, 2, 1, 1]),  # a shared first place counts
        ("seconds", [0, 1, 2, 2]),
        ("buchholz", [48 + 24 + 12, 60 + 24 + 12, 60 + 48 + 12, 60 + 48 + 24]),
        ("sonneborn-berger", [2 * 48 + 2 * 24 + 12, 2 * 24 + 2 * 12, 2 * 12, 60]),
        ("direct", [5, 4, 2, 1]),
        ("share", [0, 0, 0, 0]),
        ("game-points", [0, 0, 0, 0]),
        ("lots", [0, -1, -2, -3]),
    ],
)
def test_duels(name: str, expected: list[int]) -> None:
    """As in chess."""
    assert numbers(name, DUELS) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wins", [2, 1, 0, 0, 2, 1, 0, 0]),
        ("seconds", [0, 1, 1, 0, 0, 1, 0, 0]),
        ("share", [1200, 1100, 1000, 0, 1200, 1050, 600, 300]),
        (
            "buchholz",
            [84 + 160, 96 + 172, 120, 132, 84 + 160, 92 + 168, 124, 132],
        ),
        (
            "sonneborn-berger",
            [2 * 84 + 160, 2 * 12 + 24 + 172, 48 + 2 * 12, 0, 2 * 84 + 160, 2 * 32 + 168, 2 * 12, 0],
        ),
        ("direct", [0] * 8),  # 0 and 7 have not met
        ("game-points", [69, 59, 50, 0, 49, 39, 20, 10]),
    ],
)
def test_tables_of_four(name: str, expected: list[int]) -> None:
    """Everybody at a table is an opponent."""
    assert numbers(name, FOURS) == expected


def test_a_round_without_a_table_counts_as_opponents_like_oneself() -> None:
    """For Buchholz; it is no win, no second place and no opponent for the others."""
    found = scores(3, [duel(0, 1, 1), duel(2, 0, 0)], {1: [24], 2: [12]})
    assert list(found.points.values()) == [36, 24, 24]
    assert numbers("buchholz", found) == [24 + 24, 36 + 24, 36 + 24]
    assert numbers("wins", found) == [2, 0, 1]
    assert numbers("sonneborn-berger", found) == [2 * 24 + 24, 0, 36]
    at_fours = scores(4, [table((0, 1, 2, 3), (4, 3, 2, 1))], {0: [24]}, opponents=3)
    assert numbers("buchholz", at_fours)[0] == 28 + 20 + 12 + 3 * 60


def test_the_direct_encounter_counts_only_if_all_who_are_level_have_met() -> None:
    """Level are 0, 1 and 2; then 0 and 2 have not met."""
    cycle = [duel(0, 1, 1), duel(1, 2, 1), duel(2, 0, 1)]
    level = [[Player(0), Player(1), Player(2)], [Player(3)]]
    direct = TIE_BREAKS["direct"]
    assert list(direct(scores(4, cycle), level).values()) == [2, 2, 2, 0]
    assert list(direct(scores(4, [*cycle, duel(0, 1, 1), duel(0, 3, 1)]), level).values()) == [4, 2, 2, 0]
    assert list(direct(scores(4, cycle[:2]), level).values()) == [0, 0, 0, 0]


def test_shares_leave_out_games_that_did_not_end() -> None:
    """An assigned result has no game points; a game without points counts as the whole."""
    assigned = Result((Player(0), Player(1)), (1, 2), (36, 12))
    found = scores(2, [assigned, table((0, 1), (30, 20)), table((0, 1), (0, 0))])
    assert numbers("share", found) == [1200, (800 + 1200) // 2]
    assert numbers("game-points", found) == [30, 20]


def test_tie_breaks_decide_in_their_order() -> None:
    """Places, points and all numbers; a later tie-break decides only between those who are still level."""
    rows = standings(FOURS, ("wins", "buchholz", "direct", "lots"))
    assert [(row.player, row.place, row.points) for row in rows] == [
        (0, 1, 60), (4, 2, 60), (5, 3, 52), (1, 4, 48), (2, 5, 24), (6, 6, 20), (3, 7, 12), (7, 8, 12),
    ]  # fmt: skip
    assert rows[0].tie_breaks == (2, 244, 1, 0)  # 0 and 4 have met, and shared the place
    assert rows[1].tie_breaks == (2, 244, 1, -4)


def test_level_players_share_a_place() -> None:
    """Without lots; they stand in the order of their entries, and the next place is left out."""
    rows = standings(FOURS, ("wins", "buchholz", "direct"))
    assert [row.place for row in rows] == [1, 1, 3, 4, 5, 6, 7, 7]
    assert [row.player for row in rows[:2]] == [0, 4]


def test_the_direct_encounter_follows_those_who_are_level_so_far() -> None:
    """Of three who are level by points, one has more wins; the other two have met."""
    results = [duel(0, 1, 1), duel(1, 0, 0), duel(2, 3, 0), duel(2, 3, 0), duel(2, 3, 0), duel(1, 3, 1)]
    found = scores(4, results)
    assert list(found.points.values()) == [36, 36, 36, 36]
    assert numbers("direct", found) == [0, 0, 0, 0]
    by_player = {row.player: row for row in standings(found, ("seconds", "direct"))}
    assert [by_player[Player(each)].tie_breaks for each in range(4)] == [(0, 0), (1, 2), (0, 0), (1, 0)]


def test_the_stage_of_a_knock_out_comes_before_points() -> None:
    """Whoever came further stands higher, whatever the points."""
    rows = standings(DUELS, ("lots",), {Player(3): 2, Player(2): 1})
    assert [row.player for row in rows] == [3, 2, 0, 1]


def test_nobody_yet() -> None:
    """Standings before the first round: all are level."""
    rows = standings(scores(3, []), tuple(TIE_BREAKS))
    assert [(row.place, row.points) for row in rows] == [(1, 0), (2, 0), (3, 0)]
    assert standings(scores(0, []), ("wins",)) == ()

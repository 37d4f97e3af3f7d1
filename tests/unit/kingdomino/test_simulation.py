"""Games played by policies, and their statistics (`kingdomino simulate`)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import fmean, pstdev, stdev
from typing import TypeVar

import pytest

from kingdomino.board.numbers import Points
from kingdomino.game import Stage
from kingdomino.policies import BOTS, GREEDY, RANDOM, Policy, quick
from kingdomino.rules import Edition, Mode, Rules
from kingdomino.scoring import NOTHING, Score
from kingdomino.simulation import PlayedGame, play, play_many
from kingdomino.simulation.tally import Statistics, Tally
from tests.games import begun, origins

pytestmark = pytest.mark.slow

T = TypeVar("T")


class Counting:
    """A deterministic source: a congruential generator, shared by all purposes."""

    def __init__(self) -> None:
        self.state = 1
        self.purposes: set[str] = set()

    def below(self, purpose: str, bound: int) -> int:
        """The next number below the bound."""
        self.purposes.add(purpose)
        self.state = self.state * 6364136223846793005 % 2**64 + 1442695040888963407
        return (self.state >> 33) % bound

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items shuffled by `below`."""
        left = list(items)
        return tuple(left.pop(self.below(purpose, len(left))) for _ in items)


def counted(names: Sequence[str], games: Iterable[PlayedGame]) -> Tally:
    """The tally of these games."""
    tally = Tally(names)
    for played in games:
        tally.count(played)
    return tally


def pooled(games: Sequence[PlayedGame]) -> Statistics:
    """The statistics of these games over all players."""
    return counted(["any"] * len(games[0].scores), games).statistics()


@pytest.mark.parametrize(
    ("players", "edition", "turns"),
    [(2, Edition.CLASSIC, 24), (3, Edition.CLASSIC, 36), (3, Edition.SECOND, 36), (4, Edition.CLASSIC, 48)],
)
def test_a_game_is_played_to_its_end(players: int, edition: Edition, turns: int) -> None:
    """The options of every placing turn are recorded with the round; the first turn has 12 or 24."""
    played = play(Rules(edition), [RANDOM] * players, Counting())
    assert played.game.stage is Stage.OVER
    assert len(played.scores) == players
    assert len(played.options) == turns
    assert [round_ for round_, _ in played.options] == sorted(round_ for round_, _ in played.options)
    assert played.options[0][1] in {12, 24}
    forced = sum(1 for _, count in played.options if count == 0)
    assert forced == sum(len(land.discarded) for land in played.game.kingdoms)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_origins_is_played_to_its_end(mode: Mode, players: int) -> None:
    """R20: each chief has 12 placing turns, whatever stages come between them; with every quick policy."""
    policies = [BOTS[name].policy for name in quick()]
    for first in range(0, len(policies), players):
        played = play(origins(mode), [*policies[first:], *policies][:players], Counting())
        assert played.game.stage is Stage.OVER
        assert len(played.options) == 12 * played.game.rules.kings(players)


def test_greedy_profits_from_totems_and_cavemen() -> None:
    """R28, R30: greedy earns points with cavemen and totems."""
    scores = [s for game in play_many(origins(Mode.TRIBE), [GREEDY] * 4, 3, Counting()) for s in game.scores]
    assert sum(s.cavemen for s in scores) / len(scores) > 5
    scores = [s for game in play_many(origins(Mode.TOTEM), [GREEDY] * 4, 3, Counting()) for s in game.scores]
    assert sum(s.totems for s in scores) > 0


def test_the_same_draws_give_the_same_game() -> None:
    """The source is the only randomness."""
    assert play(Rules(), [GREEDY, RANDOM], Counting()) == play(Rules(), [GREEDY, RANDOM], Counting())


def test_each_purpose_has_its_own_name() -> None:
    """The purposes are the deck, the kings, and one for each seat."""
    source = Counting()
    play(Rules(), [RANDOM] * 3, source)
    assert source.purposes == {"deck", "kings", "bot/0", "bot/1", "bot/2"}


def test_policies_move_one_seat_on_from_game_to_game() -> None:
    """Policies rotate, so none keeps the advantage of a seat."""
    asked: list[tuple[str, int]] = []

    def watched(name: str) -> Policy:
        def choose(game: object, seat: int, free: Sequence[T], below: object) -> T:
            asked.append((name, seat))
            return free[0]

        return Policy(RANDOM.place, choose, RANDOM.decide)

    games = play_many(Rules(), [watched("a"), watched("b"), watched("c")], 4, Counting())
    seen = []
    for _ in games:
        seen.append({seat: name for name, seat in asked})
        asked.clear()
    assert seen == [
        {0: "a", 1: "b", 2: "c"},
        {1: "a", 2: "b", 0: "c"},
        {2: "a", 0: "b", 1: "c"},
        {0: "a", 1: "b", 2: "c"},
    ]


def test_all_kingdoms_are_pooled() -> None:
    """Mean, population sd, extremes, shares and discards cover every kingdom of every game."""
    rules = Rules(middle_kingdom=True, harmony=True)
    games = list(play_many(rules, [RANDOM, GREEDY], 30, Counting()))
    scores = [score for played in games for score in played.scores]
    totals = [score.total for score in scores]
    found = pooled(games)
    assert found.games == 30
    assert found.mean == pytest.approx(fmean(totals))
    assert found.sd == pytest.approx(pstdev(totals))
    assert (found.min, found.max) == (min(totals), max(totals))
    assert found.middle_kingdom_share == sum(score.middle_kingdom == 10 for score in scores) / 60
    assert found.harmony_share == sum(score.harmony == 5 for score in scores) / 60
    assert 0 < found.middle_kingdom_share < 1
    assert 0 < found.harmony_share < 1
    lands = [land for played in games for land in played.game.kingdoms]
    assert found.discards_per_player == sum(len(land.discarded) for land in lands) / 60


def test_placements_are_averaged_round_by_round() -> None:
    """Every placing turn of a round counts, including those of a second king and of a discard."""
    games = list(play_many(Rules(), [RANDOM, RANDOM], 10, Counting()))
    found = pooled(games).placements_by_round
    assert len(found) == 6
    for round_, mean in enumerate(found, start=1):
        counts = [count for played in games for at, count in played.options if at == round_]
        assert len(counts) == 40
        assert mean == sum(counts) / 40


def test_bonuses_that_the_rules_do_not_pay_have_no_share() -> None:
    """R14, R15: bonuses that the rules do not pay have a share of 0."""
    found = pooled(list(play_many(Rules(), [GREEDY] * 4, 3, Counting())))
    assert found.middle_kingdom_share == found.harmony_share == 0


def scored(*totals: int) -> PlayedGame:
    """A game that ended with these points and no other differences."""
    scores = tuple(Score(Points(total), (), NOTHING, NOTHING, 0, 0) for total in totals)
    return PlayedGame(begun(len(totals)).game, scores, ())


def test_standings_follow_the_policies_from_seat_to_seat() -> None:
    """In the second of three games the first policy sits on seat 1."""
    games = [scored(10, 20, 30), scored(31, 11, 21), scored(22, 32, 12)]
    found = counted(["a", "b", "c"], games).standings()
    assert [found[name].mean for name in "abc"] == [11, 21, 31]
    assert [found[name].wins for name in "abc"] == [0, 0, 3]
    assert {standing.games for standing in found.values()} == {3}
    assert found["a"].sd == pytest.approx(pstdev([10, 11, 12]))


def test_a_shared_first_place_is_shared_out() -> None:
    """R12: seats that share first place share the win equally; one policy can hold several of them."""
    found = counted(["a", "b", "a"], [scored(5, 5, 5), scored(7, 1, 7)]).standings()
    # In the second game the policies sit as a, a, b.
    assert (found["a"].wins, found["b"].wins) == (
        Fraction(2, 3) + Fraction(1, 2),
        Fraction(1, 3) + Fraction(1, 2),
    )
    assert found["a"].mean == (5 + 5 + 7 + 1) / 4
    assert found["a"].games == found["b"].games == 2


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("steady", "greedy")])
@pytest.mark.parametrize(
    ("rules", "players", "games"),
    [(Rules(), 2, 8), (Rules(middle_kingdom=True, harmony=True), 4, 4)],
    ids=["two", "four with bonuses"],
)
def test_the_better_policy_wins_clearly(
    better: str, worse: str, rules: Rules, players: int, games: int
) -> None:
    """Half of the seats each: more points, and most of the games (`docs/play/bots.md` has larger samples)."""
    names = [better, worse] * (players // 2)
    policies = [BOTS[name].policy for name in names]
    found = counted(names, play_many(rules, policies, games, Counting())).standings()
    assert found[better].mean > found[worse].mean + 4
    assert found[better].wins > 2 * found[worse].wins


def test_what_parts_came_to_adds_up() -> None:
    """Tallies of parts add up to that of all games if each part begins with the first policy on seat 0."""
    names = ["greedy", "random", "random"]
    policies = [BOTS[name].policy for name in names]
    games = list(play_many(Rules(harmony=True, middle_kingdom=True), policies, 9, Counting()))
    whole, parts = counted(names, games), Tally(names)
    for part in (games[:6], games[6:]):
        parts.add(counted(names, part))
    assert parts.statistics() == whole.statistics()
    assert parts.standings() == whole.standings()


def test_intervals_are_taken_over_games() -> None:
    """Kingdoms of one game depend on each other, so the interval is that of the games' means."""
    games = [scored(10, 20), scored(14, 30), scored(16, 10), scored(10, 8)]
    found = counted(["a", "b"], games)
    means = [15, 22, 13, 9]
    assert found.statistics().ci95 == pytest.approx(1.96 * stdev(means) / 2)
    a, b = [10, 30, 16, 8], [20, 14, 10, 10]
    assert found.standings()["a"].ci95 == pytest.approx(1.96 * stdev(a) / 2)
    assert found.standings()["b"].ci95 == pytest.approx(1.96 * stdev(b) / 2)
    assert [seat.ci95 for seat in found.seats()] == [
        pytest.approx(1.96 * stdev(points) / 2) for points in ([10, 14, 16, 10], [20, 30, 10, 8])
    ]
    assert [seat.mean for seat in found.seats()] == [12.5, 17]
    assert found.standings()["a"].wins_ci95 == pytest.approx(1.96 * (0.5 * 0.5 / 4) ** 0.5)


def test_two_seats_of_a_policy_are_one_number_a_game() -> None:
    """The number for `a` on two seats is the mean of both."""
    found = counted(["a", "b", "a"], [scored(10, 0, 20), scored(5, 7, 0), scored(0, 3, 4)]).standings()["a"]
    # In the second game the policies sit as a, a, b and in the third as b, a, a.
    assert found.ci95 == pytest.approx(1.96 * stdev([15, 6, 3.5]) / 3**0.5)
    assert found.mean == pytest.approx((15 + 6 + 3.5) / 3)


def test_one_game_has_no_interval() -> None:
    """The interval of a single game is 0."""
    found = counted(["a", "b"], [scored(10, 20)])
    assert found.statistics().ci95 == found.standings()["a"].ci95 == found.seats()[0].ci95 == 0

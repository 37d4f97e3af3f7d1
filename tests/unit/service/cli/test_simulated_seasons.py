"""`kingdomino simulate --tournament`: whole tournaments between policies."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kingdomino.game.chance import GeneratorSource
from kingdomino.kernel import state
from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from kingdomino.simulation.totals import totals
from replays.events.regulations import Format
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.standings import Placing
from service.cli.commands.simulate import simulate
from service.cli.simulating.parts import RepeatableSource
from service.cli.simulating.seasons.playing import Season, SeasonPlan
from service.cli.simulating.seasons.reporting import season_report
from service.cli.simulating.seasons.tally import SeasonTally, season_parts


def run(*arguments: str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(simulate, list(arguments))


def report(*arguments: str) -> dict[str, Any]:
    """The object that `--json` prints, for two seasons unless another number is given."""
    result = run("--seasons", "2", "--seed", "1", "--jobs", "1", *arguments, "--json")
    assert result.exit_code == 0, result.output
    parsed: dict[str, Any] = json.loads(result.stdout)
    return parsed


def test_json_has_the_promised_members() -> None:
    """Outside programs read these members."""
    found = report("--tournament", "swiss", "--entrants", "8", "--rounds", "2", "--policy", "greedy,random")
    assert list(found) == [
        "tournament", "table", "rounds", "entrants", "seasons", "games", "seconds", "kernel", "why_pure",
        "rules", "seed", "policy", "by_policy", "best", "after_rounds", "told_apart_after", "meetings",
        "seat_differences", "bye_differences",
    ]  # fmt: skip
    assert (found["tournament"], found["table"], found["rounds"], found["entrants"]) == ("swiss", 4, 2, 8)
    assert (found["seasons"], found["games"], found["policy"]) == (2, 8, "greedy,random")
    for own in found["by_policy"].values():
        assert list(own) == ["entrants", "mean_place", "first_places", "mean_points"]
    assert [list(row) for row in found["after_rounds"]] == [["round", "best_ahead", "pairs_in_order"]] * 2


def test_the_better_policy_is_ahead() -> None:
    """Greedy wins from random entrants; the mean of all places is that of 1 to 8."""
    found = report("--tournament", "swiss", "--table", "2", "--entrants", "8", "--policy", "random,greedy")
    assert found["best"] == "greedy"
    assert found["by_policy"]["greedy"]["first_places"] == 2
    assert found["by_policy"]["greedy"]["mean_place"] + found["by_policy"]["random"]["mean_place"] == 9
    assert found["after_rounds"][-1]["best_ahead"] == 1
    assert found["after_rounds"][-1]["pairs_in_order"] > 0.9
    assert found["told_apart_after"] in range(1, 6)


def test_the_league_of_seven_is_exact() -> None:
    """Every two meet twice, and everybody has every seat once."""
    found = report("--tournament", "league", "--entrants", "7")
    assert (found["rounds"], found["games"]) == (7, 14)
    assert found["meetings"] == {"0": 0, "2": 21}
    assert found["seat_differences"] == {"0": 7}
    assert found["bye_differences"] == {"0": 1}


def test_a_knock_out_has_one_winner() -> None:
    """Of 13 in duels, 12 lose a game, and whoever is out has no bye."""
    found = report(
        "--tournament", "knockout", "--table", "2", "--entrants", "13", "--policy", "greedy,random"
    )
    assert (found["rounds"], found["games"]) == (4, 24)
    assert sum(own["first_places"] for own in found["by_policy"].values()) == 2
    assert found["bye_differences"] == {"1": 1}


def test_one_policy_has_nobody_to_be_ahead_of() -> None:
    """There is no best one."""
    found = report("--tournament", "swiss", "--entrants", "4", "--rounds", "1")
    assert (found["best"], found["after_rounds"], found["told_apart_after"]) == (None, [], None)


def test_people_see_the_same_as_tables() -> None:
    """With the rounds, if there are several policies."""
    options = ["--tournament", "swiss", "--entrants", "8", "--rounds", "2", "--seasons", "2", "--jobs", "1"]
    several = run(*options, "--policy", "greedy,random").stdout
    assert "2 seasons of 8 entrants: swiss, tables of 4, 2 rounds" in several
    assert "pairs in order" in several
    assert "pairs in order" not in run(*options).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tournament", "swiss", "--entrants", "5"], "5 players cannot be seated in fours and threes"),
        (["--tournament", "swiss", "--games", "9"], "--games is not for --tournament"),
        (["--tournament", "swiss", "--players", "4"], "--players is not for --tournament"),
        (["--rounds", "3"], "--rounds is for --tournament"),
        (["--seasons", "3"], "--seasons is for --tournament"),
        (
            ["--tournament", "league", "--entrants", "2", "--policy", "random,greedy,random"],
            "give each policy an entrant",
        ),
        (["--tournament", "cup"], "is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], words: str) -> None:
    """Before anything is played."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.output.replace("│", " ").split())


def test_parts_give_the_same_seasons_in_any_order() -> None:
    """The tallies of parts add up to that of all seasons."""
    plan = SeasonPlan(Format.SWISS, Rules(), 3, 2, ("random", "greedy") * 4)
    parts = season_parts(plan, 21, seed=5)
    assert [part.games for part in parts] == [10, 10, 1]
    first, last = SeasonTally(plan), SeasonTally(plan)
    for part in parts:
        first.add(part.tally())
    for part in reversed(parts):
        last.add(part.tally())
    assert vars(first) == vars(last)
    assert first.seasons == 21


def test_each_round_counts_who_stands_higher() -> None:
    """Two good entrants at places 1 and 3, two bad ones at 2 and 4: three of four pairs are in order."""
    plan = SeasonPlan(Format.SWISS, Rules(), 2, 1, ("good", "bad", "good", "bad"))
    rows = [Placing(Player(each), place, 12, ()) for place, each in enumerate((0, 1, 2, 3), start=1)]
    tally = SeasonTally(plan)
    tally._count(1, rows)
    assert tally.higher[1, "good", "bad"] == 3
    assert tally.higher[1, "bad", "good"] == 1
    assert tally.ahead == {(1, "good"): 1}


def test_told_apart_means_to_the_end() -> None:
    """A round after which the best policy was ahead too rarely comes before."""
    plan = SeasonPlan(Format.SWISS, Rules(), 2, 4, ("greedy", "random"))
    tally = SeasonTally(plan)
    tally.seasons, tally.places["greedy"], tally.places["random"] = 20, 20, 40
    for number, ahead in enumerate((20, 18, 19, 20), start=1):
        tally.rounds[number], tally.ahead[number, "greedy"] = 20, ahead
    assert season_report(tally, 1, 0.0)["told_apart_after"] == 3
    tally.ahead[4, "greedy"] = 18
    assert season_report(tally, 1, 0.0)["told_apart_after"] is None


@pytest.mark.skipif(not state().runs, reason="compares the kernel with the rules")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_plays_the_same_game(players: int) -> None:
    """The same points by seat, and the same draws after it."""
    policies = [BOTS[name].policy for name in ("greedy", "random", "greedy-placement", "random")[:players]]
    rules = Rules(middle_kingdom=True)
    compiled, pure = (RepeatableSource(3), RepeatableSource(3))
    assert isinstance(pure, GeneratorSource)
    for _ in range(2):
        assert totals(rules, policies, compiled, compiled=True) == totals(
            rules, policies, pure, compiled=False
        )
    assert compiled.generator.getstate() == pure.generator.getstate()


def test_a_season_goes_by_the_standings_of_real_tournaments() -> None:
    """Every round seats everybody, and the last standings have all entrants, with places from 1."""
    plan = SeasonPlan(Format.SWISS, Rules(), 4, 2, ("random",) * 10)
    season = Season(plan, RepeatableSource(1))
    last = list(season.play())[-1]
    assert [sorted(map(len, past.tables)) for past in season.past] == [[3, 3, 4]] * 2
    assert sorted(row.player for row in last) == list(range(10))
    assert [row.place for row in last] == list(range(1, 11))
    assert sum(row.points for row in last) == 2 * 10 * 24

"""`kingdomino simulate`: its options and output."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kingdomino.kernel import KernelState, state
from kingdomino.policies import compiled
from service.cli.commands.simulate import simulate
from service.cli.simulating import parts
from service.cli.simulating.parts import RepeatableSource

pytestmark = pytest.mark.slow


def run(*arguments: str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(simulate, list(arguments))


def report(*arguments: str) -> dict[str, Any]:
    """The object that `--json` prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    parsed: dict[str, Any] = json.loads(result.stdout)
    return parsed


def test_json_has_the_promised_members() -> None:
    """Outside programs read these members."""
    found = report("--players", "3", "--games", "4", "--seed", "7", "--policy", "greedy")
    assert list(found) == [
        "games",
        "seconds",
        "kernel",
        "why_pure",
        "rules",
        "seed",
        "policy",
        "total",
        "bonus_share",
        "discards_per_player",
        "placements_by_round",
        "by_seat",
    ]
    assert (found["games"], found["seed"], found["policy"]) == (4, 7, "greedy")
    assert list(found["total"]) == ["mean", "ci95", "sd", "min", "max"]
    assert list(found["bonus_share"]) == ["middle_kingdom", "harmony"]
    assert len(found["placements_by_round"]) == 12
    assert found["seconds"] >= 0


@pytest.mark.long
def test_several_policies_are_told_apart() -> None:
    """The report has one more member, and all wins add up to the games."""
    options = ["--players", "3", "--games", "4", "--seed", "7"]
    found = report(*options, "--policy", "steady,random,steady")
    assert list(found) == [*report(*options), "by_policy"]
    assert found["policy"] == "steady,random,steady"
    assert list(found["by_policy"]) == ["steady", "random"]
    for name in ("steady", "random"):
        assert list(found["by_policy"][name]) == ["mean", "ci95", "sd", "wins", "wins_ci95", "games"]
        assert found["by_policy"][name]["games"] == 4
    steady, random = found["by_policy"]["steady"], found["by_policy"]["random"]
    assert steady["wins"] + random["wins"] == pytest.approx(4)
    assert (2 * steady["mean"] + random["mean"]) / 3 == pytest.approx(found["total"]["mean"])


def test_people_see_which_policy_won() -> None:
    """An additional table has the wins with bounds; with one policy there are only the seats."""
    several, one = (
        run("--players", "2", "--games", "4", "--seed", "1", "--policy", names).stdout
        for names in ("random,greedy", "greedy")
    )
    line = next(line for line in several.splitlines() if line.startswith("│ greedy"))
    assert "100.0%" in line
    assert "0.0%" in line
    assert "┃ seat" in several
    assert "│ greedy" not in one


def test_flags_become_rules() -> None:
    """The options have the API's names of the rules."""
    flags = ["--edition", "second", "--first-line", "seated", "--middle-kingdom", "--harmony"]
    assert report("--games", "1", "--seed", "1", *flags)["rules"] == {
        "game": "kingdomino",
        "edition": "second",
        "first_line": "seated",
        "middle_kingdom": True,
        "harmony": True,
        "mighty_duel": False,
        "no_limit": False,
    }


def test_variants_are_played() -> None:
    """Mighty Duel has twelve rounds for two; without a limit there are always more placements."""
    duel = report("--players", "2", "--games", "2", "--seed", "1", "--mighty-duel")
    assert len(duel["placements_by_round"]) == 12
    wide, usual = (
        report("--players", "2", "--games", "5", "--seed", "1", *flag) for flag in (["--no-limit"], [])
    )
    assert wide["placements_by_round"][-1] > 10 > usual["placements_by_round"][-1]


def test_the_same_seed_gives_the_same_games() -> None:
    """Everything except the time is equal."""
    first, second = (report("--games", "5", "--seed", "3") for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert first["total"] != report("--games", "5", "--seed", "4")["total"]


def test_the_number_of_processes_changes_nothing_but_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games played in parts are the same with any number of processes; the last part may be smaller."""
    monkeypatch.setattr(parts, "PART", 4)
    options = ["--players", "2", "--games", "10", "--seed", "3", "--policy", "greedy,random"]
    found = [report(*options, "--jobs", str(jobs)) for jobs in (1, 2, 3)]
    for each in found:
        del each["seconds"]
    assert found[0] == found[1] == found[2]
    assert found[0]["games"] == found[0]["by_policy"]["greedy"]["games"] == 10


def test_no_part_is_played_twice() -> None:
    """Each part has its own draws; the first has those of the seed alone."""
    first, second = (RepeatableSource(5, part).shuffled("any", range(48)) for part in (0, 1))
    assert first == RepeatableSource(5).shuffled("any", range(48)) != second


def test_every_seat_is_told_apart() -> None:
    """All wins add up to the games, and the seats' mean is that of all kingdoms."""
    found = report("--players", "3", "--games", "30", "--seed", "7")
    seats = found["by_seat"]
    assert sum(seat["wins"] for seat in seats) == pytest.approx(30)
    assert sum(seat["mean"] for seat in seats) / 3 == pytest.approx(found["total"]["mean"])
    assert all(seat["ci95"] > 0 < seat["wins_ci95"] for seat in seats)


@pytest.mark.parametrize("names", ["random", "greedy,random"])
def test_the_kernel_changes_nothing_but_the_time(names: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The output is the same without the kernel, except for naming which of both played."""
    options = [
        "--players",
        "2",
        "--mighty-duel",
        "--harmony",
        "--games",
        "6",
        "--seed",
        "3",
        "--policy",
        names,
    ]
    usual = report(*options)
    monkeypatch.setattr(
        compiled, "state", lambda: KernelState(runs=False, why_not="KINGDOMINO_KERNEL is off")
    )
    pure = report(*options)
    assert usual["kernel"] == state().word
    assert (pure["kernel"], pure["why_pure"]) == (
        "pure",
        "the kernel does not run: KINGDOMINO_KERNEL is off",
    )
    for found in (usual, pure):
        for member in ("seconds", "kernel", "why_pure"):
            del found[member]
    assert usual == pure


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", [["--policy", "steady"], ["--no-limit"], ["--game", "origins"]])
def test_what_the_kernel_does_not_play_is_said(arguments: list[str]) -> None:
    """The reason is in the JSON and in the text output."""
    found = report("--games", "1", "--seed", "1", *arguments)
    assert found["kernel"] == "pure"
    assert found["why_pure"] in " ".join(run("--games", "1", "--seed", "1", *arguments).stdout.split())


def test_a_seed_is_drawn_and_reported_when_none_is_given() -> None:
    """The reported seed repeats the run."""
    found = report("--games", "2")
    assert report("--games", "2", "--seed", str(found["seed"]))["total"] == found["total"]


def test_people_get_tables() -> None:
    """Without `--json` the output is tables; without a terminal there is no progress bar."""
    result = run("--games", "3", "--seed", "1")
    assert result.exit_code == 0
    assert "3 games in" in result.stdout
    assert "points, mean" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "5"], "players"),
        (["--games", "0"], "games"),
        (["--policy", "clever"], "'clever' is no policy: random, "),
        (["--policy", "random,greedy"], "2 policies for 4 players"),
        (["--edition", "third"], "edition"),
        (["--mighty-duel"], "Mighty Duel is for 2 players"),
        (["--no-limit", "--harmony"], "no_limit does not go with harmony"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error(arguments: list[str], message: str) -> None:
    """The exit code is 2, with the reason."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_seeded_draws_stay_below_their_bound() -> None:
    """All numbers below the bound occur."""
    source = RepeatableSource(1)
    assert {source.below("any", 3) for _ in range(100)} == {0, 1, 2}
    assert sorted(source.shuffled("any", [3, 1, 2])) == [1, 2, 3]

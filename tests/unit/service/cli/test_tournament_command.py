"""`kingdomino tournament`, against the service in memory."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from harness.games import finish, seeded
from harness.play.signing_in import API, World
from replays.encoding.identity import GameId
from replays.tournament.kind import TOURNAMENT
from service.application.tournaments.acts import ACTS, MemberForm
from service.cli import client
from service.cli.main import kingdomino
from service.cli.tournaments.members import TYPES

pytestmark = pytest.mark.slow

SWISS = ("--kind", "swiss", "--table", 2, "--rounds", 1)


class Site:
    """The service, which the command reaches without a network, and the token of Ann, who organizes."""

    def __init__(self) -> None:
        self.world = World()
        http = self.world.app.test_client()
        answers = [
            http.post(f"{API}/players", json={"name": name}).json or {} for name in ("Ann", "Ben", "Cid")
        ]
        self.ann, self.ben, self.cid = (each["token"] for each in answers)

    def run(self, *arguments: object, token: str | None = None) -> Result:
        """The result of the command, by Ann."""
        named = {"KINGDOMINO_TOKEN": token or self.ann, "KINGDOMINO_URL": "http://localhost"}
        return CliRunner().invoke(kingdomino, ["tournament", *map(str, arguments)], env=named)

    def ok(self, *arguments: object, token: str | None = None) -> str:
        """The output of the command, which must succeed."""
        result = self.run(*arguments, token=token)
        assert result.exit_code == 0, result.output
        return result.stdout

    def work(self, tournament: str) -> None:
        """What workers do: pair, open, play and count."""
        commands, tables = self.world.services.streams.commands(TOURNAMENT), self.world.services.tables
        for table in commands.advance(GameId(tournament)).unscored:
            finish(tables, table.id, seeded(table.number))
            tables.settle(table.id)
        commands.advance(GameId(tournament))


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Give the service."""
    found = Site()

    def connected(url: str, _timeout: float, headers: Mapping[str, str]) -> httpx.Client:
        transport = httpx.WSGITransport(found.world.app)
        return httpx.Client(transport=transport, base_url=url, headers=headers)

    monkeypatch.setattr(client, "http_client", connected)
    yield found
    found.world.hub.close()


def test_a_tournament_from_its_announcement_to_its_end(site: Site) -> None:
    """Created, filled, directed, corrected, shown and exported."""
    options = (*SWISS, "--turn-days", 2)
    more = ("--rule", "harmony", "--set", "bye=12", "--set", "tie_breaks=wins,lots", "--no-spectators")
    cup = site.ok("create", "Cup", *options, *more).split()[0]
    state: Any = json.loads(site.ok("show", cup, "--json"))
    assert state["options"] == {
        "clock": {"policy": "per_turn", "seconds": 172_800},
        "on_timeout": "forfeit",
        "absent": "end",
        "spectators": False,
    }
    assert (state["rules"]["harmony"], state["regulations"]["tie_breaks"]) == (True, ["wins", "lots"])
    assert site.ok("enter", cup, token=site.ben) == "entered as 1\n"
    assert site.ok("enter", cup, "Cid", "Ann") == "entered as 2, 3\n"
    assert site.ok("enter", cup, "--bot", "random") == "entered as 4\n"
    assert json.loads(site.ok("forecast", cup))["tables"] == 2
    assert json.loads(site.ok("preview", cup))["possible"] is True
    assert site.ok("start", cup) == "started with 4 entrants\n"
    site.work(cup)
    assert "on the record at version" in site.ok(
        "act", "correct", cup, "--game", 1, "--places", "1,1", "--reason", "a mistake", "--code", "clerical"
    )
    assert "2 - 2 (act " in site.ok("pairings", cup)
    assert json.loads(site.ok("desk", cup))["disputes"] == []
    assert site.ok("close", cup, 1) == "round 1 is closed; the tournament is finished\n"
    assert "1  2 " in site.ok("standings", cup) or "  1  3 " in site.ok("standings", cup)
    assert site.ok("standings", cup, "--csv").startswith(
        "place,entrant,player,name,twelfths,points,wins,lots"
    )
    assert site.ok("pairings", cup, "--csv").startswith("round,")
    assert "a mistake" in site.ok("export", cup, "--csv", "acts")
    assert json.loads(site.ok("export", cup, "--json", "--version", 1))["version"] == 1
    assert f"{cup}  finished" not in site.ok("list", "--status", "open")
    assert "Cup" in site.ok("list")
    final = site.ok("create", "Final", *SWISS).split()[0]
    assert site.ok("enter", final, "--from", f"{cup}:1-2") == "entered as 1, 2\n"
    shown = site.run("show", cup)
    assert "correct, a mistake" in shown.stdout
    assert f"kingdomino audit {cup}" in shown.stderr


def test_a_list_is_entered_all_or_none(site: Site, tmp_path: Path) -> None:
    """Every wrong line is told."""
    cup = site.ok("create", "Cup", "--kind", "league", "--table", 2, "--rounds", 3, "--no-clock").split()[0]
    file = tmp_path / "players.csv"
    file.write_text("player\nBen\nZed\nCid\nBen\n", "utf-8")
    result = site.run("enter", cup, "--csv", file)
    assert result.exit_code == 1
    assert "line 3: Zed: no player has exactly this name (tournament/unknown-player)" in result.output
    assert "line 5: Ben: this player stands in the list twice (tournament/entered)" in result.output
    file.write_text("Ben\nCid\n", "utf-8")
    assert site.ok("enter", cup, "--csv", file) == "entered as 1, 2\n"


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("show", "cup"), 1, "is not the id of a tournament"),
        (("show", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"), 1, "tournament/unknown"),
        (("create", "Cup", "--kind", "cup", "--table", 2, "--rounds", 1), 2, "'league', 'swiss', 'knockout'"),
        (
            ("create", "C", "--kind", "swiss", "--table", 2, "--rounds", 1, "--set", "bye=99"),
            1,
            "tournament/bye",
        ),
        (("export", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"), 2, "give --csv"),
        (("enter", "x", "Ben", "--bot", "random"), 2, "give players, or --bot, or --csv"),
        (("enter", "x", "--from", "x:all"), 2, "has no places"),
        (("act", "promote"), 2, "No such command 'promote'"),
        (("act", "correct", "x", "--game", 1, "--places", "1;2", "--reason", "x"), 2, "no list of numbers"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told(site: Site, arguments: tuple[object, ...], code: int, text: str) -> None:
    """By the command line itself, or by the service with the code of the problem."""
    result = site.run(*arguments)
    assert (result.exit_code, text in result.output) == (code, True), result.output


def test_every_act_is_a_command(site: Site) -> None:
    """With an option for each member, whose form has a type."""
    assert TYPES.keys() == set(MemberForm)
    for name, kind in ACTS.items():
        told = site.ok("act", name, "--help")
        for member in kind.members:
            assert f"--{member.name}" in told, name


def test_the_forms_of_acts(site: Site) -> None:
    """Tables, byes, times, games and flags are sent as the API has them."""
    cup = site.ok("create", "Cup", "--kind", "swiss", "--table", 2, "--rounds", 2).split()[0]
    site.ok("enter", cup, "Ben", "Cid")
    site.ok("enter", cup, "--bot", "random")
    site.ok("start", cup)
    site.work(cup)
    why = ("--reason", "so it is")
    site.ok("act", "set-pairing", cup, "--round", 2, "--tables", "2,1", "--byes", "3", *why)
    game = json.loads(site.ok("pairings", cup, "--json"))["tables"][0]["game"]
    outage = ("--began", "2026-11-01T00:00:00Z", "--ended", "2026-11-01T01:00:00+00:00")
    site.ok("act", "adjust-clocks", cup, *outage, "--games", game, *why)
    site.ok("act", "name-deputy", cup, "--player", "Ben", *why)
    acts: Any = json.loads(site.ok("show", cup, "--json"))["acts"]
    assert (acts[0]["tables"], acts[0]["byes"]) == ([[2, 1]], [3])
    assert (acts[1]["ended"] - acts[1]["began"], acts[1]["games"]) == (3_600_000, [1])
    assert acts[2]["player"]["name"] == "Ben"

"""A service after a new version of its rules: old games keep theirs, beside new games."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.programs import two_versions
from harness.programs.commands import PROGRAM
from harness.programs.two_versions import BONUS, NEW, OLD
from harness.programs.versioned_service import versioned_service
from harness.service import API, Service, ok
from replays.encoding.identity import GameId

LEGALITY = 4
"""The exit code of `kingdomino audit` if only legality fails."""

Served = tuple[Service, Mapping[int, GameId]]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """Give the service and a scored game of each version."""
    with versioned_service() as both:
        yield both


def bonuses(scores: list[Any]) -> set[int]:
    """The points paid for Harmony."""
    return {score["harmony"] for score in scores}


@pytest.mark.long
@pytest.mark.parametrize("number", BONUS)
def test_the_api_shows_each_game_by_its_own_version(served: Served, number: int) -> None:
    """The worker's score, the current state and the replay have the points of the game's version."""
    service, games = served
    http, game = service.http(), f"{API}/games/{games[number]}"
    events = ok(http.get(f"{game}/events?limit=1000"))["events"]
    created, scored = events[0]["data"], events[-1]["data"]
    assert created["rules_version"] == number
    assert bonuses(scored["scores"]) == {0, BONUS[number]}
    state = ok(http.get(game))
    frames = ok(http.get(f"{game}/replay"))["frames"]
    for shown in (state, frames[-1]["state"], ok(http.get(f"{game}?version={state['version']}"))):
        assert shown["rules"] == created["rules"]
        counted = [kingdom["score"] for kingdom in shown["kingdoms"]]
        assert [score["total"] for score in counted] == [score["total"] for score in scored["scores"]]
        assert bonuses(counted) == {0, BONUS[number]}


@pytest.mark.long
def test_a_new_game_is_by_the_newest_version(served: Served) -> None:
    """A new game gets the newest version, which requests and states do not name."""
    service, _ = served
    (ann,) = service.accounts(1)
    game = ok(ann.post("/games", {"players": 2, "rules": {"harmony": True}}), 201)
    assert "version" not in game["rules"]
    [created, _] = ok(ann.get(f"/games/{game['id']}/events"))["events"]
    assert created["data"]["rules_version"] == NEW


@pytest.mark.long
def test_the_pages_say_what_the_newest_version_pays(served: Served) -> None:
    """The rules page and the form of a new game show the points of the newest version."""
    service, _ = served
    said = {"/rules": "more points where no domino was discarded", "/new": "points for a kingdom without a"}
    for page, text in said.items():
        assert f"{BONUS[NEW]} {text}" in service.http().get(page).body.decode()


@pytest.mark.long
@pytest.mark.parametrize("number", BONUS)
def test_a_text_comes_back_as_a_study_of_its_version(served: Served, number: int) -> None:
    """A game that is exported and imported keeps its version and its points."""
    service, games = served
    (ann,) = service.accounts(1)
    text = ann.get(f"/games/{games[number]}", Accept="text/plain").body
    assert f'[RulesVersion "{number}"]'.encode() in text
    study = ok(ann.post("/studies", text, Content_Type="text/plain"), 201)
    assert bonuses([kingdom["score"] for kingdom in study["kingdoms"]]) == {0, BONUS[number]}


@pytest.mark.long
def test_the_audit_goes_by_the_version(served: Served, tmp_path: Path) -> None:
    """A program that knows both versions passes both games; one with the old version refuses the new one."""
    service, games = served
    files = {number: tmp_path / f"{number}.zip" for number in games}
    for number, file in files.items():
        file.write_bytes(service.http().get(f"{API}/games/{games[number]}/audit").body)
    for file in files.values():
        both = audited(two_versions.__name__, file)
        assert both.returncode == 0, both.stdout
        assert set(json.loads(both.stdout)["verdicts"].values()) == {"pass"}
    assert audited(PROGRAM, files[OLD]).returncode == 0
    refused = audited(PROGRAM, files[NEW])
    assert refused.returncode == LEGALITY
    assert f"rules_version {NEW}: this verifier knows 1 to {OLD}" in refused.stdout


def audited(module: str, file: Path) -> subprocess.CompletedProcess[str]:
    """The result of this program's `audit`."""
    command = [sys.executable, "-m", module, "audit", str(file), "--json"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

"""A service after its rules got a new version: old games stay what they were, beside new ones."""

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
"""What `kingdomino audit` ends with where legality alone fails."""

Served = tuple[Service, Mapping[int, GameId]]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """Give the service and a scored game by each version."""
    with versioned_service() as both:
        yield both


def bonuses(scores: list[Any]) -> set[int]:
    """What Harmony paid."""
    return {score["harmony"] for score in scores}


@pytest.mark.parametrize("number", BONUS)
def test_the_api_shows_each_game_by_its_own_version(served: Served, number: int) -> None:
    """The worker's score, the present state and the last frame of the replay say what that version pays."""
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


def test_a_new_game_is_by_the_newest_version(served: Served) -> None:
    """Who opens one says nothing of a version."""
    service, _ = served
    (ann,) = service.accounts(1)
    game = ok(ann.post("/games", {"players": 2, "rules": {"harmony": True}}), 201)
    assert "version" not in game["rules"]
    [created, _] = ok(ann.get(f"/games/{game['id']}/events"))["events"]
    assert created["data"]["rules_version"] == NEW


def test_the_pages_say_what_the_newest_version_pays(served: Served) -> None:
    """The rules, and the form of a new game."""
    service, _ = served
    said = {"/rules": "more points where no domino was discarded", "/new": "points for a kingdom without a"}
    for page, text in said.items():
        assert f"{BONUS[NEW]} {text}" in service.http().get(page).body.decode()


@pytest.mark.parametrize("number", BONUS)
def test_a_text_comes_back_as_a_study_of_its_version(served: Served, number: int) -> None:
    """Exported and imported, a game has the points that it had."""
    service, games = served
    (ann,) = service.accounts(1)
    text = ann.get(f"/games/{games[number]}", Accept="text/plain").body
    assert f'[RulesVersion "{number}"]'.encode() in text
    study = ok(ann.post("/studies", text, Content_Type="text/plain"), 201)
    assert bonuses([kingdom["score"] for kingdom in study["kingdoms"]]) == {0, BONUS[number]}


def test_the_audit_goes_by_the_version(served: Served, tmp_path: Path) -> None:
    """A program that knows both passes both; one that knows the old version alone refuses the new one."""
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
    """What `audit` of this program says and returns."""
    command = [sys.executable, "-m", module, "audit", str(file), "--json"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

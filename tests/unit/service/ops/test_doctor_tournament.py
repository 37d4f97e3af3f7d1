"""`kingdomino doctor TOURNAMENT-ID` says what the tournament waits for, and checks its directors."""

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis

from harness.games import KEY
from harness.play.tournaments import DIRECTOR, WHY, Season
from replays.bootstrap import now_ms
from replays.match.randomness.seed_store import SeedStore
from replays.tournament.deciding import acts, opening
from service.application.channels.targets import Targets
from service.application.channels.webhooks.store import Webhooks
from service.ops.backlog import Backlog
from service.ops.doctor.one_game import GameDoctor
from service.ops.doctor.results import Level


@pytest.fixture(name="season")
def _season() -> Season:
    season = Season()
    season.enter(["ann", "ben", "cleo", "dan"])
    return season


def said(season: Season, later: int = 0) -> dict[str, tuple[Level, str]]:
    """The level and text of each finding by its subject, `later` ms from now."""
    store: Redis = FakeRedis(server=FakeServer())
    now = now_ms() + later
    backlog = Backlog(season.log, store, FakeRedis(server=FakeServer()), lambda: now)
    targets = Targets(store)
    doctor = GameDoctor(season.log, backlog, targets, Webhooks(store, targets), SeedStore(KEY), now)
    return {each.about: (each.level, each.text) for each in doctor.examine(season.id)}


def test_an_open_tournament_waits_for_its_director(season: Season) -> None:
    """With the number of its entrants."""
    level, text = said(season)["round"]
    assert (level, text) == (Level.OK, f"4 entrants so far: its director, player {DIRECTOR}, starts it")


def test_a_round_waits_for_its_games_and_then_for_its_director(season: Season) -> None:
    """A game without a result is named, so that the next question is about that game."""
    now = season.start()
    assert said(season)["round"][1] == (
        f"round 1 runs: 2 of 2 tables have no result, such as game {now.games[0].id}"
    )
    season.award()
    assert said(season)["round"][1] == f"round 1 is done: a director, such as player {DIRECTOR}, closes it"


def test_a_pairing_that_failed_is_a_warning(season: Season) -> None:
    """It says why, and who can act."""
    for pair in ([1, 2], [1, 3], [1, 4]):
        season.decide(lambda now, _, pair=pair: acts.forbid_meeting(now, WHY, pair))  # type: ignore[misc]
    season.start()
    level, text = said(season)["round"]
    assert level is Level.WARN
    assert text.startswith("round 1 cannot be paired, pairing/")
    assert text.endswith(f"a director, such as player {DIRECTOR}, has to act")


def test_a_step_that_no_worker_does_is_a_failure(season: Season) -> None:
    """As with other series: after a minute."""
    season.decide(lambda now, _: opening.start(now, DIRECTOR))
    assert said(season)["turn"][0] is Level.OK
    assert said(season, later=120_000)["turn"][0] is Level.FAIL


def test_a_finished_tournament_is_over(season: Season) -> None:
    """Games that still run are counted, because the record ends after them."""
    season.start()
    season.award()
    season.close()
    season.award()
    season.close()
    assert said(season)["round"] == (Level.OK, "it is over; 4 of its games have not been counted")

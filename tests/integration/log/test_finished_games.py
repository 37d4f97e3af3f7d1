"""The index of finished games is built from the log, each game once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from redis import Redis

from harness.games import finish, seeded, tables_on
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Absent, Options
from replays.log.event_log import EventLog
from replays.match.aggregate import Match, Sitter
from service.application.games.search import building
from service.application.games.search import index as indexing
from service.application.games.search import projector as projecting
from service.application.games.search.building import IndexBuiltElsewhere
from service.application.games.search.facts import Company, VariantChoice
from service.application.games.search.finder import Finder, GameFilters, NotBuilt, Range
from service.application.games.search.index import Index
from service.application.games.search.layout import STATE
from service.application.games.search.projector import FinishedProjector
from service.application.games.visibility import ANYBODY, Visibility
from tests.integration.log.conftest import in_streams

BASE = Rules()
ANN, BEN, CLEO = ("00000000-0000-4000-8000-00000000000" + digit for digit in "123")


class Site:
    """A log, and the index of its finished games."""

    def __init__(self, store: Redis, log: EventLog) -> None:
        self.store = store
        self.log = log
        self.tables = tables_on(log)
        self.index = Index(store)
        self.finder = Finder(self.index, log)
        self.random = seeded(3)

    def started(self, *players: str, options: Options = NO_OPTIONS, rules: Rules = BASE) -> Match:
        """A new game of these players."""
        sitters = [Sitter(each, None) for each in players]
        new = NewTable(rules, len(players), players[0], sitters[0], options)
        match = self.tables.create(new_game_id(self.random.randbytes(16)), new).after
        for other in sitters[1:]:
            match = self.tables.join(match, other).after
        return match

    def scored(self, *players: str, options: Options = NO_OPTIONS, rules: Rules = BASE) -> Match:
        """A scored game of these players."""
        match = self.started(*players, options=options, rules=rules)
        return self.tables.settle(finish(self.tables, match.id, self.random))

    def solo(self) -> Match:
        """A scored game of Ann against a bot, in which Ann has resigned."""
        new = NewTable(BASE, 2, ANN, Sitter(ANN, None), Options(absent=Absent.END))
        opened = self.tables.create(new_game_id(self.random.randbytes(16)), new).after
        match = self.tables.seat_bot(opened, ANN, "greedy").after
        return self.tables.settle(Attendance(self.tables).resign(match, ANN).after.id)

    def projector(self) -> FinishedProjector:
        """A new projector, which continues where another one has ended."""
        doors = Visibility(bytes(32))
        return FinishedProjector(self.log, self.index, lambda match: doors.may_watch(match, ANYBODY))

    def project(self, projector: FinishedProjector | None = None) -> None:
        """Run a projector until it has nothing to do."""
        projector = projector or self.projector()
        while projector.go_on(0):
            pass

    def found(self, wanted: GameFilters | None = None, viewer: str | None = None) -> list[GameId]:
        """The games found; all of them by default."""
        return self.finder.find(wanted or GameFilters(), viewer, limit=100).games


@pytest.fixture
def site(store: Redis, log: EventLog) -> Site:
    """Give an empty site."""
    return Site(store, log)


def test_games_from_before_and_after_are_found(site: Site) -> None:
    """Games scored before and after the index was built are found, each once, the latest end first."""
    before = [site.scored(ANN, BEN).id for _ in range(3)]
    with small_steps():
        site.project()
    assert sorted(site.found()) == sorted(before)
    after = site.scored(ANN, CLEO).id
    site.project()
    site.project()
    assert site.found()[0] == after
    assert len(site.found()) == 4


def test_a_game_is_found_by_what_it_was(site: Site) -> None:
    """A game is found by variant, seats, company, rating, players, points and length."""
    plain = site.scored(ANN, BEN)
    duel = site.scored(ANN, CLEO, rules=Rules(mighty_duel=True), options=Options(rated=True))
    three = site.scored(ANN, BEN, CLEO)
    site.project()
    assert site.found(GameFilters(variant=VariantChoice.DUEL)) == [duel.id]
    assert site.found(GameFilters(seats=3)) == [three.id]
    assert site.found(GameFilters(is_rated=True)) == [duel.id]
    assert set(site.found(GameFilters(is_rated=False))) == {plain.id, three.id}
    assert set(site.found(GameFilters(players=frozenset({ANN, BEN})))) == {plain.id, three.id}
    assert set(site.found(GameFilters(company=Company.PEOPLE))) == {plain.id, duel.id, three.id}
    assert plain.result is not None
    points = plain.result.scores[plain.result.ranking[0][0]].total
    of_two = GameFilters(variant=VariantChoice.BASE, seats=2)
    assert site.found(GameFilters(variant=VariantChoice.BASE, seats=2, points=Range(points, points))) == [
        plain.id
    ]
    assert site.found(GameFilters(seats=2, variant=VariantChoice.BASE, points=Range(points + 1))) == []
    assert site.found(GameFilters(turns=Range(36, 36))) == [three.id]  # 12 rounds of three
    assert site.found(of_two) == [plain.id]


def test_one_person_against_bots_is_not_among_people(site: Site) -> None:
    """A game of one person against bots is in its own company, not in that of people."""
    solo = site.solo()
    site.project()
    assert site.found(GameFilters(company=Company.SOLO)) == [solo.id]
    assert site.found(GameFilters(company=Company.PEOPLE)) == []


@pytest.mark.parametrize("options", [Options(private=True), Options(spectators=False)], ids=str)
def test_hidden_games_are_found_by_their_players_alone(site: Site, options: Options) -> None:
    """Hidden games are found and counted only for their players, in a search for their own games."""
    match = site.scored(ANN, BEN, options=options)
    site.project()
    of_ann = GameFilters(players=frozenset({ANN}))
    assert site.found(of_ann, viewer=ANN) == [match.id]
    for viewer in (None, BEN, CLEO):
        assert site.finder.find(of_ann, viewer, limit=10) == ([], 0, None)


def test_games_without_a_result_are_not_found(site: Site) -> None:
    """Running and called-off games are not found; a game that a player left has a result."""
    site.started(ANN, BEN)
    Attendance(site.tables).abort(site.started(ANN, BEN), ANN)
    left = site.started(ANN, BEN, options=Options(absent=Absent.END))
    site.tables.settle(Attendance(site.tables).resign(left, ANN).after.id)
    site.project()
    assert site.found() == [left.id]


@contextmanager
def small_steps() -> Iterator[None]:
    """Builds read a game in each step, and write eight."""
    with patch.object(projecting, "PAGE", 1), patch.object(building, "WRITTEN_AT_ONCE", 8):
        yield


def test_a_build_goes_on_where_another_projector_stopped(site: Site) -> None:
    """Each step is done by another projector, each game is read once, and the progress is told."""
    games, read = {site.scored(ANN, BEN).id for _ in range(10)}, list[GameId]()
    read_each = site.log.read_each

    def reading(places: Sequence[tuple[GameId, int]]) -> object:
        read.extend(game for game, _ in places)
        return read_each(places)

    with small_steps(), patch.object(site.log, "read_each", reading):
        for step in [*((number, 0) for number in range(1, 11)), (10, 8), (10, 10)]:
            assert site.projector().go_on(0)
            build = site.index.builds.present()
            assert build is not None
            assert (build.done, build.written) == step
            with pytest.raises(NotBuilt, match=f"{step[0]} of 10 games"):
                site.found()
        assert Counter(read) == Counter(games)
        site.project()
    assert set(site.found()) == games
    assert site.index.builds.present() is None
    assert not site.store.exists(building.BUILD, building.FOUND)


def test_the_present_index_is_read_until_the_new_one_is_whole(site: Site) -> None:
    """A wanted build, and one for another form of the index, hide no game; then the old keys are deleted."""
    games = {site.scored(ANN, BEN).id for _ in range(3)}
    site.project()
    generation = site.index.present()
    site.index.want()
    with small_steps():
        while site.projector().go_on(0):
            assert set(site.found()) == games
    assert site.index.present() not in (None, generation)
    assert not list(site.store.scan_iter(f"*{generation}*"))
    with (
        patch.object(indexing, "FORM", "2"),
        patch.object(building, "FORM", "2"),
        patch.object(indexing, "SERVED", {"1", "2"}),
    ):
        assert site.index.present() is None
        while site.projector().go_on(0):
            assert set(site.found()) == games
        assert site.index.present() is not None


def test_of_two_builders_each_step_is_done_by_one(site: Site) -> None:
    """A builder that was slower notices it, changes nothing, and goes on from where the other one is."""
    games = {site.scored(ANN, BEN).id for _ in range(4)}
    builds = site.index.builds
    with small_steps():
        site.projector().go_on(0)
        seen = builds.present()
        assert seen is not None
        site.projector().go_on(0)
        with pytest.raises(IndexBuiltElsewhere):
            builds.note(seen, 1, [], None)
        late, builder = builds.begin(4), builds.begin(4)
        with pytest.raises(IndexBuiltElsewhere):
            builds.note(late, 1, [], None)
        with pytest.raises(IndexBuiltElsewhere):
            builds.publish(late)
        assert builds.present() == builder
        site.project()
    assert set(site.found()) == games


def test_a_worker_of_the_version_before_may_build_meanwhile(site: Site) -> None:
    """It begins a build of its own at another name, or publishes one; the next projector takes that over."""
    games = {site.scored(ANN, BEN).id for _ in range(3)}
    with small_steps():
        site.projector().go_on(0)
        site.store.hset(STATE, "building", "another")  # as `Index.begin` of that version does
        assert site.index.builds.present() is None
        site.project()
        assert set(site.found()) == games


def test_what_is_scored_during_a_build_is_found(site: Site) -> None:
    """Games scored during a build are found, whether the walk over the log has seen them or not."""
    with small_steps():
        games = [site.scored(ANN, BEN).id]
        projector = site.projector()
        while projector.go_on(0):
            if len(games) < 5:
                games.append(site.scored(ANN, BEN).id)
    assert sorted(site.found()) == sorted(games)


def test_a_damaged_game_hides_no_other(store: Redis, store_url: str) -> None:
    """A damaged game is left out of the index, and hides no other."""
    site = Site(store, in_streams(store_url))
    bad, good = site.scored(ANN, BEN).id, site.scored(ANN, BEN).id
    (key,) = store.scan_iter(f"*:game:{bad}")
    store.xdel(key, "3-0")
    site.project()
    assert site.found() == [good]

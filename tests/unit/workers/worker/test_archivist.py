"""The archivist finds due streams page by page, and no fault stops it for long."""

from collections.abc import Callable
from pathlib import Path

import pytest
from redis.exceptions import OutOfMemoryError

from harness.games import play_out, seeded, tables_on
from harness.play.dynasties import decided
from harness.play.tournaments import SHORT, WHY, Season, check_complete, plan, resign_all
from harness.store.archives import Kept, away, eager
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.archive.archive import name_of
from replays.archive.folder import Folder
from replays.archive.moving import Mover
from replays.archive.objects import Objects
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, new_game_id
from replays.kinds import KINDS
from replays.log.event_log import ArchiveAway, ArchiveDamaged
from replays.match.aggregate import Match, Sitter
from replays.match.deciding import leaving
from replays.match.recording import MATCHES, EventDraft
from replays.store.memory import StoreMemory
from replays.streams.archive_age import LEAST_MS, ArchiveAge, archive_age
from replays.tournament.deciding import opening
from replays.tournament.view import state
from workers.outage import Reports
from workers.worker import archivist, background_thread
from workers.worker.archivist import Archivist, archive_thread

DAY_MS = 24 * 60 * 60 * 1000


class Site:
    """An in-memory log, an archive, and an archivist with a delay of one day; the time is tomorrow."""

    def __init__(self, objects: Objects | None = None) -> None:
        self.kept = Kept()
        self.objects = objects or self.kept
        self.log = FakeEventLog(archive=eager(self.objects))
        self.tables = tables_on(self.log)
        self.days = 1.01
        self.used = 50
        self.archivist = self.another()

    def another(self) -> Archivist:
        """Return another archivist of this site."""
        mover = Mover(self.log, eager(self.objects))
        age = ArchiveAge(self.log.store, DAY_MS, 0.7, lambda: StoreMemory(self.used, 100))
        return Archivist(self.log, mover, age, self._clock)

    def scored(self, seed: int) -> GameId:
        """Return a scored game."""
        game = play_out(self.tables, 2, Rules(), seeded(seed))
        self.tables.settle(game)
        return game

    def aborted(self) -> GameId:
        """Return a game that was called off."""
        ann = Sitter("ann", None)
        match = self.tables.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", ann)).after

        def call_off(match: Match, _: int) -> list[EventDraft]:
            return leaving.abort(match, "ann", lambda: self.tables.secrets.seed(match))

        return self.tables.change(match, call_off).after.id

    def rounds(self, number: int = 2 * len(list(KINDS))) -> set[GameId]:
        """Return what this many rounds move: by default each listing of each kind, of one page each."""
        return {game for _ in range(number) for game in self.archivist.go_on()}

    def _clock(self) -> int:
        return now_ms() + int(self.days * DAY_MS)


@pytest.fixture
def site() -> Site:
    """Give an empty log, an empty archive and an archivist."""
    return Site()


@pytest.mark.slow
def test_it_moves_what_is_over_for_long_enough(site: Site) -> None:
    """Scored and aborted games and dynasties move after their delay; unscored ones stay."""
    dynasty = decided(site.tables, seeded(1))
    over = {site.scored(1), site.aborted(), dynasty.id, *(game.id for game in dynasty.games)}
    finished = play_out(site.tables, 2, Rules(), seeded(2))
    site.days = 0.9
    assert site.rounds() == set()
    site.days = 1.01
    assert site.rounds() == over
    assert site.rounds() == set()
    assert site.log.entombed([*over, finished]) == over


def test_a_finished_tournament_moves_with_its_games(site: Site) -> None:
    """The games of earlier rounds wait for its end; afterwards its record and standings are read back."""
    season = Season(plan(options=SHORT), site.log)
    season.enter(["ann", "ben", "cleo"])
    season.start()
    for _ in range(2):
        assert site.rounds() == set()
        resign_all(season)
        season.advance()
        season.close()
    over = {season.id, *(table.id for table in season.now.games)}
    assert len(over) == 3
    assert site.rounds() == over == site.log.entombed(list(over))
    again = season.on(site.log)
    assert state(again.now, {}) == state(season.now, {})
    check_complete(again, 2)


def test_a_tournament_that_was_called_off_moves(site: Site) -> None:
    """Nothing is left of it in the store but its tomb."""
    season = Season(log=site.log)
    season.decide(lambda now, _: opening.call_off(now, WHY))
    assert site.rounds() == {season.id}
    assert season.on(site.log).now.is_over


@pytest.mark.slow
def test_it_walks_all_pages_again_and_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every stream has its turn, including those that finished after the walk began."""
    monkeypatch.setattr(archivist, "PAGE", 2)
    games = {site.scored(seed) for seed in range(5)}
    assert site.rounds(3) == games
    more = {site.scored(seed) for seed in range(5, 8)}
    assert site.rounds(9) == more


@pytest.mark.slow
def test_what_cannot_be_moved_is_in_no_others_way(site: Site) -> None:
    """A game with a damaged log stays and is logged; later ones move."""
    games = {site.scored(seed) for seed in range(3)}
    newest, *_ = site.log.list_games(limit=1)[0]
    with site.log.damaging(newest) as entries:
        entries[3] = RawEntry("4-1", entries[3].fields)
    assert site.rounds() == games - {newest}
    assert MATCHES.fold(newest, site.log.read(newest), None)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["object", "folder"])
def test_what_somebody_put_in_an_objects_place_is_in_no_others_way(tmp_path: Path, what: str) -> None:
    """A folder named like an object, or a file named like its folder, does not block other games."""
    site = Site(Folder(tmp_path))
    games = {site.scored(seed) for seed in range(3)}
    newest, *_ = site.log.list_games(limit=1)[0]
    path = tmp_path / name_of(newest)
    if what == "object":
        path.mkdir(parents=True)
    else:
        path.parent.write_bytes(b"")
    kept_back = {game for game in games if name_of(game).startswith(f"{path.parent.name}/")}
    assert site.rounds() == games - (kept_back if what == "folder" else {newest})
    assert MATCHES.fold(newest, site.log.read(newest), None)


HOUR = 1 / 24


@pytest.mark.parametrize(
    ("days", "walks"), [(0.9, 2), (0.3, 2), (0.26, 2), (0.2, 3), (1.6 * HOUR, 3), (1.1 * HOUR, 4)]
)
def test_those_that_ended_first_go_early_while_memory_is_short(site: Site, days: float, walks: int) -> None:
    """Each walk takes games that ended less long ago, down to an hour, until memory is not short any more."""
    game = site.scored(1)
    site.days = days
    site.used = 71
    for _ in range(walks - 1):
        assert site.rounds() == set()
    assert site.archivist.age.ms() == archive_age(site.log.store) == max(DAY_MS // 4 ** (walks - 1), LEAST_MS)
    assert site.rounds() == {game}


def test_games_of_the_last_hour_stay(site: Site) -> None:
    """However full the store is, a game stays for an hour."""
    game = site.scored(1)
    site.days, site.used = 0.9 * HOUR, 99
    for _ in range(6):
        assert site.rounds() == set()
    assert site.log.entombed([game]) == set()


def test_nothing_goes_early_once_memory_suffices(site: Site) -> None:
    """A walk that memory let begin early ends as usual, and the walks after it begin later again."""
    site.days, site.used = 0.2, 71
    site.rounds()
    site.rounds()
    assert archive_age(site.log.store) == DAY_MS // 16
    site.used = 70
    assert site.archivist.age.ms() == DAY_MS
    game = site.scored(1)
    assert site.rounds() == set()
    assert archive_age(site.log.store) == DAY_MS // 4
    assert site.rounds() == set()
    assert archive_age(site.log.store) == DAY_MS
    assert site.log.entombed([game]) == set()


def test_it_goes_early_where_the_store_takes_no_value(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full store cannot keep the age, but the worker does."""

    def full(*_: object) -> None:
        raise OutOfMemoryError("command not allowed when used memory > 'maxmemory'.")

    game = site.scored(1)
    site.days, site.used = 0.3, 100
    monkeypatch.setattr(site.log.store, "set", full)
    assert site.rounds() == set()
    assert site.rounds() == {game}


def test_it_goes_on_where_the_archive_was_away(site: Site) -> None:
    """The same page is tried again, without waiting for a whole walk."""
    game = site.scored(1)
    site.kept.before = away
    for _ in range(2):
        with pytest.raises(ArchiveAway):
            site.archivist.go_on()
    site.kept.before = lambda _: None
    assert site.archivist.go_on() == [game]


def test_two_may_do_it_at_once(site: Site) -> None:
    """Whichever step the other interrupts, the second finds the work done."""
    game = site.scored(1)
    other = site.another()
    steps: list[str] = []

    def interfere(step: str) -> None:
        site.kept.before = lambda _: None
        steps.extend([step, *other.go_on()])

    site.kept.before = interfere
    assert site.archivist.go_on() == [game]
    assert steps == ["put", game]
    assert site.tables.matches.current(game)


def test_the_thread_says_once_why_it_waits(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It survives every fault, reports no error text, and archives afterwards."""
    monkeypatch.setattr(background_thread, "AWAY_SECONDS", 0.0)
    monkeypatch.setattr(archivist, "PAUSE_SECONDS", 0.0)
    game, said = site.scored(1), list[str]()
    faults: list[Callable[[str], object]] = [away, away, lambda _: None]

    def next_fault(step: str) -> None:
        if len(faults) > 1:
            faults.pop(0)(step)

    site.kept.before = next_fault
    go_on = site.archivist.go_on

    unforeseen: list[Exception] = [RuntimeError("ann@example.org")]

    def until_done() -> list[GameId]:
        moved = go_on()
        if unforeseen:
            raise unforeseen.pop()
        thread._stop.set()
        return moved

    monkeypatch.setattr(site.archivist, "go_on", until_done)
    thread = archive_thread(site.archivist, Reports.to(said.append))
    thread.start()
    thread._thread.join(10)
    assert site.log.entombed([game]) == {game}
    assert said == ["archiving waits: archive/away: nobody answers", "archiving goes on"]


@pytest.mark.slow
@pytest.mark.parametrize("error", [RuntimeError("ann@example.org"), ArchiveDamaged("refused for this one")])
def test_a_stream_that_cannot_be_archived_is_named_and_in_no_others_way(site: Site, error: Exception) -> None:
    """Whatever the archive says of one object, the others of its page move, and it moves once it can."""
    games = {site.scored(seed) for seed in range(3)}
    bad = min(games)
    put = site.kept.put

    def refuse(name: str, content: bytes) -> None:
        if bad in name:
            raise error
        put(name, content)

    site.kept.put = refuse  # type: ignore[method-assign]
    assert site.rounds() == games - {bad}
    assert [each.item for each in site.log.longest_stuck("archive", 9)] == [bad]
    site.kept.put = put  # type: ignore[method-assign]
    site.days += 1
    assert site.rounds() == {bad}
    assert site.log.longest_stuck("archive", 9) == []

"""The archivist finds due streams page by page, and no fault stops it for long."""

from collections.abc import Callable
from pathlib import Path

import pytest

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
from replays.tournament.deciding import opening
from replays.tournament.view import state
from workers.outage import Reports
from workers.worker import archivist, background_thread
from workers.worker.archivist import Archivist, archive_thread

DAY_MS = 24 * 60 * 60 * 1000


class Site:
    """An in-memory log, an archive, and an archivist with a delay of one day; the time is tomorrow."""

    def __init__(self, objects: Objects | None = None) -> None:
        self.objects = Kept()
        archive = eager(objects or self.objects)
        self.log = FakeEventLog(archive=archive)
        self.tables = tables_on(self.log)
        self.days = 1.01
        self.archivist = Archivist(self.log, Mover(self.log, archive), DAY_MS, self._clock)

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


def test_it_goes_on_where_the_archive_was_away(site: Site) -> None:
    """The same page is tried again, without waiting for a whole walk."""
    game = site.scored(1)
    site.objects.before = away
    for _ in range(2):
        with pytest.raises(ArchiveAway):
            site.archivist.go_on()
    site.objects.before = lambda _: None
    assert site.archivist.go_on() == [game]


def test_two_may_do_it_at_once(site: Site) -> None:
    """Whichever step the other interrupts, the second finds the work done."""
    game = site.scored(1)
    other = Archivist(site.log, Mover(site.log, eager(site.objects)), DAY_MS, site._clock)
    steps: list[str] = []

    def interfere(step: str) -> None:
        site.objects.before = lambda _: None
        steps.extend([step, *other.go_on()])

    site.objects.before = interfere
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

    site.objects.before = next_fault
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
    put = site.objects.put

    def refuse(name: str, content: bytes) -> None:
        if bad in name:
            raise error
        put(name, content)

    site.objects.put = refuse  # type: ignore[method-assign]
    assert site.rounds() == games - {bad}
    assert [each.item for each in site.log.longest_stuck("archive", 9)] == [bad]
    site.objects.put = put  # type: ignore[method-assign]
    site.days += 1
    assert site.rounds() == {bad}
    assert site.log.longest_stuck("archive", 9) == []

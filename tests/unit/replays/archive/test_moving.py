"""Moving streams into the archive: conditions, and safety wherever the move is interrupted."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from harness.games import play_out, seeded, tables_on
from harness.play.dynasties import dynasties_on, play_running, seated
from harness.store.archives import LONG_AFTER, Kept, away, eager
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.archive.archive import Archive, name_of
from replays.archive.moving import Mover
from replays.archive.objects import Objects
from replays.commands.tables import Tables
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId
from replays.log.event_log import ArchiveAway, ArchiveDamaged
from replays.match.aggregate_cache import Damaged
from replays.match.recording import MATCHES
from replays.streams import keys


class Killed(BaseException):
    """Simulates the end of the process."""


class Site:
    """An in-memory log, its tables, and the mover of its streams into an in-memory archive."""

    def __init__(self) -> None:
        self.objects = Kept()
        self.archive = eager(self.objects)
        self.log = FakeEventLog(archive=self.archive)
        self.tables: Tables = tables_on(self.log)
        self.mover = Mover(self.log, self.archive)

    def game(self, seed: int = 1) -> GameId:
        """Return a scored game."""
        game = play_out(self.tables, 2, Rules(), seeded(seed))
        self.tables.settle(game)
        return game

    def moved(self, game: GameId) -> bool:
        """Return True if the game is in the archive only; otherwise assert that it is in the log."""
        moved = self.log.entombed([game]) == {game}
        assert (self.log.store.type(keys.stream(game)) == b"stream") is not moved
        return moved


@pytest.fixture
def site() -> Site:
    """Give an empty log and an empty archive."""
    return Site()


def test_a_game_goes_when_it_was_over_for_long_enough(site: Site) -> None:
    """It moves once, at the given time and not a millisecond earlier."""
    game = site.game()
    before, end = site.log.read(game), site.tables.match(game).at
    assert not site.mover.move(MATCHES, game, end - 1)
    assert site.objects.content == {}
    assert not site.moved(game)
    assert site.mover.move(MATCHES, game, end)
    assert list(site.objects.content) == [name_of(game)]
    assert site.moved(game)
    assert site.log.read(game) == before


def test_a_game_that_goes_on_stays(site: Site) -> None:
    """However old it is, an unfinished game stays, and so does a finished one that is not scored."""
    game = play_out(site.tables, 2, Rules(), seeded(1))
    assert not site.mover.move(MATCHES, game, LONG_AFTER)
    assert not site.mover.move(MATCHES, GameId("00000000-0000-4000-8000-000000000000"), LONG_AFTER)
    assert site.objects.content == {}


@pytest.mark.slow
def test_games_of_a_dynasty_go_after_it(site: Site) -> None:
    """No game moves before its dynasty is decided, since workers read its results; then all of them move."""
    dynasties = dynasties_on(site.tables)
    now = seated(dynasties)
    for number in count(1):
        now = dynasties.advance(now.id)
        if now.winners is not None:
            break
        game = play_running(site.tables, now, seeded(number))
        site.tables.settle(game)
        assert not site.mover.move(MATCHES, game, LONG_AFTER)
        assert not site.mover.move(DYNASTIES, now.id, LONG_AFTER)
    assert len(now.games) == 3
    before = dynasties.dynasty(now.id)
    assert not site.mover.move(MATCHES, now.games[0].id, now.at - 1)
    assert site.mover.move(MATCHES, now.games[0].id, now.at)
    assert site.mover.move(DYNASTIES, now.id, now.at)
    assert all(site.mover.move(MATCHES, game.id, now.at) for game in now.games[1:])
    assert dynasties.dynasty(now.id) == before


def test_what_is_damaged_stays(site: Site) -> None:
    """A damaged stream stays in the log, where the damage is visible."""
    game = site.game()
    with site.log.damaging(game) as entries:
        entries[5] = RawEntry(entries[5].id, {**entries[5].fields, b"h": b"00" * 32})
    with pytest.raises(Damaged, match="version 6"):
        site.mover.move(MATCHES, game, LONG_AFTER)
    assert not site.moved(game)
    assert site.objects.content == {}


def test_other_events_in_the_archive_keep_it_in_the_log(site: Site) -> None:
    """The other object is not replaced, and the game stays in the log."""
    game, other = site.game(1), site.game(2)
    assert site.mover.move(MATCHES, other, LONG_AFTER)
    for wrong in (site.objects.content[name_of(other)], b"", b"\x01"):
        site.objects.content[name_of(game)] = wrong
        with pytest.raises(ArchiveDamaged):
            site.mover.move(MATCHES, game, LONG_AFTER)
        assert site.objects.content[name_of(game)] == wrong
        assert not site.moved(game)


def test_an_archive_that_forgets_keeps_it_in_the_log(site: Site) -> None:
    """A put that was confirmed and not stored is detected before the log is changed."""
    game = site.game()
    site.objects.before = lambda _: site.objects.content.clear()
    with pytest.raises(ArchiveDamaged, match="missing"):
        site.mover.move(MATCHES, game, LONG_AFTER)
    assert not site.moved(game)


def test_while_the_archive_is_away_nothing_moves(site: Site) -> None:
    """While the archive is unavailable the game stays; afterwards it moves."""
    game = site.game()
    site.objects.before = away
    with pytest.raises(ArchiveAway):
        site.mover.move(MATCHES, game, LONG_AFTER)
    assert not site.moved(game)
    site.objects.before = lambda _: None
    assert site.mover.move(MATCHES, game, LONG_AFTER)


STEPS = ("before put", "after put", "before get", "after get", "before entomb", "after entomb")


class Mortal:
    """Objects and a log's `entomb` of a process that ends at one step."""

    def __init__(self, site: Site, step: str) -> None:
        self._objects: Objects = site.objects
        self._entomb = site.log.entomb
        self._step = step

    def put(self, name: str, content: bytes) -> None:
        """Put, and end before or after if that is the step."""
        self._at("put", lambda: self._objects.put(name, content))

    def get(self, name: str) -> bytes | None:
        """Get, and end before or after if that is the step."""
        found: bytes | None = self._at("get", lambda: self._objects.get(name))
        return found

    def entomb(self, *args: Any) -> None:
        """Entomb, and end before or after if that is the step."""
        self._at("entomb", lambda: self._entomb(*args))

    def _at(self, name: str, do: Callable[[], Any]) -> Any:
        if self._step == f"before {name}":
            raise Killed
        done = do()
        if self._step == f"after {name}":
            raise Killed
        return done


@pytest.mark.parametrize("step", STEPS)
def test_wherever_it_is_killed_nothing_is_lost(
    site: Site, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game stays readable, and the next attempt completes the move."""
    game = site.game()
    before = site.log.read(game)
    mortal = Mortal(site, step)
    with monkeypatch.context() as patch:
        patch.setattr(site.log, "entomb", mortal.entomb)
        with pytest.raises(Killed):
            Mover(site.log, Archive(mortal)).move(MATCHES, game, LONG_AFTER)
    assert site.log.read(game) == before
    assert site.moved(game) is (step == "after entomb")
    assert (name_of(game) in site.objects.content) is (step != "before put")
    assert site.mover.move(MATCHES, game, LONG_AFTER)
    assert site.moved(game)
    assert site.log.read(game) == before

"""Who is told what by the live updates of a process, on a log in memory."""

from collections.abc import Iterator

import pytest

from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.attendance import Attendance
from replays.identity import GameId, Version, derived_game_id
from replays.match import Match, Sitter
from replays.memory import MemoryEventLog
from replays.tables import Move, NewTable, Tables
from service.live import BACKLOG, Hint, Hub, Listener, TooManyWatchers
from tests.support.games import tables_on

PATIENCE = 5.0
LIMIT = 3


class Site:
    """A log in memory and its live updates."""

    def __init__(self) -> None:
        self.tables: Tables = tables_on(MemoryEventLog())
        self.hub = Hub(self.tables.log, self.tables.matches, LIMIT)

    def opened(self, name: str, player: str) -> Match:
        """A new table with this player."""
        table = NewTable(Rules(), 2, player, Sitter(player, None))
        return self.tables.create(derived_game_id(name), table).match

    def joined(self, match: Match, player: str) -> Match:
        """The game that begins when this player sits down."""
        return self.tables.join(match, Sitter(player, None)).match

    def moved(self, match: Match) -> Match:
        """The game after its first legal move."""
        assert match.game is not None
        assert match.game.mover is not None
        mover = match.sitters[match.game.mover].player
        move = Move(mover, legal_commands(match.game)[0], match.head.version)
        return self.tables.move(match, move).match


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a log and its live updates, which end with the test."""
    site = Site()
    yield site
    site.hub.close()


def heard(listener: Listener, last: Match) -> list[Hint]:
    """What the listener hears up to the present version of this game."""
    hints: list[Hint] = []
    while Hint(last.id, last.head.version) not in hints:
        batch = listener.wait(PATIENCE)
        assert batch
        hints += [hint for hint in batch if hint is not None]
    return hints


def test_hints_of_ones_own_games(site: Site) -> None:
    """Of those that were there and of those joined later; never of the games of others."""
    mine, theirs = site.opened("mine", "ann"), site.opened("theirs", "cid")
    ann = site.hub.listen("ann")
    site.joined(theirs, "dan")
    mine = site.moved(site.joined(mine, "bob"))
    assert {hint.game for hint in heard(ann, mine)} == {mine.id}
    later = site.joined(site.opened("later", "bob"), "ann")
    assert {hint.game for hint in heard(ann, later)} == {later.id}
    later = site.moved(later)
    assert heard(ann, later)[-1] == Hint(later.id, later.head.version)


def test_hints_of_a_game_taken_over(site: Site) -> None:
    """From when the player has the seat."""
    match = site.joined(site.opened("game", "ann"), "bob")
    attendance, cid = Attendance(site.tables), site.hub.listen("cid")
    assert match.mover is not None
    match = attendance.resign(match, match.sitters[1 - match.mover].player).match
    match = attendance.take_over(match, "cid", 1 - match.mover).match  # type: ignore[operator]
    assert heard(cid, match)[-1] == Hint(match.id, match.head.version)


def test_everybody_at_the_table_is_told(site: Site) -> None:
    """Two listeners of one player and one of another hear of the same game, and a stranger of nothing."""
    match = site.joined(site.opened("game", "ann"), "bob")
    listeners = [site.hub.listen(player) for player in ("ann", "bob", "cid")]
    match = site.moved(match)
    for listener in listeners[:2]:
        assert heard(listener, match)
    assert listeners[2].wait(0) == []


def test_versions_only_grow(site: Site) -> None:
    """In the order of the log; the last one told is the present one."""
    match = site.joined(site.opened("game", "ann"), "bob")
    ann = site.hub.listen("ann")
    for _ in range(10):
        match = site.moved(match)
    versions = [hint.version for hint in heard(ann, match)]
    assert versions == sorted(set(versions))


def test_who_falls_behind_is_told_so(site: Site) -> None:
    """In place of hints without end there is one sign, and then the later ones."""
    ann = site.hub.listen("ann")
    game = GameId(derived_game_id("game"))
    ann.games.add(game)
    for version in range(1, BACKLOG + 2):
        ann.hear({game: Version(version)})
    assert ann.wait(0) == [None]
    assert ann.wait(0) == []
    ann.hear({game: Version(100)})
    assert ann.wait(0) == [Hint(game, Version(100))]


def test_watchers_and_listeners_share_the_room(site: Site) -> None:
    """Who leaves makes room for one more."""
    match = site.opened("game", "ann")
    listeners = [site.hub.listen("ann") for _ in range(LIMIT - 1)]
    watcher = site.hub.watch(match.id, match.head.version)
    for _ in range(2):
        with pytest.raises(TooManyWatchers):
            site.hub.listen("bob")
        with pytest.raises(TooManyWatchers):
            site.hub.watch(match.id, match.head.version)
        listeners[0].close()
        listeners[0].close()
        listeners[0] = site.hub.listen("bob")
    watcher.close()
    site.hub.listen("bob")


def test_the_end_wakes_everybody(site: Site) -> None:
    """A listener that waits comes back at once, and sees that it has ended."""
    ann = site.hub.listen("ann")
    assert not ann.ended
    site.hub.close()
    assert ann.wait(PATIENCE) == []
    assert ann.ended

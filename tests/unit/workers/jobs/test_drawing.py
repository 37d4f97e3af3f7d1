"""Animations in workers: by which worker, when, and how many at once."""

import logging
import secrets
from collections.abc import Callable

import pytest
from fakeredis import FakeRedis

from harness.clock import Clock
from harness.games import play_out, seeded, tables_on
from harness.store.memory_log import MemoryEventLog
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, derived_game_id
from service.application.pictures import animation
from service.application.pictures.animations import Animations, animation_key
from service.application.pictures.illustrator import AHEAD, Illustrator
from service.application.pictures.rasterizer import NotDrawn, Rasterizer
from workers.jobs.parts import Parts
from workers.jobs.registry import DRAW, Work
from workers.relay.wishes import PAUSE_SECONDS, WishSweeper

pytestmark = pytest.mark.slow

NAMES = {"player-0": "Ann", "player-1": "Ben"}


@pytest.fixture
def tables(log: MemoryEventLog) -> Tables:
    """Give the tables of an in-memory log."""
    return tables_on(log)


@pytest.fixture
def animations() -> Animations:
    """Give an empty store of animations."""
    return Animations(FakeRedis())


@pytest.fixture
def illustrator(tables: Tables, animations: Animations) -> Illustrator:
    """Give the illustrator of these tables."""
    return Illustrator(tables, lambda _: NAMES, animations, Rasterizer(), lambda: 1)


@pytest.fixture
def game(tables: Tables) -> GameId:
    """Give a scored game."""
    game = play_out(tables, 2, Rules(), seeded(1))
    tables.settle(game)
    return game


def test_a_job_lets_it_be_drawn_beside_the_jobs(tables: Tables, game: GameId) -> None:
    """Drawing takes seconds, so it is done outside the job queue, where bots do not wait for it."""
    later: list[GameId] = []
    DRAW.run(Parts.of(tables, draw_later=later.append), game)
    assert later == [game]


@pytest.mark.long
def test_it_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
    tables: Tables,
    animations: Animations,
    illustrator: Illustrator,
    game: GameId,
) -> None:
    """The illustrator's thread stores it under the key that web processes use."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 4)
    key = animation_key(tables.match(game), NAMES)
    illustrator.start()
    illustrator.draw_later(game)
    gif = eventually(lambda: animations.get(key))
    assert gif is not None
    assert gif.startswith(b"GIF89a")
    monkeypatch.setattr(animation, "MOST_FRAMES", 1)  # an existing animation is not drawn again
    illustrator.draw(game)
    assert animations.get(key) == gif
    illustrator.stop(20)


@pytest.mark.long
def test_an_unknown_game_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
    tables: Tables,
    animations: Animations,
    illustrator: Illustrator,
    game: GameId,
) -> None:
    """The thread continues with the next game."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 4)
    illustrator.start()
    illustrator.draw_later(derived_game_id("nobody's"))
    illustrator.draw_later(game)
    eventually(lambda: animations.get(animation_key(tables.match(game), NAMES)))
    illustrator.stop(20)


def test_an_unexpected_error_stops_nothing(
    tables: Tables, animations: Animations, game: GameId, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread continues; the log has the place of the error but not its text, which could hold secrets."""
    secret = secrets.token_hex(8)
    asked: list[object] = []

    def names(players: object) -> dict[str, str]:
        asked.append(players)
        raise KeyError(secret)

    illustrator = Illustrator(tables, names, animations, Rasterizer(), lambda: 1)
    with caplog.at_level(logging.WARNING):
        illustrator.start()
        illustrator.draw_later(game)
        illustrator.draw_later(game)
        eventually(lambda: len(asked) == 2)
        illustrator.stop(20)
    assert f"no animation of {game}: KeyError, raised in" in caplog.text
    assert secret not in caplog.text


@pytest.mark.long
def test_only_one_worker_draws_it(
    monkeypatch: pytest.MonkeyPatch, tables: Tables, animations: Animations, game: GameId
) -> None:
    """A second worker skips a game that is being drawn; after a failure others may draw it."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 2)
    pictures: list[str] = []
    drawn = Rasterizer()
    key = animation_key(tables.match(game), NAMES)

    def worker(png: Callable[[str], bytes]) -> Illustrator:
        rasterizer = Rasterizer()
        monkeypatch.setattr(rasterizer, "png", png)
        return Illustrator(tables, lambda _: NAMES, animations, rasterizer, lambda: 1)

    def fails(_: str) -> bytes:
        raise NotDrawn

    def draws(svg: str) -> bytes:
        if not pictures:
            worker(fails).draw(game)
        pictures.append(svg)
        return drawn.png(svg)

    with pytest.raises(NotDrawn):
        worker(fails).draw(game)
    worker(draws).draw(game)
    drawn.close()
    assert pictures
    assert animations.get(key) is not None


def test_few_games_wait(
    tables: Tables, animations: Animations, game: GameId, caplog: pytest.LogCaptureFixture
) -> None:
    """Further requests must be repeated later."""
    idle = Illustrator(tables, lambda _: NAMES, animations, Rasterizer(), lambda: 1)
    with caplog.at_level(logging.WARNING):
        for _ in range(AHEAD + 1):
            idle.draw_later(game)
    assert idle._waiting.qsize() == AHEAD
    assert f"no animation of {game}" in caplog.text


class Sent:
    """A dispatcher that records its works."""

    def __init__(self) -> None:
        self.works: list[Work] = []

    def add(self, works: list[Work]) -> None:
        """Record the works."""
        self.works += works


def test_wishes_are_passed_on_one_after_the_other(animations: Animations) -> None:
    """A pause between two leaves time for other work."""
    clock, sent = Clock(), Sent()
    sweeper = WishSweeper(animations, sent, clock)  # type: ignore[arg-type]
    games = [derived_game_id(str(number)) for number in range(3)]
    for number, game in enumerate(games):
        assert animations.wish(game, number)
    for _ in range(2):
        sweeper.sweep()
    assert sent.works == [Work(DRAW, games[0])]
    clock.advance(PAUSE_SECONDS)
    sweeper.sweep()
    assert [work.id for work in sent.works] == games[:2]
    clock.advance(PAUSE_SECONDS)
    for _ in range(2):
        sweeper.sweep()
    assert [work.id for work in sent.works] == games

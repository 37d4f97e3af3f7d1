"""Animations in workers: by which worker, when, and how many at once."""

from collections.abc import Callable
from threading import Event

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.clock import Clock
from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, derived_game_id
from replays.runtime.worker_registry import PICTURES, QUEUE
from service.application.pictures import animation
from service.application.pictures.animations import AnimationRequest, Animations, animation_key
from service.application.pictures.illustrator import Illustrator
from service.application.pictures.rasterizer import NotDrawn, Rasterizer
from service.application.quotas.request_queue import Requester
from workers.jobs.parts import Parts
from workers.jobs.registry import ACT, DRAW, Work
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.requests import ANIMATION_PAUSE_SECONDS, MOST_WAITING, RequestSweeper
from workers.worker.delivering.deliveries import QueueWorker

pytestmark = pytest.mark.slow

NAMES = {"player-0": "Ann", "player-1": "Ben"}


@pytest.fixture
def tables(log: FakeEventLog) -> Tables:
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


def test_animations_have_a_queue_of_their_own(game: GameId) -> None:
    """Drawing takes seconds, so bots' moves are in another queue, with another thread."""
    jobs, drawn = FakeRedis(server=FakeServer()), list[AnimationRequest]()
    pictures, moves = JobQueue(jobs, name=PICTURES), JobQueue(jobs, name=QUEUE)
    pictures.enqueue([Work(DRAW, AnimationRequest(game, "fa").subject)])
    moves.enqueue([Work(ACT, game)])
    parts = Parts.of(tables_on(FakeEventLog()), draw=drawn.append)
    QueueWorker(jobs, parts, PICTURES, Event(), Reports.to(print)).work(burst=True)
    assert drawn == [AnimationRequest(game, "fa")]
    assert (pictures.size(), moves.size()) == (0, 1)


@pytest.mark.long
def test_it_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
    tables: Tables,
    animations: Animations,
    illustrator: Illustrator,
    game: GameId,
) -> None:
    """The illustrator stores it under the key that web processes use, and can be asked again for another."""
    monkeypatch.setattr(animation, "MOST_FRAMES", 4)
    key = animation_key(tables.match(game), NAMES)
    animations.wish(AnimationRequest(game), Requester("home", "ann"), 1)
    assert animations.take(1) == game
    illustrator.draw(AnimationRequest(game))
    gif = animations.get(key)
    assert gif is not None
    assert gif.startswith(b"GIF89a")
    animations.wish(AnimationRequest(game), Requester("home", "ann"), 1)
    assert animations.take(1) == game
    monkeypatch.setattr(animation, "MOST_FRAMES", 1)  # an existing animation is not drawn again
    illustrator.draw(AnimationRequest(game))
    assert animations.get(key) == gif
    illustrator.close()


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
            worker(fails).draw(AnimationRequest(game))
        pictures.append(svg)
        return drawn.png(svg)

    with pytest.raises(NotDrawn):
        worker(fails).draw(AnimationRequest(game))
    worker(draws).draw(AnimationRequest(game))
    drawn.close()
    assert pictures
    assert animations.get(key) is not None


def test_wishes_are_passed_on_one_after_the_other(animations: Animations) -> None:
    """A pause between two leaves time for other work, and one waits at most; the others take turns."""
    clock, jobs = Clock(), JobQueue(FakeRedis(server=FakeServer()), name=PICTURES)
    sweeper = RequestSweeper(lambda: animations.take(9), DRAW, jobs, clock, ANIMATION_PAUSE_SECONDS)
    crowd = [derived_game_id(str(number)) for number in range(3)]
    for game in crowd:
        animations.wish(AnimationRequest(game), Requester("crowd", game), 1)
    anns = derived_game_id("ann's")
    animations.wish(AnimationRequest(anns), Requester("ann", ""), 1)
    sent = []
    for _ in range(4):
        sweeper.sweep()
        sent += [job_id.removeprefix("draw-").rpartition("-")[0] for job_id in jobs.rq.job_ids]
        clock.advance(ANIMATION_PAUSE_SECONDS)
        sweeper.sweep()
        assert jobs.size() == MOST_WAITING, "one waits already"
        jobs.rq.empty()  # type: ignore[no-untyped-call]
        clock.advance(-ANIMATION_PAUSE_SECONDS)
        sweeper.sweep()
        assert jobs.size() == 0, "the pause is not over"
        clock.advance(ANIMATION_PAUSE_SECONDS)
    assert sent == [crowd[0], anns, *crowd[1:]]

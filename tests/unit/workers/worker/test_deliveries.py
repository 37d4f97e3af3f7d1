"""Deliveries: due targets become jobs as queues have room, and threads do them."""

from collections.abc import Iterable
from threading import Event
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis

from harness.clock import Clock
from harness.games import KEY, tables_on
from harness.jobs.dispatching import itself
from harness.play.telling.mailed import server_at
from harness.store.fake_log import FakeEventLog
from harness.waiting import eventually
from replays.encoding.identity import derived_game_id
from replays.kinds import HandledStreams
from replays.runtime.settings.settings import Settings
from service.application.accounts.players import open_players
from service.application.channels.delivering.due import DueTargets
from service.application.channels.target import EMAIL, PUSH, WEBHOOK, Target
from service.application.i18n.speaking import present
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES, SCORE, Work
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.deliveries import LOOK_SECONDS, MOST_WAITING, DeliverySweeper
from workers.worker.delivering import couriers
from workers.worker.delivering.couriers import in_language, open_couriers
from workers.worker.delivering.deliveries import QueueThread, QueueWorker

NOW = 1_800_000_000_000
ANN = Target(EMAIL, str(derived_game_id("ann")))
BROWSER = Target(PUSH, ANN.player, str(derived_game_id("browser")))


@pytest.fixture
def jobs() -> Redis:
    """Give an empty store for jobs."""
    return FakeRedis(server=FakeServer())


@pytest.fixture
def queues(jobs: Redis) -> dict[str, JobQueue]:
    """Give a queue for each channel."""
    return {channel: JobQueue(jobs, name=task.queue) for channel, task in DELIVERIES.items()}


@pytest.mark.long
def test_a_full_queue_delays_no_other(queues: dict[str, JobQueue]) -> None:
    """Targets without room stay due; other channels are dispatched."""
    due = DueTargets(FakeRedis(server=FakeServer()))
    sweeper = DeliverySweeper(due, queues, itself, lambda: NOW, lambda: 0.0)
    many = [Target(EMAIL, str(derived_game_id(str(number)))) for number in range(MOST_WAITING + 3)]
    due.enter(many, NOW - 1)
    due.enter([BROWSER], NOW)
    for _ in range(2):
        sweeper.sweep()
        assert [queues[channel].size() for channel in (EMAIL, PUSH)] == [MOST_WAITING, 1]
    assert due.overdue(EMAIL, NOW).waiting == 3


@pytest.mark.long
def test_a_crowd_of_one_address_delays_nobody(queues: dict[str, JobQueue], jobs: Redis) -> None:
    """Targets of an address have one turn, those of an account one of these, however many are due longer."""
    due = DueTargets(FakeRedis(server=FakeServer()))
    crowd = [str(derived_game_id("crowd", str(number))) for number in range(MOST_WAITING)]
    hooks = [Target(WEBHOOK, each, str(derived_game_id(each, str(n)))) for each in crowd for n in range(2)]
    anns = Target(WEBHOOK, ANN.player, str(derived_game_id("ann's")))

    def groups(players: Iterable[str]) -> dict[str, str]:
        return {player: "crowd" if player in crowd else player for player in players}

    timer = Clock()
    sweeper = DeliverySweeper(due, queues, groups, lambda: NOW, timer)
    due.enter(hooks, NOW - 2)
    sweeper.sweep()
    due.enter([anns], NOW - 1)
    timer.advance(LOOK_SECONDS)
    queues[WEBHOOK].rq.empty()  # type: ignore[no-untyped-call]
    sweeper.sweep()
    first = [job_id.split("-", 1)[1] for job_id in queues[WEBHOOK].rq.job_ids[:2]]
    assert any(each.startswith(anns.owner) for each in first)
    assert due.overdue(WEBHOOK, NOW).waiting == len(hooks) + 1 - 2 * MOST_WAITING


def test_a_job_names_a_target(jobs: Redis, queues: dict[str, JobQueue]) -> None:
    """The job is done by its channel's courier only."""
    done: list[Target] = []
    parts = Parts.of(tables_on(FakeEventLog()), couriers={PUSH: done.append})
    task = DELIVERIES[PUSH]
    works = [Work(task, task.read(BROWSER.owner)), Work(SCORE, derived_game_id("a game"))]
    queues[PUSH].enqueue(works)
    QueueWorker(jobs, parts, task.queue, Event(), Reports.to(print)).work(burst=True)
    assert done == [BROWSER]
    assert queues[PUSH].size() == 0
    with pytest.raises(ValueError, match="names no target"):
        task.read("a game")


@pytest.mark.slow
def test_a_thread_ends_when_it_is_told_to(store_url: str, store: Redis) -> None:
    """It stops after the current job, within a second or two; the queue keeps the rest."""
    store.flushall()
    begun, go_on = Event(), Event()

    def deliver(_: Target) -> None:
        begun.set()
        go_on.wait()

    task = DELIVERIES[EMAIL]
    queue = JobQueue(store, name=task.queue)
    queue.enqueue([Work(task, task.read(ANN.owner))] * 2)
    said: list[str] = []
    thread = QueueThread(
        store_url,
        Parts.of(tables_on(FakeEventLog()), couriers={EMAIL: deliver}),
        task.queue,
        Reports.to(said.append),
    )
    thread.start()
    eventually(begun.is_set)
    thread.stop(0)
    go_on.set()
    eventually(lambda: thread.has_ended)
    assert (queue.size(), said) == (1, [])


@pytest.mark.slow
def test_the_channels_share_the_caches_of_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """E-mails format names differently, but use the same tables."""
    made: list[HandledStreams] = []

    class Counted(HandledStreams):
        """Records its creation."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(couriers, "HandledStreams", Counted)
    mail = server_at(25)
    settings = Settings(
        key=KEY,
        redis_url="redis://nowhere",
        public_url=mail.public_url,
        smtp=mail.smtp,
        mail_from=mail.sender,
    )
    opened = open_couriers(settings, FakeRedis(server=FakeServer()), tables_on(FakeEventLog()))
    assert opened.keys() == {WEBHOOK, PUSH, EMAIL}
    assert len(made) == 1


@pytest.mark.parametrize(("chosen", "spoken"), [("fa", "fa"), (None, "en")])
def test_a_delivery_speaks_the_players_language(chosen: str | None, spoken: str) -> None:
    """The language of the account, and English without one; afterwards the worker's own."""
    heard = []
    players = open_players(FakeRedis(server=FakeServer()), KEY)
    ann = players.register("Ann", None, "", NOW).id
    if chosen:
        players.speak(ann, chosen)
    in_language(players, lambda _: heard.append(present().tag))(Target(EMAIL, ann))
    assert heard == [spoken]
    assert present().tag == "en"

"""Callers of webhooks are killed, `kill -9`, at each step: each notice arrives, always under the same id."""

from collections import Counter
from itertools import product
from threading import Event

import pytest
from redis import Redis

from harness.jobs.dispatching import itself
from harness.jobs.dying import POINTS, die_at, dies
from harness.play.correspondence import Correspondence
from harness.play.telling.webhooks import Hooks, verified
from harness.wire.outside import outside_server
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from replays.store import clients
from service.application.channels.delivering.due import DISPATCHED_MS, WORK_MS
from service.application.channels.target import WEBHOOK, Target
from tests.crash.notices.test_deliveries import turn
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.deliveries import DeliverySweeper
from workers.worker.delivering.deliveries import QueueWorker

IDS = [str(derived_game_id(name)) for name in ("ann", "ben")]
TASK = DELIVERIES[WEBHOOK]
STEPS = ("announce", "claim", "enqueue", "begin", "call", "keep", "settle")
"""The steps for one notice, in this order: of the projector, of the relay, and of the worker."""


class Calling:
    """The processes between a game and the programs of its players."""

    def __init__(self, table: Correspondence, url: str) -> None:
        self._jobs = clients.queue(f"{url}?db=1")
        self._queue = JobQueue(self._jobs, name=TASK.queue)
        self.hooks = Hooks(table, clients.writer(url), IDS)
        due = self.hooks.deliveries.due
        self._sweeper = DeliverySweeper(due, {WEBHOOK: self._queue}, itself, lambda: table.now, lambda: 0.0)
        self._parts = Parts.of(table.tables, couriers={WEBHOOK: self.hooks.courier.deliver})

    def work(self, step: str = "", point: str = "") -> None:
        """Make all due calls, or die at the first step of this name."""
        deliveries = self.hooks.deliveries
        owners = {
            "announce": (deliveries.announcer, "announce"),
            "claim": (deliveries.due, "claim"),
            "enqueue": (self._queue, "enqueue"),
            "begin": (deliveries.due, "begin"),
            "call": (self.hooks.courier.caller, "post"),
            "keep": (self.hooks.webhooks, "change"),
            "settle": (deliveries.due, "settle"),
        }
        if step:
            die_at(*owners[step], point)
        deliveries.look()
        self._sweeper.sweep()
        QueueWorker(self._jobs, self._parts, TASK.queue, Event(), Reports.to(print)).work(burst=True)


@pytest.mark.smoke
def test_each_notice_comes_wherever_its_courier_is_killed(store: Redis, store_url: str) -> None:
    """Each notice arrives once, or twice if the process died between the call and its record."""
    del store
    clock = ClockSpec(TimeControl.PER_TURN, 90 * 86_400, 90 * 86_400, 90 * 86_400)
    table = Correspondence(1, options=Options(clock=clock), named=IDS.__getitem__)
    with outside_server() as program:
        here = Calling(table, store_url)
        targets: dict[str, Target] = {
            player: here.hooks.add(player, f"{program.url}/{player}") for player in IDS
        }
        table.fill(None)
        here.work()
        killed, came = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for step, point in product(STEPS, POINTS):
            program.received.clear()
            mover = turn(table)
            killed[step, point] += dies(lambda: Calling(table, store_url).work(step, point))  # noqa: B023
            table.now += max(DISPATCHED_MS, WORK_MS)
            here.work()
            newest = next(here.hooks.deliveries.inboxes.every(mover))
            assert newest.notice.kind == "turn"
            assert {each.path for each in program.received} == {f"/{mover}"}
            assert {each.headers["webhook-id"] for each in program.received} == {str(newest.position)}
            assert len({each.body for each in program.received}) == 1
            assert verified(here.hooks.secret(targets[mover]), program.received[0])["type"] == "turn"
            came[step, point] = len(program.received)
    assert killed == dict.fromkeys(product(STEPS, POINTS), 1)
    twice = {("call", "after"), ("keep", "before")}
    assert came == {each: 2 if each in twice else 1 for each in product(STEPS, POINTS)}

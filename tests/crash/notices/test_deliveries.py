"""Processes that deliver notices are killed, `kill -9`, at each step: each notice is in one message only."""

import json
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from redis import Redis

from harness.jobs.dispatching import itself
from harness.jobs.dying import POINTS, die_at, dies
from harness.play.correspondence import MINUTE, Correspondence
from harness.play.telling.deliveries import Deliveries
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from replays.store import clients
from service.application.channels.channel import NoticeMessage, Outcome, Sent
from service.application.channels.delivering.due import DISPATCHED_MS, WORK_MS
from service.application.channels.preferences import DEFAULTS, Preferences, Wishes
from service.application.channels.target import EMAIL
from service.application.channels.targets import Known
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.deliveries import DeliverySweeper
from workers.worker.delivering.deliveries import QueueWorker

IDS = [str(derived_game_id(name)) for name in ("ann", "ben")]
TASK = DELIVERIES[EMAIL]
STEPS = ("announce", "claim", "enqueue", "begin", "intend", "send", "keep", "settle")
"""The steps for one message, in this order: of the projector, of the relay, and of the worker."""


class Mailbox:
    """A channel that writes each message as a line into a file, which survives the death of the process."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, known: Known, message: NoticeMessage) -> Outcome:
        """Write the message into the file."""
        positions = [each.position for each in message.notices]
        with self.path.open("a") as file:
            file.write(json.dumps([known.target.player, message.id, positions]) + "\n")
        return Sent()

    def lines(self) -> list[list[Any]]:
        """The player, id and positions of each message, in order."""
        return [json.loads(line) for line in self.path.read_text().splitlines()] if self.path.exists() else []


class Delivering:
    """The processes between a game and a mailbox, in one process."""

    def __init__(self, table: Correspondence, url: str, mailbox: Mailbox) -> None:
        self._jobs = clients.queue(f"{url}?db=1")
        self._queue = JobQueue(self._jobs, name=TASK.queue)
        self._mailbox = mailbox
        self.deliveries = Deliveries(table, clients.writer(url), mailbox, IDS)
        self._sweeper = DeliverySweeper(
            self.deliveries.due, {EMAIL: self._queue}, itself, lambda: table.now, lambda: 0.0
        )
        self._parts = Parts.of(table.tables, couriers={EMAIL: self.deliveries.courier.deliver})

    def work(self, step: str = "", point: str = "") -> None:
        """Deliver everything that is due, or die at the first step of this name."""
        if step:
            self._die_at(step, point)
        self.deliveries.look()
        self._sweeper.sweep()
        QueueWorker(self._jobs, self._parts, TASK.queue, Event(), Reports.to(print)).work(burst=True)

    def _die_at(self, step: str, point: str) -> None:
        here = self.deliveries
        owners = {
            "announce": (here.announcer, "announce"),
            "claim": (here.due, "claim"),
            "enqueue": (self._queue, "enqueue"),
            "begin": (here.due, "begin"),
            "intend": (here.targets, "save"),
            "send": (self._mailbox, "send"),
            "keep": (here.targets, "save"),
            "settle": (here.due, "settle"),
        }
        if step == "keep":
            _pass_once(*owners[step])
        die_at(*owners[step], point)


def _pass_once(owner: object, method: str) -> None:
    """Let the first call pass, so that `die_at` takes effect at the second one."""
    done = getattr(owner, method)

    def first(*args: Any, **kwargs: Any) -> Any:
        later = owner.__dict__.pop(method)
        owner.__dict__[method] = later if later is not first else done
        return done(*args, **kwargs)

    owner.__dict__[method] = first


@pytest.fixture
def mailbox(tmp_path: Path) -> Mailbox:
    """Return an empty mailbox."""
    return Mailbox(tmp_path / "mailbox")


def test_each_notice_is_sent_wherever_its_courier_is_killed(
    store: Redis, store_url: str, mailbox: Mailbox
) -> None:
    """The player to move gets each notice; a repeated message has the same id; past turns are not sent."""
    del store
    clock = ClockSpec(TimeControl.PER_TURN, 90 * 86_400, 90 * 86_400, 90 * 86_400)
    table = Correspondence(1, options=Options(clock=clock), named=IDS.__getitem__)
    here = Delivering(table, store_url, mailbox)
    for player in IDS:
        here.deliveries.tell(player, Preferences(channels={**DEFAULTS, EMAIL: Wishes()}))
    table.fill(None)
    here.work()
    killed, known = Counter[tuple[str, str]](), len(mailbox.lines())
    for step, point in product(STEPS, POINTS):
        mover = turn(table)
        killed[step, point] += dies(lambda: Delivering(table, store_url, mailbox).work(step, point))  # noqa: B023
        table.now += max(DISPATCHED_MS, WORK_MS)
        here.work()
        fresh, known = mailbox.lines()[known:], len(mailbox.lines())
        newest = next(here.deliveries.inboxes.every(mover))
        assert newest.notice.kind == "turn"
        assert [player for player, _, _ in fresh] == [mover] * len(fresh)
        assert {position for _, _, positions in fresh for position in positions} == {newest.position}
    assert killed == dict.fromkeys(product(STEPS, POINTS), 1)
    check_ids(mailbox)


def turn(table: Correspondence) -> str:
    """The player to move makes moves until another player is to move; that player."""
    before = table.match.mover
    while table.match.mover == before:
        table.now += MINUTE
        table.move()
    assert table.match.mover is not None
    return table.player(table.match.mover)


def check_ids(mailbox: Mailbox) -> None:
    """Assert that each notice is in one message only, and that each message was sent once or twice."""
    ids, sent = defaultdict(set), Counter[str]()
    for player, message, positions in mailbox.lines():
        sent[message] += 1
        for position in positions:
            ids[player, position].add(message)
    assert all(len(each) == 1 for each in ids.values())
    assert set(sent.values()) == {1, 2}

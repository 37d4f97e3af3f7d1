"""Processes are killed as they move a browser or send to it: it has one account, and shows a message once."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from redis import Redis

from harness.games import KEY
from harness.jobs.dying import POINTS, die_at, dies
from harness.play.correspondence import Correspondence
from harness.play.telling.deliveries import Deliveries
from harness.wire.outside import LOOPBACK
from harness.wire.push_service import PushService, push_service
from replays.encoding.identity import derived_game_id
from replays.store import clients
from service.application.account_keys import profile_key
from service.application.channels.delivering.due import WORK_MS
from service.application.channels.http.client import Client
from service.application.channels.http.destination import Destinations
from service.application.channels.http.hosts import Hosts
from service.application.channels.http.limited import LimitedClient
from service.application.channels.push.channel import PushChannel
from service.application.channels.push.subscription import Subscription
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid
from service.application.channels.target import PUSH
from service.application.channels.targets import Targets
from tests.crash.notices.test_deliveries import turn

ANN, BEN = IDS = [str(derived_game_id(name)) for name in ("ann", "ben")]
MOVING = ("claim", "add", "remove")
"""The steps of moving a browser from another account, in this order."""
SENDING = ("save", "send")


@pytest.fixture
def pushes() -> Iterator[PushService]:
    """Yield a push service."""
    with push_service() as running:
        yield running


class Line(Client):
    """A client of push services at whose calls a process can die."""


class Pushing:
    """The parts of a web process and of a worker for push messages, in one process."""

    def __init__(self, url: str, table: Correspondence) -> None:
        store = clients.writer(url)
        self.targets = Targets(store)
        self.subscriptions = Subscriptions(store, self.targets)
        self.client = Line(Destinations(LOOPBACK))
        channel = PushChannel(
            LimitedClient(self.client, Hosts()),
            Vapid(KEY, None),
            self.subscriptions,
            lambda _: True,
            lambda: table.now,
        )
        self.deliveries = Deliveries(table, store, channel, IDS)

    def deliver(self) -> None:
        """Send all due messages."""
        self.deliveries.look()
        for target in self.deliveries.due.claim(PUSH, self.deliveries.table.now, 100):
            self.deliveries.courier.deliver(target)


def browser(pushes: PushService, name: str) -> Subscription:
    """The subscription of a new browser with this name."""
    made = pushes.subscribe(name)
    return Subscription(made["endpoint"], **made["keys"], token="0", browser="", system="", created_at=1)  # noqa: S106


@pytest.mark.smoke
def test_a_browser_is_one_accounts_wherever_its_move_is_killed(
    store: Redis, store_url: str, pushes: PushService
) -> None:
    """A browser belongs to one account after a kill; a target left behind gets nothing, and a retry works."""
    for player in IDS:
        store.hset(profile_key(player), "name", player)
    table = Correspondence(1, named=IDS.__getitem__)
    killed = Counter[tuple[str, str]]()
    for step, point in product(MOVING, POINTS):
        here, shared = Pushing(store_url, table).subscriptions, browser(pushes, f"{step}-{point}")
        here.add(ANN, shared)

        def move(step: str = step, point: str = point, shared: Subscription = shared) -> None:
            dying = Pushing(store_url, table)
            if step == "claim":
                die_at(dying.subscriptions, "_claim", point)
            else:
                die_at(dying.targets, step, point)
            dying.subscriptions.add(BEN, shared)

        killed[step, point] += dies(move)
        assert [here.belongs(shared.target(player)) for player in IDS].count(True) == 1
        here.add(BEN, shared)
        assert here.belongs(shared.target(BEN))
        assert shared.id in [each.target.id for each in here.of(BEN)]
        for each in here.of(ANN):
            assert not here.belongs(each.target)
            here.remove(each.target)
        assert here.belongs(shared.target(BEN))
        here.remove(shared.target(BEN))
    assert killed == dict.fromkeys(product(MOVING, POINTS), 1)


def test_a_message_is_the_same_one_wherever_its_sender_is_killed(
    store: Redis, store_url: str, pushes: PushService
) -> None:
    """A repeated message has the same id, for the browser, and the same topic, for the push service."""
    del store
    table = Correspondence(1, named=IDS.__getitem__)
    here, killed = Pushing(store_url, table), Counter[tuple[str, str]]()
    for player, name in zip(IDS, ("ann", "ben"), strict=True):
        here.subscriptions.add(player, browser(pushes, name))
    table.fill(None)
    here.deliver()
    for step, point in product(SENDING, POINTS):
        pushes.messages.clear()
        mover = turn(table)

        def send(step: str = step, point: str = point) -> None:
            dying = Pushing(store_url, table)
            die_at(dying.client if step == "send" else dying.deliveries.targets, step, point)
            dying.deliver()

        killed[step, point] += dies(send)
        table.now += WORK_MS
        here.deliver()
        sent = [(each.browser, each.text["id"], each.headers["topic"]) for each in pushes.messages]
        assert [name for name, _, _ in sent] == ["ann" if mover == ANN else "ben"] * len(sent)
        assert len(set(sent)) == 1
        assert len(sent) == (2 if (step, point) == ("send", "after") else 1)
    assert killed == dict.fromkeys(product(SENDING, POINTS), 1)

"""A correspondence game of two players who are led to each move by notices alone.

Everything between the game and its players is real except the time: the store, the jobs, a mail server and a
push service. Ann gets one e-mail a day, at 18:00 in Berlin, which is night for Bob in Tokyo: he gets push
messages from 7:00 on.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from threading import Event
from time import monotonic
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from redis import Redis

from harness.games import KEY
from harness.jobs.dispatching import itself
from harness.play.signing_in import Browser, World
from harness.wire.mail import Mailbox, mail_settings, running_mail_server
from harness.wire.outside import local_client
from harness.wire.push_service import PushService, push_service
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.channels.channel import Channel
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.courier import Courier
from service.application.channels.email.mailbox import plain_names
from service.application.channels.http.hosts import Hosts
from service.application.channels.http.limited import LimitedClient
from service.application.channels.push.channel import PushChannel
from service.application.channels.push.vapid import Vapid
from service.application.channels.target import EMAIL, PUSH
from service.application.games.visibility import Viewer, Visibility
from service.application.notices.inboxes.reading import NoticeReader
from service.application.notices.notice import to_move
from service.application.notices.projection.projector import Projector
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.deliveries import DeliverySweeper
from workers.worker.delivering.deliveries import QueueWorker
from workers.worker.delivering.mailboxes import open_mailboxes

HOUR = 60 * 60_000
DAY = 24 * HOUR
START = int(datetime(2027, 3, 22, 9, tzinfo=UTC).timestamp() * 1000)
"""A few days before Berlin, but not Tokyo, switches to daylight saving time."""
BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")
PUBLIC = "https://kingdomino.example.org"
ADDRESS = "ann@example.org"
AT = 18
"""The hour of Ann's e-mail."""
LONGEST_DAYS = 60
YOUR_TURN = "It is your turn in the game with "
RESULT = " points"


class Service:
    """The whole service in one process, with a clock that the test sets."""

    def __init__(self, store: Redis, url: str, mail_port: int) -> None:
        self.now = START
        self.world = World(store=store, clock=self._now)
        parts = self.world.services
        announcer = Announcer(parts.targets, parts.due_targets, self._now)
        self._projector = Projector(parts.tables.log, parts.inboxes, self._now, announcer.announce)
        settings = Settings.from_environ({**mail_settings(mail_port, PUBLIC), "KINGDOMINO_KEY": KEY.hex()})
        assert settings.mail
        plain = plain_names(parts.players.names)
        client = LimitedClient(local_client(), Hosts())
        channels: dict[str, Channel] = {
            EMAIL: open_mailboxes(settings, settings.mail, store, parts.tables, plain),
            PUSH: PushChannel(client, Vapid(KEY, PUBLIC), parts.browsers, parts.tokens.holds, self._now),
        }
        self._jobs = clients.queue(f"{url}?db=1")
        self._queues = {name: JobQueue(self._jobs, name=DELIVERIES[name].queue) for name in DELIVERIES}
        self._sweeper = DeliverySweeper(parts.due_targets, self._queues, itself, self._now, monotonic)
        couriers = {name: self._courier(channel).deliver for name, channel in channels.items()}
        self._parts = Parts.of(parts.tables, couriers=couriers)

    def _now(self) -> int:
        return self.now

    def _courier(self, channel: Channel) -> Courier:
        parts, visibility = self.world.services, Visibility(KEY)
        reader = NoticeReader(parts.streams, parts.players.names)
        return Courier(
            channel,
            parts.targets,
            parts.due_targets,
            parts.inboxes,
            reader,
            lambda table, player: visibility.may_see(table, Viewer(player)),
            self._now,
        )

    def work(self) -> None:
        """Run the relay and the workers on everything due now."""
        while self._projector.go_on(0):
            pass
        self._sweeper.sweep()
        for name, queue in self._queues.items():
            if queue.size():
                QueueWorker(self._jobs, self._parts, DELIVERIES[name].queue, Event(), Reports.to(print)).work(
                    burst=True
                )

    def match(self, game: str) -> Match:
        """The current game."""
        return self.world.services.tables.match(GameId(game))


@contextmanager
def running(store: Redis, url: str) -> Iterator[tuple[Service, Mailbox, PushService]]:
    """The service, with its mail server and its push service."""
    with running_mail_server() as (mailbox, port), push_service() as pushes:
        service = Service(store, url, port)
        try:
            yield service, mailbox, pushes
        finally:
            service.world.hub.close()


def ask(browser: Browser, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """The JSON of a response of the API, which must succeed."""
    answer = browser.ask(method, path, body, **headers)
    assert answer.status_code in (200, 201, 204), answer.data
    return answer.json


def visit(browser: Browser, path: str) -> None:
    """Open the page that a message links to, and move while it is the player's turn."""
    page = browser.client.get(path)
    assert page.status_code == 200
    game = path.removeprefix("/games/")
    ask(browser, "PUT", "/me/notices/seen", {"game": game})  # as the page does
    own = browser.who()["id"]
    while True:
        offered = ask(browser, "GET", f"/games/{game}/moves")
        state = ask(browser, "GET", f"/games/{game}")
        if offered["seat"] is None or state["players"][offered["seat"]]["player"] != own:
            return
        headers = {"If-Match": f'"{offered["version"]}"'}
        ask(browser, "POST", f"/games/{game}/moves", offered["moves"][0], **headers)


def link_of(text: str, game: str) -> str | None:
    """The path in an e-mail's link, if it is to this game."""
    found = re.search(rf"{PUBLIC}(/games/{game})\b", text)
    return found[1] if found else None


def local_hour(at: int, zone: ZoneInfo) -> int:
    """The hour of a moment in a time zone."""
    return datetime.fromtimestamp(at / 1000, zone).hour


def prepared(service: Service, pushes: PushService) -> tuple[Browser, Browser, str]:
    """Ann, Bob and their game, after both have set their preferences for notices."""
    world = service.world
    ann, bob = world.browser(), world.browser()
    ann.member(ADDRESS, "Ann")
    bob.guest("Bob")
    world.services.mailings.begin(ann.who()["id"])
    ask(bob, "POST", "/me/push", pushes.subscribe("bob"))
    daily = {"email": {"digest": "daily", "hour": AT}, "push": {"on": False}}
    ask(ann, "PUT", "/me/notices/preferences", {"time_zone": BERLIN.key, "channels": daily})
    quiet = {"from": "22:00", "to": "07:00"}
    ask(bob, "PUT", "/me/notices/preferences", {"time_zone": TOKYO.key, "quiet": quiet})
    clock = {"policy": "per_turn", "seconds": 5 * 86_400}
    game = ask(ann, "POST", "/games", {"players": 2, "clock": clock})["id"]
    ask(bob, "POST", f"/games/{game}/seats", {})
    return ann, bob, game


class Reader:
    """One of the two players, who opens only the links in messages; `told` has the messages so far."""

    def __init__(self, browser: Browser, game: str) -> None:
        self.browser = browser
        self.player = browser.who()["id"]
        self.game = game
        self.turns = 0
        self.told: list[tuple[str, str]] = []

    def open(self, message: str, text: str, path: str | None) -> None:
        """Read a message and follow its link."""
        self.told.append((message, text))
        if path:
            visit(self.browser, path)

    def count(self, said: str) -> int:
        """The number of messages with this text."""
        return sum(said in text for _, text in self.told)


def look(service: Service, mailbox: Mailbox, pushes: PushService, ann: Reader, bob: Reader) -> None:
    """Both players read new messages, follow their links and move."""
    for email in mailbox.to(ADDRESS)[len(ann.told) :]:
        assert local_hour(service.now, BERLIN) == AT
        text = email.get_body(("plain",))
        assert text is not None
        ann.open(email["Message-ID"], text.get_content(), link_of(text.get_content(), ann.game))
    for message in pushes.messages[len(bob.told) :]:
        assert local_hour(service.now, TOKYO) >= 7
        bob.open(message.text["id"], message.text["title"], message.text["url"])


@pytest.mark.long
def test_two_are_led_from_move_to_move(store: Redis, store_url: str) -> None:
    """Each turn and the result are reported once: by daily e-mail at its hour, by push not at night."""
    with running(store, store_url) as (service, mailbox, pushes):
        *browsers, game = prepared(service, pushes)
        ann, bob = readers = [Reader(browser, game) for browser in browsers]
        mover, days = None, list[date]()
        while not (ann.count(RESULT) and bob.count(RESULT)):
            before, mover = mover, to_move(service.match(game))
            for each in readers:
                each.turns += each.player == mover != before
            service.work()
            before_look = len(ann.told)
            look(service, mailbox, pushes, ann, bob)
            days += [datetime.fromtimestamp(service.now / 1000, BERLIN).date()] * (
                len(ann.told) - before_look
            )
            service.world.services.tables.settle(GameId(game))
            service.now += HOUR
            assert service.now < START + LONGEST_DAYS * DAY, "somebody was not told"
        assert service.match(game).status is Status.SCORED
        for each in readers:
            assert each.turns > 5
            assert each.count(YOUR_TURN) == each.turns
            assert each.count(RESULT) == 1
            assert len({message for message, _ in each.told}) == len(each.told)
        assert len(set(days)) == len(days)
        service.now += 3 * DAY
        service.work()
        assert len(mailbox.to(ADDRESS)) == len(ann.told)
        assert len(pushes.messages) == len(bob.told)

"""Push messages of a game, from the game to a push service that decrypts them."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.games import KEY
from harness.play.correspondence import HOUR, MINUTE, Correspondence
from harness.play.telling.deliveries import Deliveries, Listener
from harness.wire.outside import local_client
from harness.wire.push_service import PushBrowser, PushService, check_vapid, push_service
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from service.application.account_keys import PARTS, AccountErased
from service.application.accounts.tokens import Access
from service.application.channels.channel import Later, NoticeMessage, Sent
from service.application.channels.http.client import HttpResponse
from service.application.channels.http.hosts import Busy, Hosts
from service.application.channels.http.limited import LimitedClient
from service.application.channels.preferences import DEFAULTS, Digest, Preferences, Wishes
from service.application.channels.push.channel import (
    SHORT_BODY_BYTES,
    THREADS_AT_ONE,
    THREADS_AT_UNPROVEN,
    PushChannel,
    outcome_of,
)
from service.application.channels.push.encryption import BODY_BYTES, BrowserKeys, encrypt
from service.application.channels.push.payload import push_of
from service.application.channels.push.subscription import Subscription
from service.application.channels.push.subscriptions import MOST, OWNER, Subscriptions
from service.application.channels.push.vapid import Vapid
from service.application.channels.target import EMAIL, PUSH
from service.application.channels.targets import Targets, TooManyTargets
from service.application.i18n.browsers import described, in_words

ANN, BEN = (str(derived_game_id(name)) for name in ("ann", "ben"))
ALLOWED_HOURS = 240
MANY = 999_999_999_000
WHO: Any = {"browser": "", "system": "", "created_at": 1}


class Scene:
    """A correspondence game of two, and a push service."""

    def __init__(self, service: PushService) -> None:
        seconds = ALLOWED_HOURS * 3600
        clock = ClockSpec(TimeControl.PER_TURN, seconds, seconds, seconds)
        self.table = Correspondence(1, Rules(), 2, Options(clock=clock), [ANN, BEN].__getitem__)
        self.store = FakeRedis(server=FakeServer())
        self.service = service
        self.ended: set[Access] = set()
        self.hosts = Hosts(at_one=THREADS_AT_ONE, at_unproven=THREADS_AT_UNPROVEN)
        self.subscriptions = Subscriptions(self.store, Targets(self.store))
        self.channel = PushChannel(
            LimitedClient(local_client(), self.hosts),
            Vapid(KEY, "https://game.example.org"),
            self.subscriptions,
            lambda access: access not in self.ended,
            lambda: self.table.now,
        )
        self.deliveries = Deliveries(self.table, self.store, self.channel, [ANN, BEN])

    def browser(self, name: str, session: str = "0") -> Subscription:
        """Return a new browser subscription with this name."""
        made = self.service.subscribe(name)
        return Subscription(made["endpoint"], **made["keys"], **WHO, token=session)

    def begin(self) -> None:
        """Subscribe a browser of each player and start the game."""
        for player, name in ((ANN, "ann"), (BEN, "ben")):
            self.subscriptions.add(player, self.browser(name))
        self.table.fill(None)
        self.deliver()
        self.service.messages.clear()

    def turn(self) -> str:
        """Move until the other player is to act; return the name of that player's browser."""
        before = self.table.match.mover
        while self.table.match.mover == before:
            self.table.now += MINUTE
            self.table.move()
        return "ann" if self.table.player(self.table.match.mover) == ANN else "ben"  # type: ignore[arg-type]

    def deliver(self) -> None:
        """Send everything that is due now."""
        self.deliveries.look()
        for target in self.deliveries.due.claim(PUSH, self.table.now, 100):
            self.deliveries.courier.deliver(target)

    def names(self) -> list[str]:
        """Return the browsers that got messages since the last call."""
        self.deliver()
        names = [each.browser for each in self.service.messages]
        self.service.messages.clear()
        return names


@pytest.fixture
def scene() -> Iterator[Scene]:
    """Give a game that is about to start."""
    with push_service() as service:
        yield Scene(service)


@pytest.mark.slow
def test_a_turn_is_pushed_once(scene: Scene) -> None:
    """The message goes only to the player to act, with all a browser shows, for as long as the turn lasts."""
    scene.begin()
    mover = scene.turn()
    scene.deliver()
    [message] = scene.service.messages
    text, headers = message.text, message.headers
    deadline = scene.table.match.deadline
    other = BEN if mover == "ann" else ANN
    assert message.browser == mover
    assert text["title"] == f"It is your turn in the game with {other.capitalize()}."
    assert (text["text"], text["by"], text["until"]) == ("", "Move by {time}.", deadline)
    assert (text["url"], text["tag"]) == (f"/games/{scene.table.game}", scene.table.game)
    assert text["at"] == scene.table.match.at
    assert (text["lang"], text["dir"]) == ("en", "ltr")
    assert int(headers["ttl"]) == ALLOWED_HOURS * 3600
    assert headers["urgency"] == "normal"
    assert len(headers["topic"]) <= 32
    assert scene.table.game not in headers["topic"]
    now = scene.table.now / 1000
    check_vapid(headers["authorization"], scene.service.server.url, now)
    assert len(scene.service.server.received[-1].body) < 1000
    scene.service.messages.clear()
    scene.table.now += HOUR
    assert scene.names() == []
    [known] = scene.subscriptions.of(ANN if mover == "ann" else BEN)
    assert known.data["sent_at"] == scene.table.now - HOUR


@pytest.mark.slow
def test_a_newer_message_about_a_table_takes_the_place_of_the_older(scene: Scene) -> None:
    """The push service replaces it by topic, the browser by tag."""
    scene.begin()
    topics = set()
    for _ in range(4):
        scene.turn()
        scene.deliver()
    for message in scene.service.messages:
        topics.add((message.browser, message.headers["topic"], message.text["tag"]))
    assert len(scene.service.messages) == 4
    assert len(topics) == 2


def test_time_that_runs_out_is_urgent(scene: Scene) -> None:
    """High urgency wakes phones."""
    scene.begin()
    scene.turn()
    scene.deliver()
    scene.service.messages.clear()
    assert scene.table.match.deadline is not None
    scene.table.now = scene.table.match.deadline - 2 * HOUR
    scene.deliver()
    [message] = scene.service.messages
    assert message.headers["urgency"] == "high"
    assert int(message.headers["ttl"]) == 2 * 3600


def test_a_digest_leads_to_the_list(scene: Scene) -> None:
    """A digest about several tables links to the list; about one, to the table."""
    hourly = Preferences(channels={**DEFAULTS, PUSH: Wishes(digest=Digest.HOURLY)})
    for player in (ANN, BEN):
        scene.deliveries.targets.prefer(player, lambda _: hourly)
    scene.begin()
    scene.turn()
    assert scene.names() == []
    scene.table.now += HOUR
    scene.deliver()
    texts = [each.text for each in scene.service.messages]
    assert [each["url"] for each in texts] == [f"/games/{scene.table.game}"] * len(texts)
    assert texts


@pytest.fixture
def many(scene: Scene) -> NoticeMessage:
    """Give a message about five tables, in very long sentences of four-byte characters."""
    listener = Listener()
    deliveries = Deliveries(scene.table, scene.store, listener, [ANN, BEN])
    target = deliveries.tell(ANN, Preferences(channels={**DEFAULTS, EMAIL: Wishes()}))
    scene.table.fill(None)
    while not listener.messages:
        scene.turn()
        deliveries.deliver()
    [(_, message)] = listener.messages
    assert target.player == ANN
    first = message.notices[0]
    tables = [derived_game_id(str(number)) for number in range(5)]
    notices = [
        replace(first, notice=replace(first.notice, table=table), text="👑" * 1000) for table in tables
    ]
    return replace(message, notices=notices)


def test_a_message_about_several_tables(scene: Scene, many: NoticeMessage) -> None:
    """It has the number, three texts and the list's URL; long sentences are cut to equal lengths."""
    push = push_of(many, b"secret", scene.table.now)
    text = json.loads(push.text)
    assert text["title"] == "5 new notices"
    *lines, more = text["text"].splitlines()
    assert len(lines) == 3
    assert len(set(lines)) == 1
    assert lines[0].strip("👑") == "…"
    assert 100 < len(lines[0]) <= 200
    assert more == "and 2 more"
    assert (text["url"], text["tag"], text["by"], text["until"]) == ("/notices", "digest", None, None)
    assert push.ttl == 3 * 24 * 3600


def test_safari_shows_a_message_without_a_worker(scene: Scene) -> None:
    """Its push service gets the same message in the declarative form of the Push API, too."""
    listener = Listener()
    deliveries = Deliveries(scene.table, scene.store, listener, [ANN, BEN])
    deliveries.tell(ANN, Preferences(channels={**DEFAULTS, EMAIL: Wishes()}))
    scene.table.fill(None)
    while not listener.messages:
        scene.turn()
        deliveries.deliver()
    message = listener.messages[-1][1]
    there = replace(message, timezone="Europe/Berlin", unread=3)
    plain = json.loads(push_of(there, b"secret", scene.table.now).text)
    text = json.loads(push_of(there, b"secret", scene.table.now, public_url="https://game.example.org/").text)
    shown = text.pop("notification")
    assert text == {**plain, "web_push": 8030}
    assert text["app_badge"] == 3
    due = datetime.fromtimestamp(plain["until"] / 1000, ZoneInfo("Europe/Berlin"))
    assert shown.pop("body").splitlines()[-1].startswith(f"Move by {due:%b} {due.day}, {due.year}")
    assert shown == {
        "title": plain["title"],
        "navigate": f"https://game.example.org/games/{scene.table.game}",
        "tag": plain["tag"],
        "lang": "en",
        "dir": "ltr",
    }
    endpoints = {"https://web.push.apple.com/x": True, "https://push.apple.com.example.org/x": False}
    for endpoint, is_declarative in endpoints.items():
        assert replace(scene.browser("ann"), endpoint=endpoint).is_declarative is is_declarative


SIGNS = st.text(st.sampled_from('a"\\\n\x01é王👑\u0301\u200d\u05d0'), max_size=250)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(SIGNS, min_size=1, max_size=5),
    most=st.sampled_from([BODY_BYTES, SHORT_BODY_BYTES, 1000]),
    declared=st.booleans(),
)
def test_every_message_fits(
    scene: Scene, many: NoticeMessage, *, texts: list[str], most: int, declared: bool
) -> None:
    """It fits the smallest limit of a push service, 2,744 characters of base64, or the given one."""
    notices = [replace(each, text=text) for each, text in zip(many.notices, texts, strict=False)]
    changed, url = replace(many, notices=notices), "https://kingdomino.example.org" if declared else None
    push = push_of(changed, b"secret", scene.table.now, most, url)
    body = encrypt(push.text, BrowserKeys.read(**PushBrowser().keys))
    assert len(body) <= most
    assert len(b64encode(body).rstrip(b"=")) <= 2744
    assert len(json.loads(push.text)["title"]) > 0 or not any(texts)


def test_a_message_that_is_too_large_is_sent_shorter(scene: Scene, many: NoticeMessage) -> None:
    """Some push services have smaller limits: the second attempt has half the size, and the same id."""
    scene.subscriptions.add(ANN, scene.browser("ann"))
    [known] = scene.subscriptions.of(ANN)
    scene.service.replies.append((413, {}, b""))
    assert isinstance(scene.channel.send(known, many), Sent)
    first, second = (len(each.body) for each in scene.service.server.received[-2:])
    assert SHORT_BODY_BYTES < first <= BODY_BYTES
    assert second <= SHORT_BODY_BYTES
    [message] = scene.service.messages
    assert message.text["id"] == many.id
    assert message.text["title"] == "5 new notices"
    assert [line[-1] for line in message.text["text"].splitlines()] == [*"………", "e"]


def test_a_push_service_that_finds_everything_too_large_ends_nothing(scene: Scene) -> None:
    """The message is skipped after two attempts; the browser gets the next one."""
    scene.begin()
    mover = scene.turn()
    before = len(scene.service.server.received)
    scene.service.replies.extend([(413, {}, b"")] * 2)
    assert scene.names() == []
    assert len(scene.service.server.received) == before + 2
    [known] = scene.subscriptions.of(ANN if mover == "ann" else BEN)
    assert known.stopped == ""
    scene.table.now += HOUR
    assert scene.names() == []
    scene.turn()
    scene.names()
    assert scene.turn() == mover
    assert scene.names() == [mover]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(scene: Scene, status: int) -> None:
    """Its target and owner are deleted."""
    scene.begin()
    mover = scene.turn()
    scene.service.replies.append((status, {}, b""))
    player = ANN if mover == "ann" else BEN
    [known] = scene.subscriptions.of(player)
    assert scene.names() == []
    assert scene.subscriptions.of(player) == []
    assert scene.store.get(OWNER.format(known.target.id)) is None


@pytest.mark.parametrize("status", [400, 401, 403, 307])
def test_a_refusal_stops_it(scene: Scene, status: int) -> None:
    """Its player sees the reason; subscribing again clears it."""
    scene.begin()
    player = ANN if scene.turn() == "ann" else BEN
    scene.service.replies.append((status, {"Location": f"{scene.service.server.url}/push/ann"}, b""))
    assert scene.names() == []
    [known] = scene.subscriptions.of(player)
    assert known.stopped == "push/refused"
    scene.subscriptions.add(player, Subscription.read(known.data))
    [known] = scene.subscriptions.of(player)
    assert known.stopped == ""


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_push_service_that_is_busy(scene: Scene, status: int) -> None:
    """The same message is sent again at the time of Retry-After."""
    scene.begin()
    mover = scene.turn()
    scene.service.replies.append((status, {"Retry-After": "7200"}, b""))
    assert scene.names() == []
    scene.table.now += 2 * HOUR - 1
    assert scene.names() == []
    scene.table.now += 1
    assert scene.names() == [mover]


@pytest.mark.slow
def test_hosts_that_do_not_answer_delay_no_others(scene: Scene) -> None:
    """Two threads call unproven hosts, and one push service has at most four of six."""
    scene.begin()
    mover = scene.turn()
    with ExitStack() as stack:
        dead = [stack.enter_context(scene.hosts.turn(f"dead-{number}.test")) for number in range(3)]
        assert [isinstance(each, Busy) for each in dead] == [False, False, True]
        assert scene.names() == [mover]
    mover = scene.turn()
    with ExitStack() as stack:
        for _ in range(THREADS_AT_ONE):
            stack.enter_context(scene.hosts.turn("127.0.0.1"))
        assert scene.names() == []
    scene.table.now += MINUTE
    assert scene.names() == [mover]


def test_what_retry_after_says() -> None:
    """Retry-After is in seconds or a date; other values are ignored."""
    now = 1_700_000_000_000
    date = format_datetime(datetime.fromtimestamp(now / 1000 + 60, UTC), usegmt=True)
    waits = {
        "30": 30_000,
        date: 60_000,
        "": 0,
        "soon": 0,
        "-5": 0,
        "Fri, 99 Foo": 0,
        "9" * 30: MANY,
        "Mon, 01 Jan 2020 00:00:00 +" + "9" * 30: 0,
    }
    for said, ms in waits.items():
        assert outcome_of(HttpResponse(503, {"retry-after": said}, b""), now) == Later("push/busy", ms), said
    assert outcome_of(HttpResponse(503, {}, b""), now) == Later("push/busy", 0)


def test_an_address_that_became_private_is_never_called(scene: Scene) -> None:
    """The address is checked again on each call."""
    scene.begin()
    player = ANN if scene.turn() == "ann" else BEN
    [known] = scene.subscriptions.of(player)
    inside = {**known.data, "endpoint": "https://10.0.0.1/push"}
    assert scene.deliveries.targets.save(known, data=inside)
    assert scene.names() == []
    [known] = scene.subscriptions.of(player)
    assert known.stopped == "call/not-allowed"


def test_a_browser_ends_with_its_session(scene: Scene) -> None:
    """After sign-out, revocation or a password change the browser gets nothing more."""
    scene.begin()
    mover = scene.turn()
    player = ANN if mover == "ann" else BEN
    scene.ended.add(Access(player, "0"))
    assert scene.names() == []
    assert scene.subscriptions.of(player) == []
    again = scene.browser(mover, "1")
    scene.subscriptions.add(player, again)
    scene.subscriptions.end_session(player, "0")
    assert len(scene.subscriptions.of(player)) == 1
    scene.subscriptions.end_session(player, "1")
    assert scene.subscriptions.of(player) == []
    assert scene.store.get(OWNER.format(again.id)) is None


@pytest.mark.slow
def test_a_browser_is_that_of_who_signed_in_there_last(scene: Scene) -> None:
    """The other account's messages no longer reach it, even if a process died in between."""
    shared = scene.browser("shared")
    assert scene.subscriptions.add(ANN, shared) == scene.subscriptions.add(ANN, shared) == shared.id
    [known] = scene.subscriptions.of(ANN)
    scene.subscriptions.add(BEN, shared)
    assert scene.subscriptions.of(ANN) == []
    assert len(scene.subscriptions.of(BEN)) == 1
    # as if the process had died before it removed the previous account's target
    scene.deliveries.targets.add(known.target, known.data, MOST)
    scene.table.fill(None)
    for _ in range(4):
        scene.turn()
        scene.deliver()
    assert scene.subscriptions.of(ANN) == []
    assert scene.service.messages
    for message in scene.service.messages:
        assert ANN.capitalize() in message.text["title"]
    scene.subscriptions.remove(known.target)
    assert len(scene.subscriptions.of(BEN)) == 1


@pytest.mark.long
def test_browsers_are_few(scene: Scene) -> None:
    """Repeated subscriptions take bounded space; a full account takes over no browser."""
    scene.begin()
    taken = scene.browser("bens")
    scene.subscriptions.add(BEN, taken)
    added = 0
    for number in range(1000):
        try:
            scene.subscriptions.add(ANN, scene.browser(f"more-{number}"))
            added += 1
        except TooManyTargets:
            continue
    assert added == MOST - 1
    with pytest.raises(TooManyTargets):
        scene.subscriptions.add(ANN, taken)
    assert taken.id in [each.target.id for each in scene.subscriptions.of(BEN)]
    assert scene.subscriptions.belongs(taken.target(BEN))
    assert len(scene.store.keys("push:browser:*")) == MOST + 2


def test_nothing_is_left_of_an_erased_account(scene: Scene) -> None:
    """Neither its browsers nor their owners are left."""
    scene.begin()
    scene.subscriptions.forget(ANN)
    scene.store.delete(*(key(ANN) for key in PARTS))
    assert len(scene.store.keys("push:browser:*")) == 1
    with pytest.raises(AccountErased):
        scene.subscriptions.add(ANN, scene.browser("late"))
    assert len(scene.store.keys("push:browser:*")) == 1


WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox on Android",
    f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge on Windows",
    f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Safari/604.1": "Safari on iPhone",
    f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0.0.0 Safari/537.36": "Chrome on Android",
    f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Safari/605.1.15": "Safari on macOS",
    "curl/8.0": "A browser",
    "": "A browser",
    "<script>" * 100_000: "A browser",
}


def test_what_a_browser_is_called() -> None:
    """Names come from known browsers and systems only, never from the request's text."""
    assert {agent: in_words(*described(agent)) for agent in AGENTS} == AGENTS

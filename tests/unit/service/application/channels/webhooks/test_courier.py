"""The webhook courier: what is sent, when, and how often; with an in-memory store and a real program."""

from collections.abc import Iterator

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.play.correspondence import HOUR, MINUTE, Correspondence
from harness.play.telling.webhooks import PUBLIC_URL, Hooks, verified
from harness.processes import free_port
from harness.wire.outside import OutsideServer, Received, Reply, outside_server
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from service.application.account_keys import PARTS
from service.application.channels.http.client import Client
from service.application.channels.http.destination import Destinations
from service.application.channels.http.hosts import Hosts
from service.application.channels.preferences import Preferences, Quiet
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.targets import TooManyTargets
from service.application.channels.webhooks.caller import Caller
from service.application.channels.webhooks.delivery import DeliveryState
from service.application.channels.webhooks.schedule import FAILS_MS, LONGEST_PAUSE_MS, RETRIES_MS
from service.application.channels.webhooks.webhook import (
    FAILING,
    GONE,
    LOG_SIZE,
    MOST,
    OLD_SECRET_MS,
    Old,
    Webhook,
)

IDS = [str(derived_game_id(name)) for name in ("ann", "ben")]
SCHEDULE = (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds between the attempts of a delivery, as in the specification."""


class Scene:
    """A correspondence game of two, and a program that is called."""

    def __init__(self, program: OutsideServer) -> None:
        clock = ClockSpec(TimeControl.PER_TURN, 240 * 3600, 240 * 3600, 240 * 3600)
        self.program = program
        self.table = Correspondence(1, Rules(), 2, Options(clock=clock), IDS.__getitem__)
        self.store = FakeRedis(server=FakeServer())
        self.hooks = Hooks(self.table, self.store, IDS)

    def begin(self, kinds: tuple[str, ...] | None = None) -> Target:
        """Start the game and add a webhook of the player who is not to act."""
        self.table.fill(None)
        target = self.hooks.add(self.other, self.program.url, kinds)
        self.hooks.deliver()
        assert not self.program.received
        return target

    @property
    def mover(self) -> str:
        """Return the player to act."""
        assert self.table.match.mover is not None
        return self.table.player(self.table.match.mover)

    @property
    def other(self) -> str:
        """Return the other player."""
        return next(player for player in IDS if player != self.mover)

    def turn(self) -> str:
        """Move until the other player is to act; return that player."""
        before = self.mover
        while self.mover == before:
            self.table.now += MINUTE
            self.table.move()
        return self.mover

    def answers(self, *statuses: int) -> None:
        """Let the program answer with these statuses, then repeat the last one."""
        left = list(statuses)
        self.program.answer = lambda _: (left.pop(0) if len(left) > 1 else left[0], {}, b"")

    def taken(self, ms: int = 0) -> list[Received]:
        """Return the requests received by this much later."""
        self.program.received.clear()
        self.hooks.deliver(ms)
        return list(self.program.received)


@pytest.fixture
def scene() -> Iterator[Scene]:
    """Give a table with one free seat."""
    with outside_server() as program:
        yield Scene(program)


@pytest.mark.slow
def test_a_turn_is_sent_at_once_and_once(scene: Scene) -> None:
    """The request is signed, has the notice's position as id, and all that a program needs to move."""
    target = scene.begin()
    scene.turn()
    [came] = scene.taken()
    match, notice = scene.table.match, next(scene.hooks.deliveries.inboxes.every(target.player))
    body = verified(scene.hooks.secret(target), came)
    assert came.headers["webhook-id"] == str(notice.position)
    assert came.headers["content-type"] == "application/json"
    assert body.keys() == {"type", "timestamp", "data"}
    assert (body["type"], body["timestamp"][:11], body["timestamp"][-1]) == ("turn", "2026-12-29T", "Z")
    assert body["data"] == {
        "id": str(notice.position),
        "kind": "turn",
        "game": match.id,
        "dynasty": None,
        "tournament": None,
        "version": match.head.version,
        "at": notice.notice.at,
        "text": body["data"]["text"],
        "url": f"{PUBLIC_URL}/games/{match.id}",
        "api": f"/api/v1/games/{match.id}",
        "deadline": match.deadline,
    }
    assert body["data"]["text"].startswith("It is your turn")
    assert scene.taken(HOUR) == []
    [entry] = scene.hooks.log(target)
    assert (entry.id, entry.state, entry.status, entry.attempts) == (
        body["data"]["id"],
        DeliveryState.DELIVERED,
        201,
        1,
    )


def test_preferences_do_not_hold(scene: Scene) -> None:
    """Digests, quiet hours, mutes and reading in the inbox do not affect webhooks."""
    target = scene.begin()
    quiet = Preferences(quiet=Quiet(0, 1439)).mute(scene.table.game, frozenset({WEBHOOK}))
    scene.hooks.deliveries.targets.prefer(target.player, lambda _: quiet)
    scene.turn()
    scene.hooks.deliveries.look()
    scene.hooks.deliveries.inboxes.see(target.player, None)
    assert len(scene.taken()) == 1


@pytest.mark.slow
def test_only_kinds_that_are_wanted(scene: Scene) -> None:
    """Excluded kinds are not in the log either."""
    target = scene.begin(("game_scored", "seat_left"))
    scene.turn()
    assert scene.taken() == []
    scene.table.attendance.resign(scene.table.match, scene.other)
    scene.table.work()
    came = scene.taken()
    assert {verified(scene.hooks.secret(target), each)["type"] for each in came} <= {
        "game_scored",
        "seat_left",
    }
    assert scene.hooks.log(target)[-1].kind != "turn"


def test_what_is_true_no_longer_is_not_sent(scene: Scene) -> None:
    """The first attempt failed, and the player has moved since: the delivery is skipped."""
    target = scene.begin()
    scene.answers(500)
    scene.turn()
    assert len(scene.taken()) == 1
    assert scene.hooks.log(target)[0].state is DeliveryState.WAITING
    scene.turn()
    assert scene.taken(5_000) == []
    [entry] = scene.hooks.log(target)
    assert (entry.kind, entry.state, entry.attempts, entry.next) == ("turn", DeliveryState.SKIPPED, 1, None)
    scene.answers(200)
    scene.turn()
    [came] = scene.taken(LONGEST_PAUSE_MS)
    assert verified(scene.hooks.secret(target), came)["type"] == "turn"


@pytest.mark.slow
def test_retries_are_those_of_the_specification(scene: Scene) -> None:
    """Ten attempts in 75 hours have the same id and body; then it fails, and later notices are sent."""
    target = scene.begin()
    scene.answers(500)
    scene.turn()
    first = scene.taken()
    assert len(first) == 1
    for seconds in SCHEDULE:
        assert scene.hooks.log(target)[0].next == scene.table.now + seconds * 1000
        assert scene.taken(seconds * 1000 - 1) == []
        again = scene.taken(1)
        assert [(each.headers["webhook-id"], each.body) for each in again] == [
            (each.headers["webhook-id"], each.body) for each in first
        ]
        assert verified(scene.hooks.secret(target), again[0])
    [entry] = scene.hooks.log(target)
    assert (entry.state, entry.attempts, entry.next, entry.error) == (
        DeliveryState.FAILED,
        10,
        None,
        "call/status",
    )
    assert scene.taken(100 * HOUR) == []
    assert not scene.hooks.get(target).stopped
    scene.answers(200)
    scene.turn()
    scene.turn()
    assert len(scene.taken()) == 1


def test_one_that_is_refused_holds_up_the_others_for_seconds(scene: Scene) -> None:
    """Others are sent in order of their positions; the refused one is retried on schedule."""
    target = scene.begin()
    scene.turn()
    refused: list[str] = []

    def answer(came: Received) -> Reply:
        refused[:] = refused or [came.headers["webhook-id"]]
        return (500 if came.headers["webhook-id"] == refused[0] else 200), {}, b""

    scene.program.answer = answer
    assert len(scene.taken()) == 1
    scene.table.attendance.resign(scene.table.match, scene.other)
    scene.table.work()
    assert scene.taken() == []
    assert [each.headers["webhook-id"] for each in scene.taken(5_000)] == refused
    others = [int(each.headers["webhook-id"]) for each in scene.taken(5_000)]
    assert others == sorted(others)
    assert others[0] > int(refused[0])
    assert scene.hooks.get(target).webhook.pause == 0
    assert [each.headers["webhook-id"] for each in scene.taken(300_000)] == refused


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [3 * HOUR, 400 * 24 * HOUR])
def test_a_clock_that_was_ahead_loses_nothing(scene: Scene, ahead: int) -> None:
    """Failed deliveries are retried at most an hour after the clock is right."""
    target = scene.begin()
    scene.answers(500)
    scene.turn()
    scene.table.now += ahead
    scene.taken()
    scene.taken(5_000)
    scene.table.now -= ahead
    scene.answers(200)
    scene.hooks.deliveries.due.enter([target], scene.table.now)
    came = scene.taken() or scene.taken(LONGEST_PAUSE_MS)
    assert len(came) == 1
    assert scene.hooks.log(target)[0].state is DeliveryState.DELIVERED


def test_410_is_the_end(scene: Scene) -> None:
    """The webhook is stopped with a reason, and nothing more is sent."""
    target = scene.begin()
    scene.answers(410)
    scene.turn()
    assert len(scene.taken()) == 1
    assert scene.hooks.get(target).stopped == GONE
    scene.answers(200)
    scene.turn()
    scene.turn()
    assert scene.taken(100 * HOUR) == []


@pytest.mark.slow
def test_what_fails_for_days_is_stopped(scene: Scene) -> None:
    """It takes five days and ten failed calls."""
    target = scene.begin()
    scene.answers(500)
    began = scene.table.now
    while not scene.hooks.get(target).stopped:
        scene.turn()
        scene.taken(10 * HOUR)
        scene.taken(10 * HOUR)
        scene.turn()
        assert scene.table.now - began < 2 * FAILS_MS
    assert scene.hooks.get(target).stopped == FAILING
    assert scene.table.now - began >= FAILS_MS
    assert scene.hooks.get(target).webhook.failures >= 10


@pytest.mark.parametrize("status", [204, 299])
def test_every_2xx_is_a_success(scene: Scene, status: int) -> None:
    """Any status from 200 to 299 counts as delivered."""
    target = scene.begin()
    scene.answers(status)
    scene.turn()
    scene.taken()
    assert scene.hooks.log(target)[0].state is DeliveryState.DELIVERED


def test_redirects_are_not_followed(scene: Scene) -> None:
    """A redirect is a failure."""
    target = scene.begin()
    scene.program.answer = lambda _: (307, {"Location": f"{scene.program.url}/other"}, b"")
    scene.turn()
    assert [each.path for each in scene.taken()] == ["/"]
    entry = scene.hooks.log(target)[0]
    assert (entry.state, entry.status, entry.error) == (DeliveryState.WAITING, 307, "call/status")


def test_a_program_may_ask_to_be_left_alone(scene: Scene) -> None:
    """`Retry-After` in seconds delays the next attempt, up to an hour."""
    target = scene.begin()
    scene.program.answer = lambda _: (429, {"Retry-After": "90"}, b"")
    scene.turn()
    scene.taken()
    assert scene.hooks.log(target)[0].next == scene.table.now + 90_000
    assert scene.taken(89_999) == []
    assert len(scene.taken(1)) == 1
    scene.program.answer = lambda _: (503, {"Retry-After": "999999"}, b"")
    scene.taken(300_000)
    assert scene.hooks.get(target).webhook.pause == scene.table.now + LONGEST_PAUSE_MS


@pytest.mark.slow
def test_a_private_address_is_never_called(scene: Scene) -> None:
    """The address is checked on every call, not only when the webhook is created."""
    closed = Caller(Client(Destinations(())), Hosts())
    hooks = Hooks(scene.table, scene.store, IDS, closed)
    target = scene.begin()
    scene.turn()
    hooks.deliver()
    assert scene.program.received == []
    entry = hooks.log(target)[0]
    assert (entry.state, entry.status, entry.error) == (DeliveryState.WAITING, None, "call/not-allowed")


def test_a_refused_connection_is_logged_with_its_code(scene: Scene) -> None:
    """The log has the error code."""
    scene.program.port = free_port()
    target = scene.begin()
    scene.turn()
    assert scene.taken() == []
    assert scene.hooks.log(target)[0].error == "call/not-connected"


def test_an_old_secret_signs_along_for_a_day(scene: Scene) -> None:
    """Both secrets verify until then, afterwards only the new one."""
    target = scene.begin()
    scene.hooks.change(target, rotation=1, old=(Old(0, scene.table.now + OLD_SECRET_MS),))
    scene.turn()
    [came] = scene.taken()
    assert verified(scene.hooks.secret(target, 0), came) == verified(scene.hooks.secret(target, 1), came)
    scene.turn()
    scene.turn()
    [came] = scene.taken(OLD_SECRET_MS)
    assert verified(scene.hooks.secret(target, 1), came)
    assert len(came.headers["webhook-signature"].split(" ")) == 1


def test_a_replay_is_the_same_again(scene: Scene) -> None:
    """It has the same id and a new log entry; a notice that is no longer true is skipped."""
    target = scene.begin()
    scene.turn()
    [came] = scene.taken()
    position = int(came.headers["webhook-id"])
    scene.hooks.change(target, asked=(position,))
    [again] = scene.taken(1_000)
    assert (again.body, again.headers["webhook-id"]) == (came.body, came.headers["webhook-id"])
    assert [each.state for each in scene.hooks.log(target)] == [DeliveryState.DELIVERED] * 2
    scene.turn()
    scene.hooks.change(target, asked=(position,))
    assert scene.taken() == []
    assert scene.hooks.log(target)[0].state is DeliveryState.SKIPPED


def test_a_test_is_sent_once(scene: Scene) -> None:
    """A test is sent even while the webhook waits; its success ends the wait."""
    target = scene.begin()
    scene.answers(500)
    scene.turn()
    scene.taken()
    scene.hooks.change(target, test=1)
    [came] = scene.taken()
    assert verified(scene.hooks.secret(target), came)["type"] == "test"
    assert scene.hooks.log(target)[0].state is DeliveryState.FAILED
    assert scene.hooks.get(target).webhook.test == 0
    scene.answers(200)
    scene.hooks.change(target, test=2)
    ids = [each.headers["webhook-id"] for each in scene.taken()]
    assert ids[0] == "test-2"
    assert scene.hooks.get(target).webhook.pause == 0


@pytest.mark.long
def test_what_is_kept_is_bounded(scene: Scene) -> None:
    """A webhook's log has the newest 100 entries; a player has at most five webhooks."""
    target = scene.begin()
    for number in range(LOG_SIZE + 20):
        scene.hooks.change(target, test=number + 1)
        scene.taken(1_000)
    log = scene.hooks.log(target)
    assert [each.id for each in log] == [f"test-{LOG_SIZE + 20 - number}" for number in range(LOG_SIZE)]
    for _ in range(MOST - 1):
        scene.hooks.add(target.player, scene.program.url)
    with pytest.raises(TooManyTargets):
        scene.hooks.webhooks.add(target.player, str(derived_game_id("sixth")), Webhook("https://x", None, 0))
    assert scene.hooks.webhooks.remove(target)
    assert scene.hooks.log(target) == []


def test_an_erased_account_has_none(scene: Scene) -> None:
    """Nothing is sent, stored or due."""
    target = scene.begin()
    scene.turn()
    scene.hooks.deliveries.look()
    scene.store.delete(*[key(target.player) for key in PARTS])
    assert scene.taken() == []
    assert scene.hooks.log(target) == []
    assert scene.hooks.deliveries.due.overdue(WEBHOOK, scene.table.now + 100 * HOUR).waiting == 0


def test_the_schedule_is_the_one_that_is_written_down() -> None:
    """The schedule is in ms."""
    assert tuple(seconds * 1000 for seconds in SCHEDULE) == RETRIES_MS

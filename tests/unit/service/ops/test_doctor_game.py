"""`kingdomino doctor GAME-ID` says what a game waits for, and why it does not go on."""

from uuid import uuid4

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis
from rq import Queue
from rq.results import Result
from rq.serializers import JSONSerializer

from harness.games import KEY
from harness.play.correspondence import Correspondence
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, derived_game_id
from replays.events.game_events import Options
from replays.match.aggregate import Status
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.worker_registry import QUEUE
from replays.streams import keys
from service.application.account_keys import channels_key, profile_key, webhooks_key
from service.application.channels.target import EMAIL, WEBHOOK, Target
from service.application.channels.targets import Targets
from service.application.channels.webhooks.delivery import DeliveryState, WebhookDelivery
from service.application.channels.webhooks.schedule import ChangedWebhook
from service.application.channels.webhooks.store import Webhooks
from service.application.channels.webhooks.webhook import FAILING, Webhook
from service.ops.backlog import Backlog
from service.ops.doctor.one_game import GameDoctor
from service.ops.doctor.results import Level

ANN, BEN = str(derived_game_id("ann")), str(derived_game_id("ben"))
DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)
HOUR = 3_600_000


class Site:
    """A game of two people with a day for each turn, and the stores of its installation."""

    def __init__(self, *policies: str | None) -> None:
        self.table = Correspondence(1, options=Options(clock=DAY), named=lambda seat: (ANN, BEN)[seat])
        self.table.fill(*policies)
        self.store: Redis = FakeRedis(server=FakeServer())
        self.jobs: Redis = FakeRedis(server=FakeServer())
        for player in (ANN, BEN):
            self.store.hset(profile_key(player), "name", "x")
        self.webhooks = Webhooks(self.store, Targets(self.store))

    def said(self, stream: GameId | None = None, key: bytes = KEY) -> dict[str, tuple[Level, str]]:
        """The level and text of each finding by its subject."""
        log, now = self.table.log, self.table.now
        backlog = Backlog(log, self.store, self.jobs, lambda: now)
        doctor = GameDoctor(log, backlog, Targets(self.store), self.webhooks, SeedStore(key), now)
        return {each.about: (each.level, each.text) for each in doctor.examine(stream or self.table.game)}

    def fail(self, code: str) -> None:
        """Store a failed attempt of the game's job, as a worker does."""
        game = self.table.game
        queue = Queue(QUEUE, connection=self.jobs, serializer=JSONSerializer)
        job = queue.enqueue("act", game, job_id=f"act-{game}-{uuid4().hex}")
        queue.failed_job_registry.add(job, ttl=60)
        with self.jobs.pipeline() as pipe:
            Result.create_failure(job, 60, f"x.NotDone: game {game} waits: {code}\n", "", pipeline=pipe)
            pipe.execute()


@pytest.fixture
def site() -> Site:
    """Give such a game that has begun."""
    return Site(None)


def test_a_game_that_waits_for_a_person_is_well(site: Site) -> None:
    """The seat, its player and the time-out are named; nothing fails."""
    site.table.now += 3 * HOUR
    said = site.said()
    assert {level for level, _ in said.values()} == {Level.OK}
    mover = site.table.match.mover
    assert mover is not None
    assert "last changed 3 hours ago" in said["turn"][1]
    assert f"seat {mover} is to act, player {site.table.player(mover)}, until 20" in said["turn"][1]


def test_a_turn_that_a_worker_owes_fails_after_a_minute(site: Site) -> None:
    """A time-out, a bot or a plan that is due is named with its time."""
    site.table.now += 24 * HOUR + 30_000
    level, text = site.said()["turn"]
    assert level is Level.OK
    assert "is due since 20" in text
    site.table.now += 60_000
    assert site.said()["turn"][0] is Level.FAIL


def test_a_score_that_a_worker_owes_fails_after_a_minute(site: Site) -> None:
    """A finished game is scored within seconds."""
    while site.table.match.status is Status.ACTIVE:
        site.table.move()
    assert site.said()["turn"][0] is Level.OK
    site.table.now += 61_000
    level, text = site.said()["turn"]
    assert level is Level.FAIL
    assert "a worker has to score it" in text


def test_a_lost_seed_is_found_before_anybody_needs_it(site: Site) -> None:
    """A missing seed and a seed of another key have different remedies, and name no secret."""
    level, text = site.said(key=bytes([1]) * 32)["seed"]
    assert level is Level.FAIL
    assert "restore the server's key" in text
    site.table.log.store.delete(keys.secret(site.table.game))
    level, text = site.said()["seed"]
    assert level is Level.FAIL
    assert "is missing" in text
    assert "restore the store from a backup" in text


def test_a_failed_job_is_explained(site: Site) -> None:
    """The code of the last failure, and what it means; jobs of other games are not named."""
    assert site.said()["jobs"][0] is Level.OK
    site.fail("bot/unknown-policy")
    level, text = site.said()["jobs"]
    assert level is Level.FAIL
    assert "`act` failed, bot/unknown-policy: a newer version seated the bot" in text
    assert "jobs" not in site.said(derived_game_id("another"))


def test_work_that_fails_again_and_again_is_named(site: Site) -> None:
    """The work with its last code, its meaning, and the next attempt; a failure just now is no pattern."""
    for _ in range(3):
        site.table.log.step_back("notices", site.table.game, "log/damaged", site.table.now)
        assert "notices" not in site.said()
    site.table.now += 5_000
    level, text = site.said()["notices"]
    assert level is Level.FAIL
    assert "log/damaged, failed 3 times since 20" in text
    assert "the next attempt is at 20" in text
    assert "the log is damaged; see `log`" in text


def test_a_damaged_log_is_found(site: Site) -> None:
    """The place of the damage and its kind."""
    with site.table.log.damaging(site.table.game) as entries:
        entries[-1] = RawEntry(entries[-1].id, {b"e": b"{}", b"h": b"0" * 64})
    level, text = site.said()["log"]
    assert level is Level.FAIL
    assert f"at version {entries[-1].id.partition('-')[0]}, " in text


def test_an_unknown_game_fails(site: Site) -> None:
    """The id may be mistyped."""
    stranger = derived_game_id("nobody")
    ((about, (level, text)),) = site.said(stranger).items()
    assert (about, level) == ("game", Level.FAIL)
    assert stranger in text


@pytest.fixture
def hooked(site: Site) -> tuple[Site, Target]:
    """Give a game whose first player has a webhook with a secret in its address."""
    target = Target(WEBHOOK, ANN, str(derived_game_id("hook")))
    site.webhooks.add(ANN, target.id, Webhook("https://bot.example/s3cret", None, 1))
    return site, target


def test_a_webhook_that_responds_is_well(hooked: tuple[Site, Target]) -> None:
    """It is named, so that the player can find it; its address is not, which may have a secret."""
    site, target = hooked
    level, text = site.said()["webhook"]
    assert level is Level.OK
    assert target.id in text
    assert "s3cret" not in text


def test_a_failing_webhook_is_a_warning_for_its_owner(hooked: tuple[Site, Target]) -> None:
    """The failures, the next call, and what became of this game's notice; then that it was switched off."""
    site, target = hooked
    failing = Webhook(
        "https://bot.example/s3cret", None, 1, failures=2, failing=site.table.now - HOUR, logged=1
    )
    delivery = WebhookDelivery(
        1, "7", "turn", site.table.game, None, DeliveryState.WAITING, 2, site.table.now, 503, 9, "call/status"
    )
    raw = site.store.hget(channels_key(ANN), target.name)
    assert raw is not None
    site.webhooks.change(target, lambda _: ChangedWebhook(failing, entries=(delivery,)))
    assert site.store.hlen(webhooks_key(ANN)) == 1
    level, text = site.said()["webhook"]
    assert level is Level.WARN
    assert "has failed 2 times since 20" in text
    assert "of this game turn is waiting after 2 calls (call/status, HTTP 503)" in text
    assert "s3cret" not in text
    site.webhooks.change(target, lambda webhook: ChangedWebhook(webhook, FAILING))
    assert f"is off, {FAILING}" in site.said()["webhook"][1]


def test_a_mailbox_that_was_stopped_is_a_warning(site: Site) -> None:
    """Its owner gets no e-mails, and may not know why."""
    target = Target(EMAIL, BEN)
    targets = Targets(site.store)
    targets.add(target, {}, 1)
    assert "email" not in site.said()
    _, known = targets.get(target)
    assert known is not None
    targets.save(known, stopped="mail/refused")
    level, text = site.said()["email"]
    assert level is Level.WARN
    assert f"player {BEN}: nothing is sent there any more, mail/refused" in text

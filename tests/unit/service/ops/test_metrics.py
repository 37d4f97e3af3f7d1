"""The metrics of one process, also while a store is unavailable."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import uuid4

import pytest
from fakeredis import FakeRedis, FakeServer
from prometheus_client.parser import text_string_to_metric_families
from rq import Queue
from rq.results import Result
from rq.serializers import JSONSerializer

from harness.clock import Clock
from harness.store.fake_log import FakeEventLog
from harness.store.records import CREATED, first, games
from replays.bootstrap import now_ms
from replays.log.event_log import IndexChange
from replays.log.works import PROJECTIONS
from replays.runtime.worker_registry import QUEUE
from replays.store.heartbeat import KEPT_MS, Heartbeat
from service.application.channels.delivering.due import DueTargets
from service.application.channels.target import EMAIL, NAMES, PUSH, Target
from service.application.games.search.building import Builds
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.writing import GenerationWriter
from service.http import problems
from service.http.endpoints import DeclaringFlask
from service.ops import metrics
from service.ops.backlog import FOLLOWERS, Backlog
from service.ops.doctor import work
from service.ops.doctor.results import Level
from service.ops.failures import JOBS
from service.ops.fresh import FRESH_SECONDS, Fresh
from service.ops.process_metrics import ProcessMetrics
from service.ops.readiness import (
    LONGEST_SILENCE,
    background_problem,
    notice_problem,
    relay_problem,
    stuck_problem,
)
from workers.worker.projections.registry import PROJECTORS

Figures = dict[tuple[str, ...], float]
DAY = 24 * 60 * 60
PLAYER = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"


class Place:
    """An application with only `/metrics`, and its stores."""

    def __init__(self) -> None:
        self.log, self.jobs = FakeServer(), FakeServer()
        self.games = FakeEventLog()
        self.metrics = ProcessMetrics()
        self.ahead = 0
        self.backlog = backlog = Backlog(
            self.games,
            FakeRedis(server=self.log),
            FakeRedis(server=self.jobs),
            lambda: now_ms() + self.ahead,
        )
        app = DeclaringFlask(__name__, static_folder=None)
        problems.register(app)
        self.clock = Clock()
        metrics.register(app, self.metrics, backlog, self.clock)
        self.client = app.test_client()

    def figures(self) -> Figures:
        """Return every sample by its name and label values."""
        self.clock.advance(FRESH_SECONDS)
        answer = self.client.get("/metrics")
        assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
        families = text_string_to_metric_families(answer.text)
        samples = [sample for family in families for sample in family.samples]
        return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


@pytest.fixture
def place() -> Place:
    """Give such an application."""
    return Place()


def test_what_was_measured_is_counted(place: Place) -> None:
    """Requests count by method, route and status class; so do appends, conflicts, folds and open streams."""
    place.metrics.served("GET", "/api/v1/games/<game>", 200, 0.003)
    place.metrics.served("GET", "/api/v1/games/<game>", 204, 0.3)
    place.metrics.served("GET", "/api/v1/games/<game>", 503, 9.0)
    place.metrics.appended(0.004)
    place.metrics.conflicted()
    place.metrics.folded(0.0001)
    for change in (1, 1, -1):
        place.metrics.watching(change)
    figures = place.figures()
    route = ("GET", "/api/v1/games/<game>")
    assert figures["http_request_duration_seconds_count", *route, "2xx"] == 2
    assert figures["http_request_duration_seconds_sum", *route, "5xx"] == 9
    assert figures["kingdomino_append_seconds_bucket", "0.002"] == 0
    assert figures["kingdomino_append_seconds_bucket", "0.005"] == 1
    assert figures["kingdomino_conflicts_total",] == 1
    assert figures["kingdomino_fold_seconds_count",] == 1
    assert figures["kingdomino_watchers",] == 1


def test_the_age_of_a_job_is_that_of_the_oldest(place: Place) -> None:
    """The age is in seconds, whatever came later."""
    assert place.figures()["kingdomino_job_age_seconds",] == 0
    queue = Queue(QUEUE, connection=FakeRedis(server=place.jobs), serializer=JSONSerializer)
    queue.enqueue("workers.jobs.score", "1")
    place.ahead = DAY * 1000
    queue.enqueue("workers.jobs.score", "2")
    figures = place.figures()
    assert figures["kingdomino_jobs_waiting",] == 2
    assert DAY <= figures["kingdomino_job_age_seconds",] < DAY + 60


def test_what_is_due_is_counted_from_when_it_was(place: Place) -> None:
    """Games with a due bot, plan or clock count, with the age of the first."""
    assert place.figures()["kingdomino_due_games",] == 0
    for game, minutes in zip(games(4), (0, -1, -2, 60), strict=True):
        due = IndexChange(CREATED, None, "active", due=now_ms() + minutes * 60_000)
        place.games.append(first(game, index=due))
    figures = place.figures()
    assert figures["kingdomino_due_games",] == 3
    assert 120 <= figures["kingdomino_due_seconds",] < 180


@pytest.mark.slow
def test_what_waits_to_be_told_is_counted_by_channel(place: Place) -> None:
    """Waiting deliveries are counted before and after dispatch; the operator's pages report them."""
    figures = place.figures()
    for channel in NAMES:
        assert figures["kingdomino_delivery_due_waiting", channel] == 0
        assert figures["kingdomino_delivery_jobs_waiting", channel] == 0
    assert notice_problem(place.backlog) is None
    due = DueTargets(FakeRedis(server=place.log))
    due.enter([Target(EMAIL, PLAYER), Target(PUSH, PLAYER, PLAYER)], now_ms() - 400_000)
    figures = place.figures()
    assert figures["kingdomino_delivery_due_waiting", "email"] == 1
    assert 400 <= figures["kingdomino_delivery_due_age_seconds", "push"] < 460
    assert str(notice_problem(place.backlog)).startswith("1 deliveries by email wait, the oldest for 40")
    assert [finding.level for finding in work.notices(place.backlog)] == [Level.WARN]
    for channel in (EMAIL, PUSH):
        due.claim(channel, now_ms(), 10)
    queue = Queue("deliveries-push", connection=FakeRedis(server=place.jobs), serializer=JSONSerializer)
    queue.enqueue("workers.jobs.push", PLAYER)
    assert place.figures()["kingdomino_delivery_due_waiting", "push"] == 0
    assert place.figures()["kingdomino_delivery_jobs_waiting", "push"] == 1
    assert [finding.level for finding in work.notices(place.backlog)] == [Level.OK]
    place.ahead = 600_000
    assert place.figures()["kingdomino_delivery_jobs_age_seconds", "push"] >= 600
    due.forget(Target(EMAIL, PLAYER))
    due.forget(Target(PUSH, PLAYER, PLAYER))
    assert "1 deliveries by push wait" in str(notice_problem(place.backlog))


@pytest.mark.parametrize("name", FOLLOWERS)
def test_what_a_projection_has_not_read_is_counted(place: Place, name: str) -> None:
    """Each append that notices, records, ratings or the search lack counts, with the age of the oldest.

    So does the work that the relay lacks, by itself.
    """
    store = FakeRedis(server=place.log)
    for key in ("{00}:feed", "{00}:work"):
        store.xadd(key, {"g": "1"}, id=f"{now_ms() - 90_000}-0")
    figures = place.figures()
    assert figures[f"kingdomino_{name}_lag_entries",] == figures["kingdomino_feed_lag_entries",] == 1
    assert 90 <= figures[f"kingdomino_{name}_lag_seconds",] < 150
    store.xgroup_create("{00}:feed", FOLLOWERS[name], id="$", entries_read=1)
    figures = place.figures()
    assert figures[f"kingdomino_{name}_lag_entries",] == figures[f"kingdomino_{name}_lag_seconds",] == 0
    assert figures["kingdomino_feed_lag_entries",] == 1


def test_rebuilds_say_how_far_they_are() -> None:
    """A rebuild of the search or the ratings has two gauges, and a line of the doctor, until it is done."""
    place = Place()
    assert not [name for name, *_ in place.figures() if "rebuild" in name]
    store = FakeRedis(server=place.log)
    builds, ledger, writing = Builds(store), RatingLedger(store), GenerationWriter(store)
    builds.note(builds.begin(9), 4, [], "the next page")
    for number in range(2):
        ledger.leave(f"player-{number}", number)
    writing.write(writing.begin(), 1, [])
    figures = place.figures()
    told = {name: figures["kingdomino_rebuild_done", name] for name in ("search", "ratings")}
    assert told == {"search": 4, "ratings": 1}
    assert figures["kingdomino_rebuild_total", "ratings"] == 2
    assert "a worker rebuilds it: 4 of 9 done" in {each.text for each in work.background(place.backlog)}


def test_every_projection_has_its_gauge() -> None:
    """They are those that workers run."""
    assert set(FOLLOWERS.values()) == set(PROJECTORS) == {"notices", "records", "ratings", "finished"}


def test_unscored_games_are_counted_from_their_end(place: Place) -> None:
    """A game that is over counts until it is scored, the time of the longest waiting one from its end."""
    assert (
        place.figures()["kingdomino_unscored_games",] == place.figures()["kingdomino_unscored_seconds",] == 0
    )
    for number, game in enumerate(games(3)):
        status = "scored" if number == 0 else "finished"
        place.games.append(first(game, index=IndexChange(CREATED + number, None, status)))
    figures = place.figures()
    assert figures["kingdomino_unscored_games",] == 2
    age = (now_ms() - place.games.read(games(3)[1])[-1].record["at"]) / 1000
    assert figures["kingdomino_unscored_seconds",] == pytest.approx(age, abs=60)


def test_failed_jobs_are_counted_by_name(place: Place) -> None:
    """Each work counts once, whatever its queue, for a day after its last failure; the doctor says why."""
    before = place.figures()
    for queue, names in JOBS.items():
        for name in names:
            assert before["kingdomino_failed_jobs", name] == 0
            item = PLAYER if name != "push" else f"{PLAYER}_{PLAYER}"
            for _ in range(2):
                fail(place, queue, name, item)
    store = FakeRedis(server=place.jobs)
    store.zadd("rq:failed:jobs", {f"score-{games(2)[1]}-{'0' * 32}": now_ms() / 1000 - 1, "a-b-c": 9e9})
    figures = place.figures()
    assert {figures["kingdomino_failed_jobs", name] for names in JOBS.values() for name in names} == {1}
    (found,) = work.failed_jobs(place.backlog)
    assert found.level is Level.WARN
    assert f"act of {PLAYER} (vault/refused)" in found.text


def fail(place: Place, queue: str, name: str, item: str) -> None:
    """Store a failed attempt as a worker of RQ does."""
    jobs = Queue(queue, connection=FakeRedis(server=place.jobs), serializer=JSONSerializer)
    job = jobs.enqueue(name, item, job_id=f"{name}-{item}-{uuid4().hex}", failure_ttl=DAY)
    jobs.failed_job_registry.add(
        job, ttl=DAY, exc_string=f"Traceback\nNotDone: {item} is not done: vault/refused\n"
    )
    with jobs.connection.pipeline() as pipe:
        Result.create_failure(
            job, DAY, "x.NotDone: game is not scored: vault/refused\n", "worker", pipeline=pipe
        )
        pipe.execute()


def test_a_store_that_is_away_is_told_and_the_rest_is_there(place: Place) -> None:
    """Metrics that need it are left out, since wrong values would be worse."""
    assert place.figures()["kingdomino_store_up", "log"] == 1
    place.log.connected = False
    figures = place.figures()
    assert figures["kingdomino_store_up", "log"] == 0
    assert figures["kingdomino_store_up", "jobs"] == 1
    assert figures["kingdomino_watchers",] == 0
    assert not any(name[0].startswith("kingdomino_feed") for name in figures)


def test_who_asks_through_a_proxy_is_not_told(place: Place) -> None:
    """Metrics are for the operator's own network."""
    answer = place.client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    assert answer.status_code == 404
    assert b"kingdomino_" not in answer.data


def test_the_figures_are_made_once_a_second(place: Place) -> None:
    """Requests within a second get the cached metrics."""
    before = place.figures()
    place.metrics.conflicted()
    text = place.client.get("/metrics").text
    assert "kingdomino_conflicts_total 0.0" in text
    place.clock.advance(FRESH_SECONDS / 2)
    assert place.client.get("/metrics").text == text
    assert place.figures()["kingdomino_conflicts_total",] == before["kingdomino_conflicts_total",] + 1


def test_nobody_waits_while_the_figures_are_made() -> None:
    """Only the first request waits; a concurrent one gets the previous metrics."""
    clock, made = Clock(), Event()
    texts = iter([b"first", b"second"])
    begun = Event()

    def make() -> bytes:
        text = next(texts)
        if text == b"second":
            begun.set()
            made.wait()
        return text

    scraped = Fresh(make, clock)
    assert scraped.value() == b"first"
    clock.advance(FRESH_SECONDS)
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(scraped.value)
        begun.wait()
        assert scraped.value() == b"first"
        made.set()
        assert slow.result() == scraped.value() == b"second"


def test_stuck_work_is_counted_and_named(place: Place) -> None:
    """What fails for longer than a moment counts by its work; the doctor names each game and its code."""
    one, other, third = games(3)
    place.games.step_back("act", one, "vault/refused", now_ms() - 60_000)
    place.games.step_back("act", one, "vault/refused", now_ms())
    place.games.step_back("score", other, "log/damaged", now_ms() - 60_000)
    place.games.step_back("score", third, "log/damaged", now_ms())
    figures = place.figures()
    assert figures["kingdomino_stuck", "act"] == figures["kingdomino_stuck", "score"] == 1
    assert figures["kingdomino_stuck", "advance"] == 0
    assert "1 bots, plans and clocks of games, 1 scores of games" in str(stuck_problem(place.backlog))
    found = list(work.stuck(place.backlog))
    assert {result.level for result in found} == {Level.FAIL}
    texts = [result.text for result in found]
    assert texts[0].startswith(f"{one}: vault/refused, failed 2 times since 2")
    assert any(other in text for text in texts)
    assert not any(third in text for text in texts)
    place.games.recover("act", [one])
    place.games.recover("score", [other])
    place.games.recover("score", [third])
    assert stuck_problem(place.backlog) is None
    assert [result.level for result in work.stuck(place.backlog)] == [Level.OK]


def test_an_activity_without_success_is_named_within_ten_seconds(place: Place) -> None:
    """The relay and each projection are missed when they were silent for too long, for whatever cause."""
    store = FakeRedis(server=place.log)
    assert "making notices: no worker was heard of in the last day" in str(background_problem(place.backlog))
    assert relay_problem(place.backlog) == "no relay was heard of in the last day"
    for name in ("relay", *PROJECTIONS):
        Heartbeat(store, name).beat()
    assert background_problem(place.backlog) is None
    assert relay_problem(place.backlog) is None
    assert LONGEST_SILENCE + FRESH_SECONDS < 10
    Heartbeat(store, "ratings").fail("BadRatingEntry")
    assert background_problem(place.backlog) is None  # a moment ago it succeeded
    for name in ("relay", "ratings"):
        store.pexpire(f"{{{name}}}:heartbeat", KEPT_MS - 9_000)
    fails, silent = background_problem(place.backlog), relay_problem(place.backlog)
    assert re.fullmatch(r"rating fails for (9|\d\d) seconds: BadRatingEntry", fails or "")
    assert re.fullmatch(r"no relay was heard of for (9|\d\d) seconds", silent or "")
    figures = place.figures()
    assert (figures["kingdomino_failing", "ratings"], figures["kingdomino_failing", "records"]) == (1, 0)
    assert figures["kingdomino_silence_seconds", "relay"] >= 9
    Heartbeat(store, "ratings").beat()
    Heartbeat(store, "archive").fail("archive/away")
    assert background_problem(place.backlog) == "archiving fails: archive/away"
    assert [result.level for result in work.background(place.backlog)] == [Level.FAIL]

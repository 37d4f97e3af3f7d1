"""The relay's process."""

import socket
import time
from collections.abc import Iterable, Sequence

from replays.bootstrap import now_ms, open_log
from replays.kinds import KINDS
from replays.runtime import logs
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import StopSignal
from replays.store import clients
from replays.store.heartbeat import Health, Heartbeat, reason_of
from replays.store.unblocking import unblock_at
from service.application.accounts.origins import Origins
from service.application.channels.delivering.due import DueTargets
from service.application.games.reviews.stored import Reviews
from service.application.pictures.animations import Animations
from workers.jobs.registry import DELIVERIES, DRAW, REVIEW
from workers.outage import Outage, Reports
from workers.queue.job_queue import JobQueue
from workers.relay.chores import REST_MS, Chore
from workers.relay.deliveries import DeliverySweeper
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.relay import BLOCK_MS, Relay
from workers.relay.requests import ANIMATION_PAUSE_SECONDS, RequestSweeper
from workers.relay.sweeper import DueSweeper, SeriesSweeper, Sweeper

GATHER_SECONDS = 0.02
"""The pause after an entry, so that several entries are dispatched with one write to the store."""
SWEEP_SECONDS = 1.0
DELIVERY_SECONDS = 0.1
TAKE_OVER_SECONDS = 2.0
TRIM_SECONDS = 60.0


def run_relay(settings: Settings, stop: StopSignal) -> None:
    """Run the relay and its chores until a stop is requested."""
    log, jobs = open_log(settings), JobQueue(clients.queue(settings.jobs_url()))
    health = Health(Heartbeat(clients.writer(settings.log_url())))
    origins = Origins(clients.reader(settings.log_url()))
    dispatcher = Dispatcher(Priorities(log, origins.groups, time.monotonic), jobs, time.monotonic)
    relay = Relay(log, dispatcher, socket.gethostname())
    sweeper = Sweeper(log, dispatcher, time.monotonic)
    series = {kind: SeriesSweeper(kind, log, dispatcher, time.monotonic) for kind in KINDS.series}
    due_sweeper = DueSweeper(log, dispatcher, time.monotonic, now_ms)
    deliveries = DeliverySweeper(
        DueTargets(clients.writer(settings.log_url())),
        {
            channel: JobQueue(clients.queue(settings.jobs_url()), name=task.queue)
            for channel, task in DELIVERIES.items()
        },
        origins.groups,
        now_ms,
        time.monotonic,
    )
    animations, reviews = _request_sweepers(settings)
    chores = [
        Chore("deliveries", DELIVERY_SECONDS, deliveries.sweep, time.monotonic, deliveries.can_rest),
        Chore("scores", SWEEP_SECONDS, sweeper.sweep, time.monotonic, sweeper.can_rest),
        *(
            Chore(kind.stream.listing, SWEEP_SECONDS, each.sweep, time.monotonic, each.can_rest)
            for kind, each in series.items()
        ),
        Chore("due games", SWEEP_SECONDS, due_sweeper.sweep, time.monotonic, due_sweeper.can_rest),
        Chore("entries of dead relays", TAKE_OVER_SECONDS, relay.take_over, time.monotonic, lambda: True),
        Chore("trimming", TRIM_SECONDS, relay.trim, time.monotonic, lambda: True),
        Chore("animations", SWEEP_SECONDS, animations.sweep, time.monotonic, animations.can_rest),
        Chore("reviews", SWEEP_SECONDS, reviews.sweep, time.monotonic, reviews.can_rest),
    ]
    unblock_at(stop, settings.log_url())
    keep_relaying(relay, chores, stop, Reports.of(settings, logs.say(__name__)), health)


def _request_sweepers(settings: Settings) -> tuple[RequestSweeper, RequestSweeper]:
    """The sweepers of animations and of reviews."""
    store, jobs = clients.writer(settings.log_url()), JobQueue(clients.queue(settings.jobs_url()))
    animations, reviews = Animations(store), Reviews(store)
    return (
        RequestSweeper(
            lambda: animations.take(now_ms()),
            DRAW,
            jobs.beside(DRAW.queue),
            time.monotonic,
            ANIMATION_PAUSE_SECONDS,
        ),
        RequestSweeper(lambda: reviews.take(now_ms()), REVIEW, jobs.beside(REVIEW.queue), time.monotonic),
    )


def keep_relaying(
    relay: Relay, chores: Sequence[Chore], stop: StopSignal, reports: Reports, health: Health
) -> None:
    """Do the chores and relay until a stop is requested, whatever fails.

    If a server is unavailable, wait for it. Any other failure is the fault of an entry or of this program,
    and is reported as such; the next round may succeed.
    """
    outage = Outage(stop, reports)
    while not stop.is_set():
        try:
            for chore in chores:
                chore.do_when_due(reports)
            rests = all(chore.reason is None and chore.can_rest() for chore in chores)
            found = relay.relay(REST_MS if rests else BLOCK_MS)
        except Exception as error:  # noqa: BLE001 - the relay goes on; the error's text is unknown
            health.failed(reason_of(error))
            outage.goes_on(error)
        else:
            outage.is_over()
            _report(chores, health)
            if found:
                stop.wait(GATHER_SECONDS)


def _report(chores: Iterable[Chore], health: Health) -> None:
    """A round in which a chore failed has no success to report."""
    failing = [f"{chore.name}: {chore.reason}" for chore in chores if chore.reason is not None]
    if failing:
        health.failed(", ".join(failing))
    else:
        health.succeeded()

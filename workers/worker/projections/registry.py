"""The projections of the log that a worker runs."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from redis import Redis

from replays.bootstrap import now_ms, open_log, server_key
from replays.log.event_log import EventLog
from replays.log.works import FINISHED, NOTICES, RATINGS, RECORDS
from replays.match.aggregate import Match
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.accounts.players import open_players
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.due import DueTargets
from service.application.channels.targets import Targets
from service.application.games.search.index import Index
from service.application.games.search.projector import FinishedProjector
from service.application.games.visibility import ANYBODY, Visibility, invitations_key
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from service.application.people.recorder import Recorder
from workers.outage import Reports
from workers.worker.projections.projection_thread import Projection, ProjectionThread, projection_thread


def projection_threads(settings: Settings, reports: Reports) -> Iterator[ProjectionThread]:
    """The thread of each projection; it connects when it starts."""
    key = server_key(settings)
    for name, make in PROJECTORS.items():
        store = clients.writer(settings.log_url())
        yield projection_thread(name, make(open_log(settings), store, key), store, reports)


def _notices(log: EventLog, store: Redis, _: bytes) -> Projection:
    announcer = Announcer(Targets(store), DueTargets(store), now_ms)
    return Projector(log, StoredInboxes(store), now_ms, announcer.announce)


def _records(log: EventLog, store: Redis, key: bytes) -> Projection:
    return Recorder(store, log, open_players(store, key), _is_public(key))


def _ratings(log: EventLog, store: Redis, _: bytes) -> Projection:
    return RatingProjector(log, RatingLedger(store), GenerationWriter(store), now_ms)


def _finished(log: EventLog, store: Redis, key: bytes) -> Projection:
    return FinishedProjector(log, Index(store), _is_public(key))


def _is_public(key: bytes) -> Callable[[Match], bool]:
    return partial(Visibility(invitations_key(key)).may_watch, viewer=ANYBODY)


PROJECTORS: Mapping[str, Callable[[EventLog, Redis, bytes], Projection]] = MappingProxyType(
    {NOTICES: _notices, RECORDS: _records, RATINGS: _ratings, FINISHED: _finished}
)
"""What makes each of `replays.log.works.PROJECTIONS` from the log, the store and the server's key."""

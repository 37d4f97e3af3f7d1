"""Rates the players of scored games, in a thread of the worker."""

from replays.bootstrap import now_ms, open_log
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.projector import GROUP, RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from workers.outage import Reports
from workers.worker.projections.projection_thread import ProjectionThread, projection_thread


def rating_thread(settings: Settings, reports: Reports) -> ProjectionThread:
    """The thread for these settings; it connects when it starts."""
    store = clients.writer(settings.log_url())
    projector = RatingProjector(open_log(settings), RatingLedger(store), GenerationWriter(store), now_ms)
    return projection_thread(GROUP, projector, store, reports)

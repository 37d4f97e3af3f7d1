"""Updates the index of finished games, in a thread of the worker."""

from replays.bootstrap import open_log, server_key
from replays.match.aggregate import Match
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.games.search.index import Index
from service.application.games.search.projector import GROUP, FinishedProjector
from service.application.games.visibility import ANYBODY, Visibility, invitations_key
from workers.outage import Reports
from workers.worker.projections.projection_thread import ProjectionThread, projection_thread


def index_thread(settings: Settings, reports: Reports) -> ProjectionThread:
    """The thread for these settings; it connects when it starts."""
    store, doors = clients.writer(settings.log_url()), Visibility(invitations_key(server_key(settings)))

    def is_public(match: Match) -> bool:
        return doors.may_watch(match, ANYBODY)

    projector = FinishedProjector(open_log(settings), Index(store), is_public)
    return projection_thread(GROUP, projector, store, reports)

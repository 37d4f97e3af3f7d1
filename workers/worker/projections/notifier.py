"""Creates the notices of players from the feeds."""

from replays.bootstrap import now_ms, open_log
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.due import DueTargets
from service.application.channels.targets import Targets
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import GROUP, Projector
from workers.outage import Reports
from workers.worker.projections.projection_thread import ProjectionThread, projection_thread


def notice_thread(settings: Settings, reports: Reports) -> ProjectionThread:
    """The thread for these settings; it connects when it starts."""
    store = clients.writer(settings.log_url())
    announcer = Announcer(Targets(store), DueTargets(store), now_ms)
    projector = Projector(open_log(settings), StoredInboxes(store), now_ms, announcer.announce)
    return projection_thread(GROUP, projector, store, reports)

"""Carries out moderators' decisions whose process died before it had carried them out."""

from replays.bootstrap import now_ms, server_key
from replays.log.works import MODERATION
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.heartbeat import Health, Heartbeat
from service.application.accounts.players import open_players
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.due import DueTargets
from service.application.channels.targets import Targets
from service.application.notices.inboxes.inboxes import teller
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.moderation.enforcing import Enforcer
from service.application.people.moderation.texts import ReportTexts
from service.application.quotas.address_storage import AddressStorage
from service.application.quotas.storage import Storage
from workers.outage import Reports
from workers.worker.background_thread import LogThread

EVERY_SECONDS = 5.0
AWAY_SECONDS = 5.0


def moderation_thread(settings: Settings, reports: Reports) -> LogThread:
    """The thread for these settings; it connects when it starts. Several threads may run at once."""
    store, key = clients.writer(settings.log_url()), server_key(settings)
    announcer = Announcer(Targets(store), DueTargets(store), now_ms)
    enforcer = Enforcer(
        store,
        open_players(store, key),
        ReportTexts(store, Storage(store, AddressStorage(store, key), None)),
        teller(StoredInboxes(store)),
        announcer.announce,
    )
    return LogThread(
        MODERATION,
        lambda: 0.0 if enforcer.go_on() else EVERY_SECONDS,
        reports,
        AWAY_SECONDS,
        Health(Heartbeat(store, MODERATION)),
    )

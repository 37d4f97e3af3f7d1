"""Counts scored games into the records of their players."""

from replays.bootstrap import open_log, server_key
from replays.match.aggregate import Match
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.accounts.players import open_players
from service.application.games.visibility import ANYBODY, Visibility, invitations_key
from service.application.people.recorder import GROUP, Recorder
from workers.outage import Reports
from workers.worker.projections.projection_thread import ProjectionThread, projection_thread


def record_thread(settings: Settings, reports: Reports) -> ProjectionThread:
    """The thread for these settings; it connects when it starts."""
    store, key = clients.writer(settings.log_url()), server_key(settings)
    doors = Visibility(invitations_key(key))

    def is_public(match: Match) -> bool:
        return doors.may_watch(match, ANYBODY)

    recorder = Recorder(store, open_log(settings), open_players(store, key), is_public)
    return projection_thread(GROUP, recorder, store, reports)

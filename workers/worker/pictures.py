"""Draws animations in the background: a thread works on their queue, with a process that draws the frames."""

from replays.bootstrap import now_ms, server_key
from replays.commands.tables import Tables
from replays.runtime.settings.settings import Settings
from replays.runtime.worker_registry import PICTURES
from replays.store import clients
from service.application.accounts.players import open_players
from service.application.pictures.animations import Animations
from service.application.pictures.illustrator import Illustrator
from service.application.pictures.rasterizer import Rasterizer
from workers.jobs.parts import Parts
from workers.outage import Reports
from workers.worker.delivering.deliveries import QueueThread


class PictureThread(QueueThread):
    """Works on the queue of animations; one that is interrupted by the end has to be requested again."""

    def __init__(self, url: str, tables: Tables, illustrator: Illustrator, reports: Reports) -> None:
        super().__init__(url, Parts.of(tables, draw=illustrator.draw), PICTURES, reports)
        self._illustrator = illustrator

    def stop(self, seconds: float) -> None:
        """End after the current animation, or when its process has ended; wait at most `seconds`."""
        self.end()
        self._illustrator.close()
        super().stop(seconds)


def picture_thread(settings: Settings, tables: Tables, reports: Reports) -> PictureThread:
    """The thread for these settings; it connects when it starts."""
    store = clients.writer(settings.log_url())
    place = (settings.public_url or "").partition("://")[2].rstrip("/")
    names = open_players(store, server_key(settings)).names
    illustrator = Illustrator(tables, names, Animations(store), Rasterizer(), now_ms, place)
    return PictureThread(settings.jobs_url(), tables, illustrator, reports)

"""Creates reviews in the background: a thread works on their queue, with a process for each review."""

from replays.bootstrap import now_ms
from replays.commands.tables import Tables
from replays.runtime.settings.settings import Settings
from replays.runtime.worker_registry import REVIEWS
from replays.store import clients
from service.application.games.reviews.reviewer import Analyst, Reviewer
from service.application.games.reviews.stored import Reviews
from service.application.games.texts.studies import text_of
from workers.jobs.parts import Parts
from workers.outage import Reports
from workers.worker.delivering.deliveries import QueueThread


class ReviewThread(QueueThread):
    """Works on the queue of reviews; a review that is interrupted by the end has to be requested again."""

    def __init__(self, url: str, parts: Parts, analyst: Analyst, reports: Reports) -> None:
        super().__init__(url, parts, REVIEWS, reports)
        self._analyst = analyst

    def end(self) -> None:
        """Begin no further review, and cancel the current one."""
        super().end()
        self._analyst.close()


def review_thread(settings: Settings, tables: Tables, reports: Reports) -> ReviewThread:
    """The thread for these settings; it connects when it starts."""
    store, analyst = clients.writer(settings.log_url()), Analyst()
    reviewer = Reviewer(tables, lambda study: text_of(store, study), Reviews(store), analyst, now_ms)
    return ReviewThread(settings.jobs_url(), Parts.of(tables, review=reviewer.review), analyst, reports)

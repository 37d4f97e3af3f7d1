"""Draws animations in a separate thread, so that nothing else waits for them."""

import logging
import traceback
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, Full, Queue
from threading import Event, Thread

from replays.commands.tables import Tables, UnknownGame
from replays.encoding.identity import GameId
from replays.log.event_log import LogError
from replays.projections.replay import replay
from service.application.pictures.animation import NothingToShow, animate
from service.application.pictures.animations import Animations, animation_key
from service.application.pictures.rasterizer import NotDrawn, Rasterizer

AHEAD = 4
"""The number of games that may wait for the thread; further requests have to be repeated."""
LOOK_SECONDS = 0.5

log = logging.getLogger(__name__)

NamesOf = Callable[[Iterable[str]], Mapping[str, str | None]]


class Illustrator:
    """Draws the animations of games, one at a time, and stores them."""

    def __init__(
        self,
        tables: Tables,
        names: NamesOf,
        animations: Animations,
        rasterizer: Rasterizer,
        clock: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._names = names
        self._animations = animations
        self._rasterizer = rasterizer
        self._clock = clock
        self._waiting: Queue[GameId] = Queue(AHEAD)
        self._stop = Event()
        self._thread = Thread(target=self._go_on, name="illustrator", daemon=True)

    def draw_later(self, game: GameId) -> None:
        """Queue a game for drawing; ignored, with a warning in the log, if the queue is full."""
        try:
            self._waiting.put_nowait(game)
        except Full:
            log.warning("no animation of %s: %s are waiting", game, AHEAD)

    def draw(self, game: GameId) -> None:
        """Draw and store the animation of a game that is over, unless it is stored or being drawn.

        Clients that wait for it repeat their requests, so all workers may have jobs for it.
        """
        match = self._tables.match(game)
        names = self._names(sitter.player for sitter in match.sitters)
        key = animation_key(match, names)
        if not match.is_over or self._animations.get(key) is not None or not self._animations.begin(key):
            return
        try:
            frames = replay(self._tables.log, game).frames[: match.head.version]
            gif = animate((frame.match for frame in frames), names, self._rasterizer.png)
            self._animations.keep(key, gif, self._clock())
        finally:
            self._animations.end(key)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def end(self) -> None:
        """Start no further animation."""
        self._stop.set()

    def stop(self, seconds: float) -> None:
        """Stop, and wait at most `seconds` for the thread; clients repeat requests that are cut off."""
        self.end()
        self._rasterizer.close()
        self._thread.join(seconds)

    def _go_on(self) -> None:
        while not self._stop.is_set():
            try:
                game = self._waiting.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            try:
                self.draw(game)
            except (LogError, UnknownGame, NotDrawn, NothingToShow) as error:
                log.warning("no animation of %s: %s", game, type(error).__name__)
            except Exception as error:  # noqa: BLE001 - nothing would restart this thread; the error's text could hold anything
                places = "".join(traceback.format_tb(error.__traceback__))
                log.error("no animation of %s: %s, raised in\n%s", game, type(error).__name__, places)

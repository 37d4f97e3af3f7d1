"""Draws animations of games. It runs in a thread of its own, so that nothing else waits for it."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from replays.commands.tables import Tables
from replays.match.aggregate import Match
from replays.projections.replay import replay
from service.application.i18n.languages import english, wanted
from service.application.i18n.speaking import speaking
from service.application.pictures.animation import NothingToShow, animate
from service.application.pictures.animations import AnimationRequest, Animations, animation_key
from service.application.pictures.rasterizer import Rasterizer

NamesOf = Callable[[Iterable[str]], Mapping[str, str | None]]


class Illustrator:
    """Draws the animations of games, and stores them; `place` is the service's host, "" if it is unknown."""

    def __init__(  # noqa: PLR0913, PLR0917 - its parts
        self,
        tables: Tables,
        names: NamesOf,
        animations: Animations,
        rasterizer: Rasterizer,
        clock: Callable[[], int],
        place: str = "",
    ) -> None:
        self._tables = tables
        self._names = names
        self._animations = animations
        self._rasterizer = rasterizer
        self._clock = clock
        self._place = place

    def draw(self, animation: AnimationRequest) -> None:
        """Draw and store the animation of a game that is over, unless it is stored or being drawn.

        Clients that wait for it repeat their requests, so all workers may have jobs for it. Raises
        `NotDrawn`, and `UnknownGame`.
        """
        match = self._tables.match(animation.game)
        names = self._names(sitter.player for sitter in match.sitters)
        key = animation_key(match, names, animation.language)
        if not match.is_over or self._animations.get(key) is not None or not self._animations.begin(key):
            return
        try:
            with suppress(NothingToShow), speaking(wanted(animation.language) or english()):
                self._draw(match, names, key)
        finally:
            self._animations.end(key)
            self._animations.done(animation)

    def close(self) -> None:
        """End the process that draws; clients repeat requests that are cut off."""
        self._rasterizer.close()

    def _draw(self, match: Match, names: Mapping[str, str | None], key: str) -> None:
        frames = replay(self._tables.log, match.id).frames[: match.head.version]
        gif = animate((frame.match for frame in frames), names, self._rasterizer.png, self._place)
        self._animations.keep(key, gif, self._clock())

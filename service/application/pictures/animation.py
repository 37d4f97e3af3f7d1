"""Draws a whole game as an animated GIF with one frame for each change of a kingdom.

Only the changed kingdom is drawn again, and all frames share the palette of the last one, which has every
terrain on the table. So a game of four players takes 3 seconds of processor time, not 15.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice

from PIL import Image, ImageColor

from replays.match.aggregate import Match
from service.application.pictures import layout as layouts
from service.application.pictures.drawing import SvgDrawing, draw_head, draw_panel
from service.application.pictures.layout import Layout
from service.application.pictures.scene import Names, Scene
from service.application.pictures.style import seat_colours

FRAME_MS = 600
LAST_MS = 5_000
MOST_FRAMES = 100
"""The most frames; every second one is dropped until this holds, as Origins has several for each turn."""
MOST_BYTES = 2 * 1024 * 1024
COLOURS = 120
"""The number of colours in the palette, besides those of the seats, which the small kings need."""


Png = Callable[[str], bytes]
"""Turns SVG into PNG."""
Make = Callable[[SvgDrawing], Image.Image]


class NothingToShow(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """The game never started."""


def animate(matches: Iterable[Match], names: Names, png: Png) -> bytes:
    """The GIF of a game, from the match after each event, of at most `MOST_BYTES`. Raises `NothingToShow`."""
    steps = list(_changes(matches))
    if not steps:
        raise NothingToShow
    while len(steps) > MOST_FRAMES:
        steps = _thinned(steps)
    gif = _gif(steps, names, png)
    while len(gif) > MOST_BYTES and len(steps) > 2:
        steps = _thinned(steps)
        gif = _gif(steps, names, png)
    return gif


def _changes(matches: Iterable[Match]) -> Iterator[Match]:
    """The first match with kingdoms, each match in which a kingdom changed, and the last match."""
    shown = last = None
    for match in matches:
        if match.game is None:
            continue
        if shown is None or shown.game is None or match.game.kingdoms != shown.game.kingdoms:
            shown = match
            yield match
        last = match
    if last is not None and last is not shown:
        yield last


def _thinned(steps: Sequence[Match]) -> list[Match]:
    """Every second step, and the last."""
    return [*islice(steps[:-1], 0, None, 2), steps[-1]]


def _gif(steps: Sequence[Match], names: Names, png: Png) -> bytes:
    frames = list(_Film(Scene.of(steps[-1], names), png).frames(Scene.of(step, names) for step in steps))
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    gif = BytesIO()
    # With `palette` Pillow writes it once, and otherwise with each frame.
    frames[0].save(
        gif,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        optimize=False,
        disposal=1,
        palette=bytes(frames[0].getpalette() or []),
    )
    return gif.getvalue()


class _Film:
    """Draws the frames of a game whose last scene is `last`."""

    def __init__(self, last: Scene, png: Png) -> None:
        self._png = png
        self._layout: Layout = layouts.frame(len(last.names))
        self._drawn: dict[int, object] = {}
        whole = Image.new("RGB", (self._layout.width, self._layout.height))
        for seat in range(len(last.names)):
            self._put(whole, last, seat, self._image)
        self._drawn.clear()
        self._palette = _palette_of(whole)
        self._canvas = Image.new("P", whole.size)
        self._canvas.putpalette(self._palette.getpalette() or [])

    def frames(self, scenes: Iterable[Scene]) -> Iterator[Image.Image]:
        """Yield a frame for each scene, in order."""
        for scene in scenes:
            self._canvas.paste(self._quantized(draw_head(scene, self._layout)), (0, 0))
            for seat in range(len(scene.names)):
                self._put(self._canvas, scene, seat, self._quantized)
            yield self._canvas.copy()

    def _put(self, canvas: Image.Image, scene: Scene, seat: int, make: Make) -> None:
        """Draw a kingdom, unless the canvas has it already."""
        looks = (scene.state["kingdoms"][seat], scene.places.get(seat) == 1)
        if self._drawn.get(seat) == looks:
            return
        self._drawn[seat] = looks
        spot = self._layout.kingdoms[seat]
        canvas.paste(make(draw_panel(scene, seat, spot)), (spot.x, spot.y))

    def _quantized(self, drawing: SvgDrawing) -> Image.Image:
        return self._in_palette(self._image(drawing))

    def _in_palette(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def _image(self, drawing: SvgDrawing) -> Image.Image:
        return Image.open(BytesIO(self._png(drawing.svg))).convert("RGB")


def _palette_of(picture: Image.Image) -> Image.Image:
    """A palette image with the colours of this picture and those of the seats."""
    colours = (picture.quantize(COLOURS).getpalette() or [])[: 3 * COLOURS]
    holder = Image.new("P", (1, 1))
    holder.putpalette(colours + [part for colour in seat_colours() for part in ImageColor.getrgb(colour)[:3]])
    return holder

"""Draws a whole game as an animated GIF with one frame for each change of a kingdom.

Only the changed kingdom is drawn again, each board in the bounds that it has at the end, and a frame has only
the pixels that differ from the one before. All frames share the palette of the last one, which has every
terrain on the table. So a game of four players takes 4 seconds of processor time, not 20, and 0.4 MB.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice

from PIL import Image, ImageColor

from replays.match.aggregate import Match, Status
from service.application.pictures import layout as layouts
from service.application.pictures.drawing import SvgDrawing, draw_foot, draw_head, draw_panel
from service.application.pictures.layout import Layout
from service.application.pictures.scene import Names, Scene
from service.application.pictures.style import seat_colours

FRAME_MS = 600
LAST_MS = 5_000
MOST_FRAMES = 100
"""The most frames; every second one is dropped until this holds, as Origins has several for each turn."""
MOST_BYTES = 2 * 1024 * 1024
COLOURS = 240
"""The number of colours in the palette, besides those of the seats, which the small kings need."""


Png = Callable[[str], bytes]
"""Turns SVG into PNG."""
Make = Callable[[SvgDrawing], Image.Image]


class NothingToShow(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """The game never started."""


def animate(matches: Iterable[Match], names: Names, png: Png, place: str = "") -> bytes:
    """The GIF of a game, from the match after each event, of at most `MOST_BYTES`. Raises `NothingToShow`.

    It has the words of the current language. Of a scored game it says that its deal can be played again, and
    at which address: `place`, the service's host, if it is known.
    """
    steps = list(_changes(matches))
    if not steps:
        raise NothingToShow
    while len(steps) > MOST_FRAMES:
        steps = _thinned(steps)
    gif = _gif(steps, names, png, place)
    while len(gif) > MOST_BYTES and len(steps) > 2:
        steps = _thinned(steps)
        gif = _gif(steps, names, png, place)
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


def _gif(steps: Sequence[Match], names: Names, png: Png, place: str) -> bytes:
    film = _Film(Scene.of(steps[-1], names), png, place)
    frames = list(film.frames(Scene.of(step, names) for step in steps))
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    gif = BytesIO()
    # With `palette` Pillow writes it once, and otherwise with each frame. With `optimize` pixels that do not
    # change are transparent, which a fifth of the bytes are enough for.
    frames[0].save(
        gif,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        optimize=True,
        disposal=1,
        palette=bytes(frames[0].getpalette() or []),
    )
    return gif.getvalue()


class _Film:
    """Draws the frames of a game whose last scene is `last`."""

    def __init__(self, last: Scene, png: Png, place: str) -> None:
        self._png = png
        self._bounds = [board.bounds for board in last.boards]
        has_foot = last.state["status"] == Status.SCORED.value
        self._layout: Layout = layouts.frame(len(last.names), foot=has_foot)
        self._drawn: dict[int, object] = {}
        whole = Image.new("RGB", (self._layout.width, self._layout.height))
        whole.paste(self._image(draw_head(last, self._layout)), (0, 0))
        for seat in range(len(last.names)):
            self._put(whole, last, seat, self._image)
        self._drawn.clear()
        self._palette = _palette_of(whole)
        self._canvas = Image.new("P", whole.size)
        self._canvas.putpalette(self._palette.getpalette() or [])
        if has_foot:
            foot = self._quantized(draw_foot(last, self._layout, place))
            self._canvas.paste(foot, (0, self._layout.height - foot.height))

    def frames(self, scenes: Iterable[Scene]) -> Iterator[Image.Image]:
        """Yield a frame for each scene, in order."""
        for each in scenes:
            scene = replace(each, bounds=self._bounds)
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

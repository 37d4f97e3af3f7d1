"""The picture of a table in an e-mail."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.application.pictures.drawing import draw_table
from service.application.pictures.lettering import writable
from service.application.pictures.rasterizer import NotDrawn, RasterizerBusy
from service.application.pictures.scene import Scene

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its size in pixels, and its description in words."""

    png: bytes
    width: int
    height: int
    words: str


def picture_of(table: Table, names: Mapping[str, str | None], png: Callable[[str], bytes]) -> Picture | None:
    """The kingdoms and lines of a game; None before its start, for a series, or if drawing failed.

    A failure is logged only: an e-mail without its picture is better than none.
    """
    if not isinstance(table, Match) or table.game is None:
        return None
    scene = Scene.of(table, names)
    with writable():
        drawing = draw_table(Scene.of(table, names))
    try:
        return Picture(png(drawing.svg), drawing.width, drawing.height, scene.progress)
    except (RasterizerBusy, NotDrawn) as fault:
        name = type(fault).__name__
        log.warning("an e-mail was sent without its picture: %s", name, extra={"game": table.id})
        return None

"""Draws scenes as SVG, with the templates that draw boards on the pages."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from service.application.i18n.shortening import isolated
from service.application.i18n.speaking import gettext
from service.application.i18n.speaking import install as install_words
from service.application.pictures import layout as layouts
from service.application.pictures import lettering
from service.application.pictures.boards import install as install_boards
from service.application.pictures.layout import Layout, Spot
from service.application.pictures.podium import Podium
from service.application.pictures.scene import Scene
from service.application.pictures.style import style

PANEL_MARGIN = 6
TEMPLATES = Path(__file__).parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """An SVG and its size in pixels."""

    svg: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PictureTexts:
    """The texts of a picture, shortened to fit."""

    scene: Scene
    fitted: Callable[[str, float, float], str] = lettering.fitted
    wrapped: Callable[[str, float, float, int], list[str]] = lettering.wrapped

    def name(self, seat: int, size: float, width: float) -> str:
        """The name of a seat, shortened to `width`."""
        return lettering.fitted(isolated(self.scene.names[seat]), size, width)

    def label(self, seat: int) -> str:
        """The label of a kingdom."""
        return gettext("Kingdom of %(name)s", name=self.scene.names[seat])


def draw_table(scene: Scene) -> SvgDrawing:
    """A picture of the whole table: all kingdoms, and the lines while there are any."""
    lines = bool(scene.state["line"] or scene.state["next_line"])
    return _draw("table", layouts.table(len(scene.names), lines=lines), scene)


def draw_kingdom(scene: Scene, seat: int) -> SvgDrawing:
    """A picture of one seat's kingdom."""
    return _draw("kingdom", layouts.kingdom(), scene, seat=seat)


def draw_panel(scene: Scene, seat: int, spot: Spot) -> SvgDrawing:
    """The part of a frame at this spot: the kingdom of a seat, with a margin of paper."""
    inner = Spot(PANEL_MARGIN, 0, spot.width - 2 * PANEL_MARGIN, spot.height - 2 * PANEL_MARGIN)
    return _draw("kingdom", Layout(spot.width, spot.height, [inner], []), scene, seat=seat)


def draw_head(scene: Scene, layout: Layout) -> SvgDrawing:
    """The top of a frame, with the progress of the game."""
    return _draw("head", Layout(layout.width, layout.kingdoms[0].y, [], []), scene)


def draw_foot(scene: Scene, layout: Layout, place: str) -> SvgDrawing:
    """The foot of a frame: that the deal can be played again, and at which address."""
    return _draw("foot", Layout(layout.width, layouts.FRAME_FOOT, [], []), scene, place=place)


def draw_card(scene: Scene) -> SvgDrawing:
    """The card of a game, for previews of links."""
    return _draw("card", layouts.card(len(scene.names)), scene)


def draw_podium(podium: Podium) -> SvgDrawing:
    """The result picture of a tournament: its best places, for previews of links."""
    width, height = layouts.CARD
    return _render("podium", Layout(width, height, [], []), podium=podium, write=lettering)


def _draw(template: str, layout: Layout, scene: Scene, **more: Any) -> SvgDrawing:
    return _render(template, layout, scene=scene, write=PictureTexts(scene), **more)


def _render(template: str, layout: Layout, **values: Any) -> SvgDrawing:
    drawn = _environment().get_template(f"pictures/{template}.svg")
    look = Markup(style())  # noqa: S704 - the style sheet is the service's own
    return SvgDrawing(drawn.render(layout=layout, style=look, **values), layout.width, layout.height)


@cache
def _environment() -> Environment:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, auto_reload=False)
    install_words(environment)
    install_boards(environment)
    return environment

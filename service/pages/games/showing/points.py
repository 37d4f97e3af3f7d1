"""The points of a kingdom on pages without scripts: the scoring parts line by line, and the sum."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask

from service.application.i18n.pages.board import WORDS as LAND
from service.application.i18n.pages.table import WORDS
from service.application.i18n.speaking import present
from service.application.pictures.boards import Json
from service.pages.games.showing.results import EXTRAS, TIMES


class ScoreLine(NamedTuple):
    """One scoring part: a region has a `terrain`, and `words` with its product; a bonus has only `words`."""

    terrain: str | None
    words: str


def register(app: Flask) -> None:
    """Register the template functions `points_lines()` and `sum_words()`."""
    app.add_template_global(sum_words)
    app.add_template_global(points_lines)


def points_lines(score: Json) -> list[ScoreLine]:
    """The scoring parts of a kingdom: regions, highest first, then bonuses; they sum to `score["total"]`."""
    scoring = [region for region in score["regions"] if region["points"] > 0]
    return [*map(_region, sorted(scoring, key=_points, reverse=True)), *_extras(score)]


def sum_words(score: Json) -> str:
    """The total in words."""
    return WORDS["table.sum"].told(total=score["total"])


def _points(region: Json) -> int:
    points: int = region["points"]
    return points


def _region(region: Json) -> ScoreLine:
    signs: Any = region.get("crowns", region.get("fires"))
    land = LAND[f"terrain.{region['terrain']}"]
    form = present().format
    squares, signs, points = (form.number(each) for each in (region["squares"], signs, region["points"]))
    return ScoreLine(region["terrain"], f"{land} {form.formula(f'{squares} {TIMES} {signs} = {points}')}")


def _extras(score: Json) -> Iterator[ScoreLine]:
    for name in EXTRAS:
        if score.get(name):
            yield ScoreLine(None, WORDS[f"table.{name}"].told(points=score[name]))

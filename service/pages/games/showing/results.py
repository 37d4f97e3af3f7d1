"""The result of a game, as pages show it without scripts; `static/table/result/` shows the same."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Flask

from service.application.i18n.games.outcomes import TIE_BREAKS, ending_words, outcome_words
from service.application.i18n.pages.board import WORDS as BOARD
from service.application.i18n.pages.result import WORDS
from service.application.i18n.speaking import present
from service.application.people.ratings.shown import ANNULLED, RatingEffect

State = Mapping[str, Any]
EXTRAS = ("middle_kingdom", "harmony", "resources", "totems", "cavemen")
NOTHING = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


class PointsCell(NamedTuple):
    """Points, and how they are calculated."""

    points: str
    how: str = ""


class ResultRow(NamedTuple):
    """A row of the result: a terrain or bonus, with a cell for each kingdom."""

    title: str
    cells: list[PointsCell]
    terrain: str | None = None
    note: str = ""
    is_total: bool = False


class ResultTable(NamedTuple):
    """The sentences, the seats with their places in order, and the rows."""

    sentences: list[str]
    columns: list[tuple[int, int]]
    rows: list[ResultRow]


def register(app: Flask) -> None:
    """Register the template functions `result_of(state, players)` and `ending_words(state, players)`."""
    app.add_template_global(result_of)
    app.add_template_global(ending_words)


def result_of(state: State, players: Sequence[str], effect: RatingEffect | None = None) -> ResultTable:
    """The result of a ranked state; `players` are names by seat, `effect` that on ratings."""
    columns = list(_columns(state["ranking"]))
    scores = [state["kingdoms"][seat]["score"] for seat, _ in columns]
    origins = state["rules"]["game"] == "origins"
    total = ResultRow(
        str(WORDS["result.total"]), [PointsCell(_number(score["total"])) for score in scores], is_total=True
    )
    rows = [*_terrains(scores), *_extras(scores, origins), total, *_ties(state, scores, origins)]
    told = list(_sentences(state, players))
    if state.get("rated") and effect:
        rows.append(ResultRow(str(WORDS["result.rating"]), [_rating(effect, seat) for seat, _ in columns]))
        if effect.status == ANNULLED:
            told.append(WORDS["result.annulled"].told(reason=effect.reason))
    return ResultTable(told, columns, rows)


def _rating(effect: RatingEffect, seat: int) -> PointsCell:
    """The change of a seat's rating, and the rating after it."""
    if effect.changes is None:
        return PointsCell(NOTHING)
    change = effect.changes.seats[seat]
    sign = f"{change.change:+d}".replace("-", MINUS) if change.change else f"{PLUS_MINUS}0"
    after = f"{change.after.rating}{'?' if change.after.is_provisional else ''}"
    form = present().format
    return PointsCell(form.formula(form.digits(sign)), form.formula(form.digits(after)))


def _number(value: int) -> str:
    return present().format.number(value)


def _sentences(state: State, players: Sequence[str]) -> Iterator[str]:
    yield outcome_words(state, players)
    gone = [players[player["seat"]] for player in state["players"] if player.get("left")]
    if gone and len(gone) < len(players):
        key = "result.left" if len(gone) == 1 else "result.left-many"
        yield WORDS[key].told(names=present().listed(gone))


def _columns(ranking: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Seats and their places, the winners first."""
    before = 0
    for seats in ranking:
        yield from ((seat, before + 1) for seat in seats)
        before += len(seats)


def _terrains(scores: Sequence[State]) -> Iterator[ResultRow]:
    found = dict.fromkeys(region["terrain"] for score in scores for region in score["regions"])
    for terrain in found:
        cells = [_counted(score, terrain) for score in scores]
        if any(cell.how for cell in cells):
            yield ResultRow(str(BOARD[f"terrain.{terrain}"]), cells, terrain=terrain)


def _counted(score: State, terrain: str) -> PointsCell:
    regions = [each for each in score["regions"] if each["terrain"] == terrain and each["points"]]
    if not regions:
        return PointsCell(NOTHING)
    how = " + ".join(
        f"{_number(each['squares'])} {TIMES} {_number(each.get('crowns', each.get('fires')))}"
        for each in regions
    )
    return PointsCell(_number(sum(each["points"] for each in regions)), present().format.formula(how))


def _extras(scores: Sequence[State], origins: bool) -> Iterator[ResultRow]:  # noqa: FBT001 - a property of the game
    for name in EXTRAS:
        if any(score.get(name) for score in scores):
            key = f"result.{name}-origins" if origins and name == "middle_kingdom" else f"result.{name}"
            yield ResultRow(
                str(WORDS[key]),
                [PointsCell(_number(score[name]) if score.get(name) else NOTHING) for score in scores],
            )


def _ties(state: State, scores: Sequence[State], origins: bool) -> Iterator[ResultRow]:  # noqa: FBT001
    decided = state["outcome"]["decided"]
    if decided != "shared" and decided not in TIE_BREAKS:
        return
    title: Callable[[str], str] = {
        "largest_region": str(WORDS["result.largest"]),
        "crowns": str(WORDS["result.fires-all" if origins else "result.crowns-all"]),
    }.__getitem__
    for name in TIE_BREAKS[:1] if decided == "largest_region" else TIE_BREAKS:
        note = str(WORDS["result.decides"]) if name == decided else ""
        yield ResultRow(title(name), [PointsCell(_number(score[name])) for score in scores], note=note)

"""Prints a review: the players, the decisive moments, and the choices that lost points."""

from typing import Any

from rich.console import Console
from rich.table import Table

from service.application.i18n.commands import terminal as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.commands.terminal import digits
from service.application.i18n.pages.replaying.review import WORDS as REVIEW
from service.application.i18n.pages.replaying.review_summary import WORDS as SUMMARY

Json = dict[str, Any]
WORDS = {**REVIEW, **SUMMARY}

LOSING = ("slip", "blunder")
NOTES = {
    "kernel": "{playouts:,} playouts of each move compared, by the compiled kernel",
    "pure": "rough: only {playouts} playouts of each move compared, without the compiled kernel, "
    "so few slips are certain",
}
"""In English; other languages have the sentences of the review's page."""


def tell(review: Json, console: Console) -> None:
    """Print the review."""
    console.print(_players(review))
    for each in review["left"]:
        console.print(_left(each, review["players"][each["seat"]]["choices"]))
    for moment in review["moments"]:
        console.print(_moment(moment))
    lost = [each for each in review["decisions"] if each["grade"] in LOSING]
    if lost:
        console.print(_losses(lost))
    english = NOTES[review["evaluator"]].format(playouts=review["playouts"])
    console.print(in_words(english, WORDS[f"review.by-{review['evaluator']}"].told(count=review["playouts"])))


def _left(each: Json, choices: int) -> str:
    seat, version = each["seat"], each["version"]
    english = f"version {version}: seat {seat} left; the figures rest on {choices} choices"
    word = WORDS["review.left"]
    return in_words(english, word.told(name=_seat(seat), version=digits(version), count=choices))


def _moment(moment: Json) -> str:
    version, by, change = moment["version"], moment["by"], f"{moment['change']:+.0%}"
    what = "the draw" if by is None else f"the turn of seat {by}"
    english = f"version {version}, {what}: the chance of seat {moment['seat']} to win changed by {change}"
    word = WORDS["review.moment-draw" if by is None else "review.moment-choice"]
    values = {"version": digits(version), "name": _seat(moment["seat"]), "change": digits(change)}
    return in_words(english, word.told(**values, by="" if by is None else _seat(by)))


def _seat(seat: int) -> str:
    return words.SEAT.said(seat=digits(seat))


def _players(review: Json) -> Table:
    titles = {"seat": "player", "accuracy": "accuracy", "luck": "luck", "skill": "skill"}
    losing = (in_words(f"{grade}s", WORDS[f"review.{grade}s"]) for grade in LOSING)
    table = Table(*(in_words(title, WORDS[f"review.{key}"]) for title, key in titles.items()), *losing)
    for column in table.columns:
        column.justify = "right"
    for player in review["players"]:
        own = [each["grade"] for each in review["decisions"] if each["seat"] == player["seat"]]
        accuracy = "-" if player["accuracy"] is None else f"{player['accuracy']:.1f}"
        figures = (f"{player[name]:+.1f} ± {player[name + '_se']:.1f}" for name in ("luck", "skill"))
        row = (player["seat"], accuracy, *figures, *(own.count(grade) for grade in LOSING))
        table.add_row(*map(digits, row))
    return table


def _losses(decisions: list[Json]) -> Table:
    seat = in_words("seat", WORDS["review.player"])
    titles = (words.GRADE, words.MADE, words.BEST, words.POINTS_LOST, words.CHANCE_LOST)
    table = Table(str(words.REVIEWED_VERSION), seat, *map(str, titles))
    for each in decisions:
        table.add_row(
            digits(each["version"]),
            digits(each["seat"]),
            str(WORDS[f"review.grade-{each['grade']}"]),
            each["made"],
            each["best"],
            _value(each["loss"], each["loss_se"]),
            digits(f"{each['win_loss']:.0%}"),
        )
    return table


def _value(mean: float, error: float) -> str:
    return digits(f"{mean:.1f} ± {error:.1f}") if error else words.SEARCHED.said(points=digits(f"{mean:.0f}"))

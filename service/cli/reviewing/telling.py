"""Prints a review: the players, the decisive moments, and the choices that lost points."""

from typing import Any

from rich.console import Console
from rich.table import Table

Json = dict[str, Any]

LOSING = ("slip", "blunder")
NOTES = {
    "kernel": "{playouts:,} playouts of each move compared, by the compiled kernel",
    "pure": "only {playouts} playouts of each move compared: the compiled kernel was not used",
}


def tell(review: Json, console: Console) -> None:
    """Print the review."""
    console.print(_players(review))
    for each in review["left"]:
        rest = f"the figures rest on {review['players'][each['seat']]['choices']} choices"
        console.print(f"version {each['version']}: seat {each['seat']} left; {rest}")
    for moment in review["moments"]:
        what = "the draw" if moment["by"] is None else f"the turn of seat {moment['by']}"
        change = f"the chance of seat {moment['seat']} to win changed by {moment['change']:+.0%}"
        console.print(f"version {moment['version']}, {what}: {change}")
    lost = [each for each in review["decisions"] if each["grade"] in LOSING]
    if lost:
        console.print(_losses(lost))
    console.print(NOTES[review["evaluator"]].format(playouts=review["playouts"]))


def _players(review: Json) -> Table:
    table = Table("seat", "accuracy", "luck", "skill", *(f"{grade}s" for grade in LOSING))
    for column in table.columns:
        column.justify = "right"
    for player in review["players"]:
        own = [each["grade"] for each in review["decisions"] if each["seat"] == player["seat"]]
        accuracy = "-" if player["accuracy"] is None else f"{player['accuracy']:.1f}"
        figures = (f"{player[name]:+.1f} ± {player[name + '_se']:.1f}" for name in ("luck", "skill"))
        table.add_row(str(player["seat"]), accuracy, *figures, *(str(own.count(grade)) for grade in LOSING))
    return table


def _losses(decisions: list[Json]) -> Table:
    table = Table("version", "seat", "grade", "made", "best found", "points lost", "chance to win lost")
    for each in decisions:
        table.add_row(
            str(each["version"]),
            str(each["seat"]),
            each["grade"],
            each["made"],
            each["best"],
            _value(each["loss"], each["loss_se"]),
            f"{each['win_loss']:.0%}",
        )
    return table


def _value(mean: float, error: float) -> str:
    return f"{mean:.1f} ± {error:.1f}" if error else f"{mean:.0f} (searched)"

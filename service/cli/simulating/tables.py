"""The report of a simulation as tables."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from rich.console import Console
from rich.table import Table

from kingdomino.simulation.tally import WIDE


def print_tables(report: Mapping[str, Any]) -> None:
    """Print the report as tables; ± is the 95 % confidence interval."""
    console = Console(highlight=False)
    console.print(heading_lines(report), soft_wrap=True)
    console.print(_facts(report))
    if "by_policy" in report:
        console.print(_standings("policy", report["by_policy"].items()))
    seats = [(str(seat), standing) for seat, standing in enumerate(report["by_seat"])]
    console.print(_standings("seat", seats))
    console.print(_options(report["placements_by_round"]))
    console.print(
        "± is the 95 % confidence interval. Seats that share the first place share the win.", soft_wrap=True
    )


def heading_lines(report: Mapping[str, Any]) -> str:
    """How many games, by what they were played, the rules, the policies and the seed."""
    rate = report["games"] / report["seconds"] if report["seconds"] else 0
    played = f"{report['games']:,} games in {report['seconds']:.1f} s ({rate:,.0f} a second)"
    by = "the compiled kernel" if not report["why_pure"] else f"the pure rules: {report['why_pure']}"
    chosen = [_words(name, value) for name, value in report["rules"].items() if value is not False]
    return (
        f"{played}\nplayed by {by}\nrules: {', '.join(chosen)}\n"
        f"policy {report['policy']}, seed {report['seed']}\n"
    )


def _words(name: str, value: object) -> str:
    """A rule as text: the name of a switch, or the name and value of a choice."""
    words = name.replace("_", " ")
    return words if value is True else f"{words} {value}"


def _facts(report: Mapping[str, Any]) -> Table:
    """The figures of all kingdoms pooled. The interval of a share treats each kingdom as one sample."""
    total, table = report["total"], plain_table("per kingdom", "value", "±")
    table.add_row("points, mean", f"{total['mean']:.2f}", f"{total['ci95']:.2f}")
    table.add_row("points, sd", f"{total['sd']:.2f}", "")
    table.add_row("points, min to max", f"{total['min']} to {total['max']}", "")
    kingdoms = report["games"] * len(report["by_seat"])
    for name, share in report["bonus_share"].items():
        if report["rules"][name]:
            reach = WIDE * sqrt(share * (1 - share) / kingdoms)
            table.add_row(f"paid {name.replace('_', ' ')}", f"{share:.2%}", f"{reach:.2%}")
    table.add_row("discards", f"{report['discards_per_player']:.3f}", "")
    return table


def _standings(of: str, standings: Any) -> Table:
    table = plain_table(of, "points, mean", "±", "sd", "games won", "±")
    for name, found in standings:
        share = found["wins"] / found["games"]
        table.add_row(
            name,
            f"{found['mean']:.2f}",
            f"{found['ci95']:.2f}",
            f"{found['sd']:.2f}",
            f"{share:.1%}",
            f"{found['wins_ci95']:.1%}",
        )
    return table


def _options(means: Sequence[float]) -> Table:
    table = plain_table("round", "legal placements of a placing turn, mean")
    for number, mean in enumerate(means, start=1):
        table.add_row(str(number), f"{mean:.2f}")
    return table


def plain_table(first: str, *others: str) -> Table:
    """A table with numbers in all columns but the first."""
    table = Table(first, *others)
    for column in table.columns[1:]:
        column.justify = "right"
    return table

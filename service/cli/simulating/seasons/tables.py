"""The report of simulated seasons as tables."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from service.cli.simulating.tables import heading_lines, plain_table

BALANCE = {
    "meetings": ("times met", "pairs in a season"),
    "seat_differences": ("most less least of a seat", "entrants in a season"),
    "bye_differences": ("most less least byes", "share of seasons"),
}


def print_season_tables(report: Mapping[str, Any]) -> None:
    """Print the report as tables."""
    console = Console(highlight=False)
    console.print(
        f"{report['seasons']:,} seasons of {report['entrants']} entrants: {report['tournament']}, "
        f"tables of {report['table']}, {report['rounds']} rounds",
        soft_wrap=True,
    )
    console.print(heading_lines(report), soft_wrap=True)
    console.print(_policies(report))
    if report["best"]:
        console.print(_rounds(report))
    for name, columns in BALANCE.items():
        table = plain_table(*columns)
        for counted, mean in report[name].items():
            table.add_row(counted, f"{mean:.2f}")
        console.print(table)
    if report["best"]:
        console.print(_told(report), soft_wrap=True)


def _told(report: Mapping[str, Any]) -> str:
    if report["told_apart_after"] is None:
        return f"At the end {report['best']} has the best mean place in less than 95 % of seasons."
    since = f"From round {report['told_apart_after']} on"
    return f"{since} {report['best']} has the best mean place in 95 % of seasons or more."


def _policies(report: Mapping[str, Any]) -> Table:
    table = plain_table("policy", "entrants", "place, mean", "points, mean", "seasons won")
    for name, found in report["by_policy"].items():
        table.add_row(
            name,
            str(found["entrants"]),
            f"{found['mean_place']:.2f}",
            f"{found['mean_points']:.2f}",
            f"{found['first_places'] / report['seasons']:.1%}",
        )
    return table


def _rounds(report: Mapping[str, Any]) -> Table:
    table = plain_table("after round", f"{report['best']} ahead", "pairs in order")
    for row in report["after_rounds"]:
        table.add_row(str(row["round"]), f"{row['best_ahead']:.1%}", f"{row['pairs_in_order']:.1%}")
    return table

"""The report of simulated seasons as tables."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from service.application.i18n.commands import simulating as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.commands.terminal import digits
from service.application.i18n.tournaments.words import KINDS
from service.cli.simulating.tables import CONFIDENCE, heading_lines, plain_table


def print_season_tables(report: Mapping[str, Any]) -> None:
    """Print the report as tables."""
    console = Console(highlight=False)
    format_ = report["tournament"]
    played = words.SEASONS_PLAYED.told(
        count=report["seasons"],
        entrants=report["entrants"],
        format=in_words(format_, KINDS[format_].name),
        seats=report["table"],
        rounds=report["rounds"],
    )
    console.print(played, soft_wrap=True)
    console.print(heading_lines(report), soft_wrap=True)
    console.print(_policies(report))
    if report["best"]:
        console.print(_rounds(report))
    for name, columns in words.BALANCE.items():
        table = plain_table(*columns)
        for counted, mean in report[name].items():
            table.add_row(digits(counted), digits(f"{mean:.2f}"))
        console.print(table)
    if report["best"]:
        console.print(_told(report), soft_wrap=True)


def _told(report: Mapping[str, Any]) -> str:
    best, since = report["best"], report["told_apart_after"]
    if since is None:
        return words.NOT_TOLD_APART.said(name=best, number=CONFIDENCE)
    return words.TOLD_APART.said(round=since, name=best, number=CONFIDENCE)


def _policies(report: Mapping[str, Any]) -> Table:
    table = plain_table(words.POLICY, words.ENTRANTS, words.MEAN_PLACE, words.MEAN, words.SEASONS_WON)
    for name, found in report["by_policy"].items():
        figures = (
            found["entrants"],
            f"{found['mean_place']:.2f}",
            f"{found['mean_points']:.2f}",
            f"{found['first_places'] / report['seasons']:.1%}",
        )
        table.add_row(name, *map(digits, figures))
    return table


def _rounds(report: Mapping[str, Any]) -> Table:
    table = plain_table(words.AFTER_ROUND, words.AHEAD.said(name=report["best"]), words.IN_ORDER)
    for row in report["after_rounds"]:
        figures = (row["round"], f"{row['best_ahead']:.1%}", f"{row['pairs_in_order']:.1%}")
        table.add_row(*map(digits, figures))
    return table

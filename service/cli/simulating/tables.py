"""The report of a simulation as tables."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from rich.console import Console
from rich.table import Table

from kingdomino.simulation.tally import WIDE
from service.application.i18n.commands import simulating as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.commands.terminal import digits
from service.application.i18n.problems import speaks_english
from service.application.i18n.speaking import Text
from service.cli.terminal.words import bonuses, rules_text

CONFIDENCE = 95
"""The level of the intervals in percent."""


def print_tables(report: Mapping[str, Any]) -> None:
    """Print the report as tables; ± is the 95 % confidence interval."""
    console = Console(highlight=False)
    console.print(heading_lines(report), soft_wrap=True)
    console.print(_facts(report))
    if "by_policy" in report:
        console.print(_standings(words.POLICY, report["by_policy"].items()))
    seats = [(digits(seat), standing) for seat, standing in enumerate(report["by_seat"])]
    console.print(_standings(words.SEAT, seats))
    console.print(_options(report["placements_by_round"]))
    console.print(words.INTERVAL.said(number=CONFIDENCE), soft_wrap=True)


def heading_lines(report: Mapping[str, Any]) -> str:
    """How many games, by what they were played, the rules, the policies and the seed."""
    rate = round(report["games"] / report["seconds"]) if report["seconds"] else 0
    time = digits(f"{report['seconds']:.1f}")
    reason = report["why_pure"]
    lines = (
        words.PLAYED.told(count=report["games"], time=time, number=rate),
        words.PURE.said(reason=in_words(reason, words.NOT_COMPILED)) if reason else str(words.COMPILED),
        words.RULES.said(rules=_rules(report["rules"])),
        words.POLICY_AND_SEED.said(names=report["policy"], number=str(report["seed"])),
    )
    return "\n".join(lines) + "\n"


def _rules(rules: Mapping[str, Any]) -> str:
    """The rules in a few words; in English the API's names and values."""
    if not speaks_english():
        return rules_text(rules, None)
    return ", ".join(
        _spaced(name) if value is True else f"{_spaced(name)} {value}"
        for name, value in rules.items()
        if value is not False
    )


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _facts(report: Mapping[str, Any]) -> Table:
    """The figures of all kingdoms pooled. The interval of a share treats each kingdom as one sample."""
    total, rules = report["total"], report["rules"]
    table = plain_table(words.PER_KINGDOM, words.VALUE, "±")
    table.add_row(str(words.MEAN), digits(f"{total['mean']:.2f}"), digits(f"{total['ci95']:.2f}"))
    table.add_row(str(words.DEVIATION), digits(f"{total['sd']:.2f}"), "")
    table.add_row(str(words.RANGE), words.MIN_TO_MAX.said(min=total["min"], max=total["max"]), "")
    kingdoms = report["games"] * len(report["by_seat"])
    for name, share in report["bonus_share"].items():
        if rules[name]:
            reach = WIDE * sqrt(share * (1 - share) / kingdoms)
            bonus = in_words(_spaced(name), bonuses({"game": rules["game"], name: True})[0])
            table.add_row(words.PAID.said(what=bonus), digits(f"{share:.2%}"), digits(f"{reach:.2%}"))
    table.add_row(str(words.DISCARDS), digits(f"{report['discards_per_player']:.3f}"), "")
    return table


def _standings(of: Text, standings: Any) -> Table:
    table = plain_table(of, words.MEAN, "±", words.SD, words.GAMES_WON, "±")
    for name, found in standings:
        figures = (
            f"{found['mean']:.2f}",
            f"{found['ci95']:.2f}",
            f"{found['sd']:.2f}",
            f"{found['wins'] / found['games']:.1%}",
            f"{found['wins_ci95']:.1%}",
        )
        table.add_row(name, *map(digits, figures))
    return table


def _options(means: Sequence[float]) -> Table:
    table = plain_table(words.ROUND, words.PLACEMENTS)
    for number, mean in enumerate(means, start=1):
        table.add_row(digits(number), digits(f"{mean:.2f}"))
    return table


def plain_table(first: Text, *others: Text | str) -> Table:
    """A table with numbers in all columns but the first."""
    table = Table(*map(str, (first, *others)))
    for column in table.columns[1:]:
        column.justify = "right"
    return table

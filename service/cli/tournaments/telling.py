"""Prints tournaments in the terminal; everything from the service is made safe to show."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import click

from service.cli.terminal.clean import clean

POINT = 12


def say(value: Any, lines: Callable[[Any], Iterable[str]], *, as_json: bool) -> None:
    """Print the value as JSON, or in lines."""
    if as_json:
        click.echo(json.dumps(value, indent=2, ensure_ascii=False))
        return
    for line in lines(value):
        click.echo(clean(line))


def listed(tournaments: Sequence[Any]) -> Iterator[str]:
    """One line for each tournament."""
    for each in tournaments:
        played = f"round {each['round']} of {each['of_rounds']}"
        yield f"{each['id']}  {each['status']:8}  {each['kind']:8}  {played:15}  {each['name']}"


def overview(state: Any) -> Iterator[str]:
    """The tournament in some lines: what it is, its running tables, and its acts."""
    yield f"{state['name']}: {state['kind']} at tables of {state['table']}, {state['status']}"
    there = sum(not each["withdrawn"] for each in state["entrants"])
    yield f"round {state['round']} of {state['of_rounds']}, {there} entrants, version {state['version']}"
    if state["unpaired"]:
        yield f"the next round cannot be paired: {state['unpaired']['reason']} ({state['unpaired']['code']})"
    for round_ in state["rounds"][-1:]:
        yield f"round {round_['number']} is {round_['status']}"
        waiting = [table for table in round_["tables"] if table["points"] is None and not table["annulled"]]
        yield from (f"  game {table['number']} runs: {_names(table)}" for table in waiting)
    for act in state["acts"]:
        undone = " (undone)" if act["undone"] else ""
        yield f"act {act['version']} by {_name(act['by'])}: {act['type']}, {act['reason']}{undone}"


def standings(state: Any) -> Iterator[str]:
    """One line for each entrant, and whether they may still change."""
    breaks = state["regulations"]["tie_breaks"]
    yield f"place  points    name  ({', '.join(breaks)})" if breaks else "place  points    name"
    for row in state["standings"]:
        numbers = ", ".join(map(str, row["tie_breaks"]))
        out = "  (out)" if row["withdrawn"] else ""
        yield f"{row['place']:5}  {points(row['points']):8}  {_name(row)}  ({numbers}){out}"
    if state["provisional"]:
        yield "provisional: games run, or a round is not signed off"


def pairings(round_: Any) -> Iterator[str]:
    """One line for each table, with its points if it has a result, and one for the byes."""
    for table in round_["tables"]:
        result = " - ".join(map(points, table["points"])) if table["points"] else "runs"
        if table["annulled"]:
            result = "annulled"
        changed = f" (act {table['changed_by']})" if table["changed_by"] else ""
        yield f"{table['number']:5}  {_names(table)}: {result}{changed}"
    if round_["byes"]:
        yield f"without a table: {', '.join(map(str, round_['byes']))}"


def points(twelfths: int) -> str:
    """Points as a whole number and a fraction.

    >>> points(36), points(28), points(4)
    ('3', '2 1/3', '1/3')
    """
    whole, rest = divmod(twelfths, POINT)
    part = str(Fraction(rest, POINT)) if rest else ""
    return " ".join(text for text in (str(whole) if whole or not rest else "", part) if text)


def _names(table: Any) -> str:
    return ", ".join(map(_name, table["players"]))


def _name(person: Any) -> str:
    return str(person["name"] or "(deleted account)")

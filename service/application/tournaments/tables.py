"""A tournament as tables for spreadsheets: standings, pairings and acts as CSV (RFC 4180), in UTF-8.

A cell of text that a spreadsheet would take for a formula begins with an apostrophe.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import orjson

from replays.projections.view import State
from replays.tournament.standings.points import POINT

_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Row = Iterable[Any]


def standings(state: State) -> Iterator[Row]:
    """One line for each entrant, best first; points in twelfths and as a rounded number."""
    tie_breaks = state["regulations"]["tie_breaks"]
    yield "place", "entrant", "player", "name", "twelfths", "points", *tie_breaks, "withdrawn"
    for row in state["standings"]:
        yield (
            row["place"],
            row["entrant"],
            row["player"],
            row["name"],
            row["points"],
            f"{row['points'] / POINT:.2f}",
            *row["tie_breaks"],
            _flag(row["withdrawn"]),
        )


def pairings(state: State) -> Iterator[Row]:
    """One line for each seat of each table, and for each bye; results are empty while there are none."""
    yield (
        *("round", "number", "game", "seat", "entrant", "player", "name"),
        *("place", "twelfths", "game_points", "annulled", "changed_by"),
    )
    entrants = {each["entrant"]: each for each in state["entrants"]}
    for round_ in state["rounds"]:
        for table in round_["tables"]:
            for seat, player in enumerate(table["players"]):
                results = (_of_seat(table[name], seat) for name in ("places", "points", "totals"))
                act = (_flag(table["annulled"]), table["changed_by"])
                yield (
                    round_["number"],
                    table["number"],
                    table["game"],
                    seat + 1,
                    *player.values(),
                    *results,
                    *act,
                )
        for number in round_["byes"]:
            each = entrants[number]
            yield round_["number"], None, "bye", None, number, each["player"], each["name"], *[None] * 5


def acts(state: State) -> Iterator[Row]:
    """One line for each act; what it says besides its reason is JSON."""
    yield "version", "at", "player", "name", "type", "code", "reason", "undone", "says"
    for act in state["acts"]:
        said = {name: value for name, value in act.items() if name not in _OWN_COLUMNS}
        yield (
            *(act["version"], act["at"], act["by"]["id"], act["by"]["name"], act["type"]),
            *(act["code"], act["reason"], _flag(act["undone"]), orjson.dumps(said).decode()),
        )


_OWN_COLUMNS = {"version", "at", "by", "type", "code", "reason", "undone"}

TABLES: Mapping[str, Callable[[State], Iterator[Row]]] = MappingProxyType(
    {"standings": standings, "pairings": pairings, "acts": acts}
)
"""The tables by the names of their files."""


def as_csv(rows: Iterable[Row]) -> bytes:
    """The rows as CSV with lines that end in CR LF."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_cell(each) for each in row] for row in rows)
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def _flag(value: bool) -> str:  # noqa: FBT001 - a cell
    return "yes" if value else "no"


def _of_seat(values: Any, seat: int) -> Any:
    return values[seat] if values else None

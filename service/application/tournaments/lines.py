"""The list of players in a CSV file: one column `player`, with or without that header."""

import csv
import io

from service.application.problem import Problem
from service.application.tournaments.entries import MOST_AT_ONCE, Line

HEADER = "player"
MOST_BYTES = 64 * 1024
"""The size of a list: 500 names of 40 characters in UTF-8, of three bytes each."""


def read_lines(text: bytes) -> list[Line]:
    """The players of a list with their lines, from 1; empty lines are left out.

    422 `tournament/csv` for text that is not UTF-8, for a line with several columns, and for no or too many
    players; `line` is its number.
    """
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _wrong(f"the text is not UTF-8: byte {error.start} fits nowhere") from error
    rows = csv.reader(io.StringIO(decoded, newline=""), strict=True)
    found: list[Line] = []
    try:
        for row in rows:
            if len(row) > 1:
                raise _wrong(
                    f'line {rows.line_num} has {len(row)} columns; there is one, "{HEADER}"', rows.line_num
                )
            if row and row[0].strip():
                found.append(Line(rows.line_num, row[0].strip()))
    except csv.Error as error:
        raise _wrong(f"line {rows.line_num} is not CSV: {error}", rows.line_num) from error
    if found and found[0].player.casefold() == HEADER:
        del found[0]
    if not 1 <= len(found) <= MOST_AT_ONCE:
        raise _wrong(f"the list has {len(found)} players; 1 to {MOST_AT_ONCE} can be entered at once")
    return found


def _wrong(text: str, line: int | None = None) -> Problem:
    return Problem(422, "tournament/csv", text, {"line": line} if line else {})

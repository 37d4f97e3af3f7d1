"""The declared event types, compared with the documentation and with stored logs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.events.codec import EVENT_TYPES
from tests.conformance import corpus

DOCS = Path(__file__).parents[4] / "docs" / "understand" / "log.md"
HEADING = "| type | seat | data | cause "
PARENTHESES = re.compile(r"\([^()]*\)")
NAME = re.compile(r"`([\w.]+)`")

UNSEEN = {
    ("TournamentEntrantWithdrawn", "player"): "whoever is withdrawn in the corpus is by a director",
    ("DynastyBotSeated", "player"): "in dynasties with bots, which no old file has",
    ("FireLost", "system"): "with the printed dominoes there is a square for every token",
    ("FirePlaced", "bot"): "the bots of the corpus play the base game, or place no volcano",
    ("TotemGiven", "bot"): "the bots of the corpus play the base game or Tribe",
    ("DominoDiscarded", "plan"): "the plan of the corpus places its domino",
    ("RecruitingDeclined", "system"): "the seats that are left are of the base game",
}
"""Declared causes of events that occur in no game of the corpus, with the reason."""


def documented() -> dict[str, tuple[str, set[str], set[str]]]:
    """Return the seat mark, the data members and the causes of each type in the tables."""
    found = {}
    for line in _rows(DOCS.read_text("utf-8").splitlines()):
        names, seat, data, cause, *_ = (cell.strip() for cell in line.strip("|").split("|"))
        for name in NAME.findall(names):
            assert name not in found, f"{name} is in two rows"
            found[name] = (seat, _names(data.partition(": ")[0]), _names(cause))
    return found


def _rows(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        inside = line.startswith("|" if inside else HEADING)
        if inside and line.startswith("| `"):
            yield _plain(line)


def _plain(line: str) -> str:
    """The line without parenthesized text, nested parentheses included."""
    shorter = PARENTHESES.sub("", line)
    return line if shorter == line else _plain(shorter)


def _names(cell: str) -> set[str]:
    return set(NAME.findall(cell))


def test_the_tables_say_what_is_declared() -> None:
    """Every type has a row with its seat, its data members and its causes."""
    declared = {
        name: ("✓" if each.seated else "", set(each.data), set(each.causes))
        for name, each in EVENT_TYPES.items()
    }
    assert documented() == declared


@pytest.mark.parametrize("name", [name for name, each in EVENT_TYPES.items() if each.schema > 1])
def test_a_later_schema_is_told_of(name: str) -> None:
    """A paragraph of the page names the schema and its changes."""
    assert f"`{name}` has schema {EVENT_TYPES[name].schema} since" in DOCS.read_text("utf-8")


@pytest.mark.slow
def test_what_was_stored_has_the_causes_that_are_declared() -> None:
    """Stored causes are all declared, and declared ones all stored except `UNSEEN`."""
    declared = {(name, cause) for name, each in EVENT_TYPES.items() for cause in each.causes}
    stored = {
        (event.record["type"], event.record["cause"])
        for name, entry in corpus.read_index().items()
        for event in corpus.read_stream(name, entry.id).events
    }
    assert stored <= declared
    assert declared - stored == UNSEEN.keys()

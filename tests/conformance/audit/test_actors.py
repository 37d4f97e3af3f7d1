"""The definition's table of actors and causes, against the registry of types and the code that judges."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from replays.audit.dynasties import follow_dynasty
from replays.audit.examining import examine
from replays.audit.record import Record
from replays.audit.tournaments.aspects import ACTS
from replays.audit.tournaments.course import follow_tournament
from replays.audit.verdicts import Aspect, Finding
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.events.causes import SYSTEM
from replays.events.codec import EVENT_TYPES
from replays.match.aggregate import Match
from replays.tournament.aggregate import Tournament
from tests.conformance import corpus

PAGE = Path(__file__).parents[3] / "docs" / "organize" / "audit.md"
NAME = re.compile(r"`([A-Za-z]+)`")
INDEX = corpus.read_index()


class Row(NamedTuple):
    """A row of the table: the types of events, whether the actor is the system, and the cause."""

    types: tuple[str, ...]
    by_system: bool
    cause: str


def rows() -> Iterator[Row]:
    """The rows of the table."""
    table = PAGE.read_text("utf-8").partition("| event | `actor` | `cause` |\n")[2].partition("\n7. ")[0]
    for line in table.splitlines()[1:]:
        event, actor, cause = (cell.strip() for cell in line.strip().strip("|").split("|"))
        types = tuple(name for name in NAME.findall(event) if name in EVENT_TYPES)
        yield Row(types, actor == "`system`", cause.strip("`"))


ALLOWED = {(name, row.by_system, row.cause) for row in rows() for name in row.types}
"""All combinations of type, actor and cause in the table."""


@cache
def stream(name: str) -> tuple[StoredEvent, ...]:
    """The events of a file of the corpus."""
    return tuple(corpus.read_stream(name, INDEX[name].id).events)


def occurrences() -> dict[tuple[str, bool, str], tuple[str, int]]:
    """Each combination of type, actor and cause that occurs in the corpus, with the first place."""
    found: dict[tuple[str, bool, str], tuple[str, int]] = {}
    for name in INDEX:
        for event in stream(name):
            record = event.record
            combination = record["type"], record["actor"] == SYSTEM, record["cause"]
            found.setdefault(combination, (name, event.version))
    return found


def test_every_type_is_in_the_table_with_its_causes() -> None:
    """The causes in the table are those that the registry declares, for every type."""
    documented = {name: {cause for kind, _, cause in ALLOWED if kind == name} for name in EVENT_TYPES}
    assert documented == {name: set(each.causes) for name, each in EVENT_TYPES.items()}


def test_old_games_have_no_other_actors() -> None:
    """What was stored is as in the table."""
    assert occurrences().keys() <= ALLOWED


@cache
def folded(name: str) -> Match | None:
    """A game of the corpus at its end."""
    last = corpus.folded(INDEX[name].id, stream(name))[-1]
    return last if isinstance(last, Match) else None


def findings(name: str, events: tuple[StoredEvent, ...]) -> tuple[Finding, ...]:
    """The findings in a record of the corpus that was changed."""
    if INDEX[name].tournament:
        return tournament_findings(name, events)
    if not INDEX[name].dynasty:
        return examine(INDEX[name].id, Record(events)).findings
    files = {entry.id: each for each, entry in INDEX.items()}
    started = [
        event.record["data"]["game"] for event in events if event.record["type"] == "DynastyGameStarted"
    ]
    return follow_dynasty(INDEX[name].id, events, [folded(files[game]) for game in started]).findings


def tournament_findings(name: str, events: tuple[StoredEvent, ...]) -> tuple[Finding, ...]:
    """The findings in a tournament's record that was changed."""
    whole = corpus.folded(INDEX[name].id, stream(name))[-1]
    assert isinstance(whole, Tournament)
    files = {entry.id: each for each, entry in INDEX.items()}
    names = [files[game.id] for game in whole.games]
    games = [folded(each) for each in names]
    return follow_tournament(whole.id, events, games, lambda number: stream(names[number - 1])).findings


@pytest.mark.parametrize(
    ("combination", "place"), occurrences().items(), ids=["-".join(map(str, each)) for each in occurrences()]
)
@pytest.mark.parametrize("field", ["actor", "cause"])
def test_another_actor_or_cause_is_a_fault(
    combination: tuple[str, bool, str], place: tuple[str, int], field: str
) -> None:
    """The code that judges holds each type to its row: nobody else's, and with no other cause."""
    name, version = place
    events = list(stream(name))
    other = {"actor": "somebody-else" if combination[1] else SYSTEM, "cause": "weather"}[field]
    changed = {**events[version - 1].record, field: other}
    events[version - 1] = StoredEvent(
        events[version - 1].version, canonical(changed), events[version - 1].hash
    )
    aspects = (Aspect.LEGALITY, ACTS)
    legality = {found.version for found in findings(name, tuple(events)) if found.aspect in aspects}
    assert version in legality

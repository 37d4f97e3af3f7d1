"""Old games stay readable: stored events decode, fold and look as they did when the game was played."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Direction
from kingdomino.game.table import Origin
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from kingdomino.rules.versions import VERSIONS
from kingdomino.scoring import Score
from replays.audit.dynasties import follow_dynasty
from replays.audit.examining import examine
from replays.audit.record import Record
from replays.audit.series import SeriesCourse
from replays.audit.tournaments.aspects import ACTS, OWN
from replays.audit.tournaments.course import follow_tournament
from replays.audit.verdicts import Aspect, Finding
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.events.codec import Event, decode, encode
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import GameCreated, GameScored, PlayerSeated
from replays.match.aggregate import Match, Status
from replays.tournament.aggregate import Tournament
from tests.conformance import corpus, make_corpus

INDEX = corpus.read_index()
VIEWS = corpus.read_lines(corpus.FOLDER / corpus.VIEWS)
GAMES = [name for name, entry in INDEX.items() if not entry.dynasty and not entry.tournament]
DYNASTIES = [name for name, entry in INDEX.items() if entry.dynasty]
TOURNAMENTS = [name for name, entry in INDEX.items() if entry.tournament]

CANNOT_OCCUR = {
    ("DynastyBotSeated", 1): "in dynasties with bots, which no old file has",
    ("FireLost", 1): "with the printed dominoes there is a square for every token (docs/play/rules.md)",
}
"""The event types and schemas that the codec knows but no old game has, with the reason."""


@cache
def record(name: str) -> Record:
    """The record in a file."""
    return corpus.read_stream(name, INDEX[name].id)


@cache
def seen(name: str) -> corpus.Seen:
    """The game or dynasty in a file, at each version."""
    return corpus.folded(INDEX[name].id, record(name).events)


def told(name: str, findings: tuple[Finding, ...]) -> str:
    """The findings as text, with file and version."""
    return "; ".join(f"{name}.ndjson, version {f.version}: {f.code}, {f.text}" for f in findings)


def stored() -> Iterator[StoredEvent]:
    """Every event of the corpus."""
    for name in INDEX:
        yield from record(name).events


@cache
def events() -> tuple[Event, ...]:
    """Every event of the corpus, decoded by the present code."""
    return tuple(map(decode, stored()))


def test_every_file_is_in_the_index_and_has_views() -> None:
    """The index and the views list exactly the existing files."""
    files = {file.stem for file in corpus.FOLDER.glob("*.ndjson")}
    assert files == INDEX.keys() == VIEWS.keys()


@pytest.mark.parametrize("name", INDEX)
def test_the_bytes_are_those_that_were_added(name: str) -> None:
    """Every line is canonical and in the hash chain, which ends at the head in the index."""
    assert not record(name).findings, told(name, record(name).findings)
    entry, records = INDEX[name], [event.record for event in record(name).events]
    assert (len(records), record(name).events[-1].hash) == (entry.versions, entry.head)
    assert {event["type"]: event["schema"] for event in records} == entry.schemas
    assert records[0]["data"]["rules_version"] == entry.rules_version


@pytest.mark.parametrize("name", GAMES)
def test_the_verifier_passes_the_game(name: str) -> None:
    """No verdict fails, and the result is as indexed.

    Every aspect is shown but an aborted game's result, and the fairness of a deal that was known.
    """
    examined = examine(INDEX[name].id, record(name))
    assert not examined.findings, told(name, examined.findings)
    match = examined.course.match
    assert match is not None
    called_off = match.status is Status.ABORTED
    absent = {Aspect.RESULT} if called_off else set()
    absent |= {Aspect.FAIRNESS} if match.created.options.deal else set()
    assert examined.shown == set(Aspect) - absent
    assert (match.result is None) == called_off
    scores, ranking = (match.result.scores, match.result.ranking) if match.result else ((), ())
    assert [score.total for score in scores] == INDEX[name].points
    assert [list(place) for place in ranking] == INDEX[name].ranking


@pytest.mark.parametrize("name", DYNASTIES)
def test_the_verifier_passes_the_dynasty(name: str) -> None:
    """The dynasty follows from its games, with the totals in the index, or was called off without any."""
    entry, files = INDEX[name], {entry.id: name for name, entry in INDEX.items()}
    *_, dynasty = seen(name)
    assert not isinstance(dynasty, Match)
    games = [seen(files[game.id])[-1] for game in dynasty.games]
    matches = [game for game in games if isinstance(game, Match)]
    course = follow_dynasty(entry.id, record(name).events, matches)
    assert not course.findings, told(name, course.findings)
    assert course.whole
    assert course.series is not None
    if course.series.status is Status.ABORTED:
        assert (course.series.winners, entry.ranking, entry.points) == (None, [], [])
    else:
        assert course.series.winners == tuple(entry.ranking[0])
        assert list(course.series.totals) == entry.points


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_the_verifier_passes_the_tournament(name: str) -> None:
    """The tournament follows from its games and its acts, with the last standings in the index."""
    entry = INDEX[name]
    *_, last = seen(name)
    assert isinstance(last, Tournament)
    course = followed(name)
    assert not course.findings, told(name, course.findings)
    assert course.whole
    assert course.shown == (set(OWN) if last.rounds else {ACTS})
    rows = last.rounds[-1].standings or () if last.rounds else ()
    assert [row.points for row in rows] == entry.points
    assert [row.entrant for row in rows] == [each for place in entry.ranking for each in place]


def followed(name: str) -> SeriesCourse[Tournament]:
    """A tournament of the corpus followed with its games."""
    last = seen(name)[-1]
    assert isinstance(last, Tournament)
    files = {entry.id: each for each, entry in INDEX.items()}
    names = [files[game.id] for game in last.games]
    games = [game for each in names if isinstance(game := seen(each)[-1], Match)]
    return follow_tournament(
        last.id, record(name).events, games, lambda number: record(names[number - 1]).events
    )


@pytest.mark.parametrize("name", INDEX)
def test_what_was_read_is_written_as_it_was(name: str) -> None:
    """An event of the present schema encodes to the same data; an older one decodes the same afterwards."""
    for event in record(name).events:
        read = decode(event)
        kind, seat, data = encode(read)
        again = {**event.record, "type": kind.name, "schema": kind.schema, "seat": seat, "data": data}
        where = f"{name}.ndjson, version {event.version}: {kind.name} is written otherwise than it was"
        assert again == event.record or event.record["schema"] < kind.schema, where
        assert decode(StoredEvent(event.version, canonical(again), event.hash)) == read, where


@pytest.mark.parametrize("name", INDEX)
def test_the_rules_lead_to_the_same_states(name: str) -> None:
    """The state of the rules is the same at every version."""
    version = corpus.first_difference(INDEX[name].states, corpus.states_of(seen(name)))
    assert version is None, f"{name}.ndjson, version {version}: the rules lead to another state"


@pytest.mark.parametrize("name", INDEX)
def test_everybody_sees_the_same(name: str) -> None:
    """The public state is the same at every version."""
    version = corpus.first_difference(VIEWS[name], corpus.views_of(seen(name)))
    assert version is None, f"{name}.ndjson, version {version}: the state is shown otherwise"


def test_every_type_and_schema_is_in_a_file() -> None:
    """Every type and schema that the codec reads is in a game of the corpus, or in `CANNOT_OCCUR`."""
    known = {(each.name, schema) for each in EVENT_TYPES.values() for schema in range(1, each.schema + 1)}
    found = {(event.record["type"], event.record["schema"]) for event in stored()}
    assert known - found == CANNOT_OCCUR.keys(), f"in no file: {sorted(known - found)}"


def test_every_rule_is_played_in_every_way() -> None:
    """The corpus has every value of every field of the rules, every rules version, and every table size."""
    created = [event for event in events() if isinstance(event, GameCreated)]
    for field in fields(Rules):
        default = getattr(Rules(), field.name)
        values = set(type(default)) if isinstance(default, Enum) else {False, True}
        known = set(VERSIONS.numbers) if field.name == "version" else values
        assert {getattr(game.rules, field.name) for game in created} == known, field.name
    tables = {(game.rules.game, game.rules.mode, game.players) for game in created}
    assert tables >= set(product([GameKind.ORIGINS], Mode, (2, 3, 4)))
    assert tables >= set(product([GameKind.KINGDOMINO], [Mode.DISCOVERY], (2, 3, 4)))


@pytest.mark.parametrize("words", [GameKind, Mode, Edition, FirstLine, Direction, Resource, Caveman, Origin])
def test_every_word_is_in_a_file(words: type[Enum]) -> None:
    """The corpus has every value of these enumerations that an event can contain."""
    found = {text for event in stored() for text in texts(event.record["data"])}
    assert {word.value for word in words} <= found


def texts(data: Any) -> Iterator[str]:
    """Every string within a JSON value."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from texts(item)


def test_what_is_rare_is_in_a_file() -> None:
    """The corpus has bonuses paid and not, seats with and without entropy, games in and outside a dynasty."""
    scores = [score for event in events() if isinstance(event, GameScored) for score in event.scores]
    bonuses = {(score.middle_kingdom > 0, score.harmony > 0) for score in scores}
    assert bonuses == set(product([True, False], repeat=2))
    entropies = {event.entropy is None for event in events() if isinstance(event, PlayerSeated)}
    assert entropies == {True, False}
    alone = {event.options.series is None for event in events() if isinstance(event, GameCreated)}
    assert alone == {True, False}


def test_ties_are_decided_in_every_way() -> None:
    """Ties of two players are decided by region against crowns, by crowns alone, and not at all."""
    results = [event for event in events() if isinstance(event, GameScored)]
    duels = [sorted(map(in_a_tie, result.scores)) for result in results if len(result.scores) == 2]
    ties = [(low[1:], high[1:]) for low, high in duels if low[0] == high[0]]
    assert any(low[0] < high[0] and low[1] > high[1] for low, high in ties)
    assert any(low[0] == high[0] and low[1] < high[1] for low, high in ties)
    assert any(low == high for low, high in ties)


def in_a_tie(score: Score) -> tuple[int, int, int]:
    """The values that decide the ranking, in this order (R12)."""
    return score.total, score.largest_region, score.crowns


def test_a_plan_gives_the_same_game_each_time(tmp_path: Path) -> None:
    """A plan gives the same bytes in two folders, and each index has the game once."""
    name = "classic-2-no-limit"
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        make_corpus.add(name, folder)
    first, second = (corpus.stream_file(tmp_path / folder, name).read_bytes() for folder in "ab")
    assert first == second
    assert corpus.read_index(tmp_path / "a") == corpus.read_index(tmp_path / "b")
    assert corpus.read_index(tmp_path / "a").keys() == {name}


def test_a_file_is_never_written_again(tmp_path: Path) -> None:
    """Adding a game whose file exists raises an error and changes nothing."""
    kept = corpus.stream_file(tmp_path, "classic-2-no-limit")
    kept.write_bytes(b"kept")
    with pytest.raises(FileExistsError):
        make_corpus.add("classic-2-no-limit", tmp_path)
    assert [(file, file.read_bytes()) for file in tmp_path.iterdir()] == [(kept, b"kept")]

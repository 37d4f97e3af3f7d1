"""Old games in their stored form, with the facts recorded when each was added (see README.md)."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from replays.audit.record import Record, read_record
from replays.dynasty import view as dynasty_view
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.aggregate import evolve as evolve_dynasty
from replays.encoding.canonical import canonical
from replays.encoding.drift import state_hash
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import UNREADABLE, Match, evolve
from replays.projections import view
from replays.tournament import view as tournament_view
from replays.tournament.aggregate import Tournament
from replays.tournament.fold import evolve as evolve_tournament

FOLDER = Path(__file__).parent
INDEX = "index.json"
VIEWS = "views.json"

DIGITS = 8
"""The number of hexadecimal digits of a SHA-256 that are kept for each version."""

NO_STATE = "-" * DIGITS
"""The placeholder for versions before the game has a state."""

Seen = tuple[Match, ...] | tuple[Dynasty, ...] | tuple[Tournament, ...]
"""A stream at each of its versions."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a file in the index: its id, its subject, and its content when it was added.

    `schemas` has the schema of every event type in it. `points` are by seat; a dynasty's are its totals, a
    tournament's those of the rows of its last standings, and an aborted game has none. `states` has 8 digits
    of the state hash at each version; a series has no state.
    """

    id: GameId
    shows: str
    rules_version: int
    schemas: Mapping[str, int]
    versions: int
    head: str
    points: list[int]
    ranking: list[list[int]]
    states: str

    @property
    def dynasty(self) -> bool:
        """True if the file is a dynasty's own stream."""
        return "DynastyCreated" in self.schemas

    @property
    def tournament(self) -> bool:
        """True if the file is a tournament's own stream."""
        return "TournamentCreated" in self.schemas


def read_index(folder: Path = FOLDER) -> dict[str, Entry]:
    """All entries by the names of their files, without the extension."""
    return {name: Entry(**entry) for name, entry in read_lines(folder / INDEX).items()}


def write_index(folder: Path, index: Mapping[str, Entry]) -> None:
    """Write the index."""
    write_lines(folder / INDEX, {name: asdict(entry) for name, entry in index.items()})


def read_lines(file: Path) -> dict[str, Any]:
    """The members of the JSON object in a file; none if there is no file."""
    members: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return members


def write_lines(file: Path, members: Mapping[str, Any]) -> None:
    """Write a JSON object with one member on each line, so that a diff shows which members change."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(members[name])}" for name in sorted(members))
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def stream_file(folder: Path, name: str) -> Path:
    """The path of the events with this name."""
    return folder / f"{name}.ndjson"


def read_stream(name: str, stream: GameId) -> Record:
    """The record in the file with this name."""
    return read_record(stream, stream_file(FOLDER, name).read_bytes())


def folded(stream: GameId, events: Iterable[StoredEvent]) -> Seen:
    """The game or series at each version, up to the first event that cannot be folded."""
    seen: list[Any] = []
    for event in events:
        try:
            seen.append(_evolver(event.record["type"])(stream, seen[-1] if seen else None, event))
        except UNREADABLE:
            break
    return tuple(seen)


def _evolver(kind: str) -> Callable[..., Any]:
    """The function that folds an event of this type."""
    if kind.startswith("Tournament"):
        return evolve_tournament
    return evolve_dynasty if kind.startswith("Dynasty") else evolve


def states_of(seen: Seen) -> str:
    """The digits of the state hash at each version; none for a series."""
    return "".join(_state(match) for match in seen if isinstance(match, Match))


def _state(match: Match) -> str:
    return state_hash(match.game)[:DIGITS] if match.game else NO_STATE


def views_of(seen: Seen) -> str:
    """The digits of the public state at each version: SHA-256 of its canonical JSON."""
    return "".join(sha256(canonical(_view(at))).hexdigest()[:DIGITS] for at in seen)


def _view(at: Match | Dynasty | Tournament) -> view.State:
    if isinstance(at, Tournament):
        return tournament_view.state(at, {})
    return view.state(at, {}) if isinstance(at, Match) else dynasty_view.state(at, {})


def first_difference(kept: str, found: str) -> int | None:
    """The first version whose digits differ or are missing on either side, or None.

    >>> first_difference("00000000aaaaaaaa", "00000000bbbbbbbb")
    2
    """
    versions = range(max(len(kept), len(found)) // DIGITS)
    chunks = (slice(version * DIGITS, (version + 1) * DIGITS) for version in versions)
    return next((number for number, at in enumerate(chunks, start=1) if kept[at] != found[at]), None)

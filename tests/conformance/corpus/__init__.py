"""Old games, kept as they were stored, and what was known of each when it was added (see README.md)."""

import json
from collections.abc import Iterable, Mapping
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

FOLDER = Path(__file__).parent
INDEX = "index.json"
VIEWS = "views.json"

DIGITS = 8
"""How many hexadecimal digits of a SHA-256 are kept for each version."""

NO_STATE = "-" * DIGITS
"""What stands for the rules' state before there is one."""

Seen = tuple[Match, ...] | tuple[Dynasty, ...]
"""A stream at each of its versions."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index says of a file: its id, what it shows, and how it read when it was added.

    `schemas` has the schema of every type of event in it. `points` are by seat, a dynasty's are its totals; a
    game that was called off has none.
    `states` has 8 digits of the state hash of the rules at each version; a dynasty has none of its own.
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
        """Whether it is a dynasty's own stream."""
        return "DynastyCreated" in self.schemas


def read_index(folder: Path = FOLDER) -> dict[str, Entry]:
    """Every entry by the name of its file, without the ending."""
    return {name: Entry(**entry) for name, entry in read_lines(folder / INDEX).items()}


def write_index(folder: Path, index: Mapping[str, Entry]) -> None:
    """Write the index."""
    write_lines(folder / INDEX, {name: asdict(entry) for name, entry in index.items()})


def read_lines(file: Path) -> dict[str, Any]:
    """The members of an object in a file; none where there is no file."""
    members: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return members


def write_lines(file: Path, members: Mapping[str, Any]) -> None:
    """Write an object with one member a line, so that a change shows whose it is."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(members[name])}" for name in sorted(members))
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def stream_file(folder: Path, name: str) -> Path:
    """Where the events of this name lie."""
    return folder / f"{name}.ndjson"


def read_stream(name: str, stream: GameId) -> Record:
    """The record in the file of this name."""
    return read_record(stream, stream_file(FOLDER, name).read_bytes())


def folded(stream: GameId, events: Iterable[StoredEvent]) -> Seen:
    """The game or dynasty at each version, as far as the events can be followed."""
    seen: list[Any] = []
    for event in events:
        dynasty = event.record["type"].startswith("Dynasty")
        try:
            before = seen[-1] if seen else None
            seen.append((evolve_dynasty if dynasty else evolve)(stream, before, event))
        except UNREADABLE:
            break
    return tuple(seen)


def states_of(seen: Seen) -> str:
    """The digits of the rules' state at each version; a dynasty has none of its own."""
    return "".join(_state(match) for match in seen if isinstance(match, Match))


def _state(match: Match) -> str:
    return state_hash(match.game)[:DIGITS] if match.game else NO_STATE


def views_of(seen: Seen) -> str:
    """The digits of what everybody may see at each version: SHA-256 of its canonical JSON."""
    return "".join(sha256(canonical(_view(at))).hexdigest()[:DIGITS] for at in seen)


def _view(at: Match | Dynasty) -> view.State:
    return view.state(at, {}) if isinstance(at, Match) else dynasty_view.state(at, {})


def first_difference(kept: str, found: str) -> int | None:
    """The first version whose digits differ or are missing on either side, or None.

    >>> first_difference("00000000aaaaaaaa", "00000000bbbbbbbb")
    2
    """
    versions = range(max(len(kept), len(found)) // DIGITS)
    chunks = (slice(version * DIGITS, (version + 1) * DIGITS) for version in versions)
    return next((number for number, at in enumerate(chunks, start=1) if kept[at] != found[at]), None)

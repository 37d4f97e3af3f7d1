"""What a monitor has seen of a log: one SQLite file, whose changes are on the disk together or not at all."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from replays.transparency.checkpoints import SignedCheckpoint, parse_signed_checkpoint
from replays.transparency.leaves import HeadKind, HeadLeaf, KeyKind, KeyLeaf
from replays.transparency.merkle import HASH_BYTES, Frontier

TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value BLOB) STRICT;
CREATE TABLE IF NOT EXISTS heads (place INTEGER PRIMARY KEY, game TEXT, kind TEXT, version INTEGER, head TEXT,
    compared INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX IF NOT EXISTS heads_by_game ON heads (game);
CREATE INDEX IF NOT EXISTS heads_to_compare ON heads (place) WHERE compared = 0;
CREATE TABLE IF NOT EXISTS keys (place INTEGER PRIMARY KEY, kind TEXT, public_key TEXT, since INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, listing TEXT, id TEXT, created INTEGER,
    called_off INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS wrongs (code TEXT, subject TEXT, text TEXT, since INTEGER,
    PRIMARY KEY (code, subject)) STRICT;
"""


class MonitorFileError(Exception):
    """The file cannot be used; the text says why."""


class SeenWrong(NamedTuple):
    """Something that must not be: a code, its subject, a sentence, and when it was first seen (ms UTC)."""

    code: str
    subject: str
    text: str
    since: int


class ToCompare(NamedTuple):
    """A head of the log that was not compared yet, and the stream that it is of."""

    place: int
    leaf: HeadLeaf
    listing: str
    id: str


class MonitorMemory:
    """The memory of one monitor; one process uses it at a time."""

    def __init__(self, path: Path) -> None:
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("BEGIN EXCLUSIVE")
            for statement in TABLES.split(";\n"):
                self._db.execute(statement)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise MonitorFileError(f"{path} cannot be used: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Changes inside are kept together, or not at all."""
        self._db.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def fact(self, name: str) -> bytes | None:
        """The value under this name, or None."""
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return bytes(row[0]) if row else None

    def keep_fact(self, name: str, value: bytes) -> None:
        """Keep a value under this name."""
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def checkpoint(self) -> SignedCheckpoint | None:
        """The last checkpoint that was signed and continued all that was seen before."""
        content = self.fact("checkpoint")
        return parse_signed_checkpoint(content) if content else None

    def keep_checkpoint(self, signed: SignedCheckpoint) -> None:
        """Keep the checkpoint as the last one."""
        self.keep_fact("checkpoint", signed.note.serialized())

    def frontier(self) -> Frontier:
        """The frontier of the leaves that were read and are in the signed tree."""
        content = self.fact("frontier") or bytes(8)
        hashes = content[8:]
        parts = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
        return Frontier(int.from_bytes(content[:8], "big"), parts)

    def keep_frontier(self, frontier: Frontier) -> None:
        """Keep the frontier."""
        self.keep_fact("frontier", frontier.size.to_bytes(8, "big") + b"".join(frontier.hashes))

    def add_head(self, place: int, leaf: HeadLeaf) -> None:
        """Keep a head of the log."""
        row = (place, leaf.game, leaf.kind.value, leaf.version, leaf.head)
        self._db.execute("INSERT INTO heads (place, game, kind, version, head) VALUES (?, ?, ?, ?, ?)", row)

    def heads_of(self, game: str) -> list[tuple[int, HeadLeaf]]:
        """The heads of a game by the digest of its id, with their places, in the log's order."""
        rows = self._db.execute(
            "SELECT place, game, head, kind, version FROM heads WHERE game = ? ORDER BY place LIMIT 100",
            (game,),
        )
        return [(place, HeadLeaf(digest, head, HeadKind(kind), v)) for place, digest, head, kind, v in rows]

    def add_key(self, place: int, leaf: KeyLeaf) -> None:
        """Keep a key of the log."""
        row = (place, leaf.kind.value, leaf.public_key, leaf.since)
        self._db.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", row)

    def service_keys(self) -> list[KeyLeaf]:
        """The keys and revocations, in the log's order."""
        rows = self._db.execute("SELECT kind, public_key, since FROM keys ORDER BY place")
        return [KeyLeaf(KeyKind(kind), key, since) for kind, key, since in rows]

    def add_game(self, digest: str, listing: str, stream: str, created: int) -> bool:
        """Keep a stream that the service shows; False if it was kept already."""
        row = (digest, listing, stream, created)
        cursor = self._db.execute(
            "INSERT OR IGNORE INTO games (game, listing, id, created) VALUES (?, ?, ?, ?)", row
        )
        return cursor.rowcount > 0

    def to_compare(self, most: int) -> list[ToCompare]:
        """Heads of shown streams that were not compared yet, the oldest first."""
        rows = self._db.execute(
            "SELECT heads.place, heads.game, head, kind, version, listing, id FROM heads"
            " JOIN games ON games.game = heads.game WHERE compared = 0 ORDER BY heads.place LIMIT ?",
            (most,),
        )
        return [
            ToCompare(place, HeadLeaf(game, head, HeadKind(kind), version), listing, stream)
            for place, game, head, kind, version, listing, stream in rows
        ]

    def compared(self, place: int) -> None:
        """Note that a head was compared."""
        self._db.execute("UPDATE heads SET compared = 1 WHERE place = ?", (place,))

    def call_off(self, digest: str) -> None:
        """Note that a stream was called off."""
        self._db.execute("UPDATE games SET called_off = 1 WHERE game = ?", (digest,))

    def unlogged(self, since: int, until: int, most: int) -> list[tuple[str, str]]:
        """The listings and ids of shown streams created in this time (ms UTC) that have no opening."""
        rows = self._db.execute(
            "SELECT listing, id FROM games WHERE created BETWEEN ? AND ? AND NOT EXISTS"
            " (SELECT 1 FROM heads WHERE heads.game = games.game AND kind = 'open') LIMIT ?",
            (since, until, most),
        )
        return list(rows)

    def add_wrong(self, code: str, subject: str, text: str) -> None:
        """Keep something that must not be, with the time at which it was first seen."""
        row = (code, subject, text, time.time_ns() // 1_000_000)
        self._db.execute("INSERT OR IGNORE INTO wrongs VALUES (?, ?, ?, ?)", row)

    def forget_wrongs(self, code: str) -> None:
        """Forget what is looked for again at each visit, because it may only be late."""
        self._db.execute("DELETE FROM wrongs WHERE code = ?", (code,))

    def wrongs(self) -> list[SeenWrong]:
        """Everything that was wrong, the oldest first."""
        rows = self._db.execute("SELECT code, subject, text, since FROM wrongs ORDER BY since, code, subject")
        return [SeenWrong(*row) for row in rows]

    def count(self, question: str) -> int:
        """The number of rows of one of `COUNTS`."""
        return int(self._db.execute(f"SELECT COUNT(*) FROM {COUNTS[question]}").fetchone()[0])  # noqa: S608


COUNTS = {
    "opened": "heads WHERE kind = 'open'",
    "started": "heads WHERE kind = 'start'",
    "ended": "heads WHERE kind = 'end'",
    "compared": "heads WHERE compared = 1",
    "waiting": "heads JOIN games ON games.game = heads.game WHERE compared = 0",
    "hidden": "heads LEFT JOIN games ON games.game = heads.game WHERE games.game IS NULL",
    "shown": "games",
    "called_off": "games WHERE called_off = 1",
    "keys": "keys WHERE kind = 'key'",
    "revocations": "keys WHERE kind = 'revocation'",
}
"""The numbers that a monitor tells, and what they count."""

"""The worker's side of reviews: sends a record to an analyst, passes on its progress, stores its review."""

import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from threading import Event, Lock
from typing import Any, NamedTuple

import orjson

from replays.commands.tables import Tables, UnknownGame
from replays.encoding.identity import GameId, Version
from replays.log.occasions import REVIEW_READY
from replays.projections.reviews import Document
from replays.projections.studies import StudyId, study_of
from service.application.games.reviews.stored import Reviews
from service.application.games.reviews.subject import (
    NotReviewed,
    ReviewSubject,
    game_record,
    study_record,
    subject_of_match,
    subject_of_study,
)

TextOf = Callable[[StudyId], str | None]
"""Returns the text of a study, or None if there is no such study."""
Analyse = Callable[[dict[str, Any]], Generator[Document]]
"""Yields the JSON objects that an analyst writes about a record."""


class AnalystDied(Exception):  # noqa: N818
    """The process of an analyst ended before it wrote a review."""


class Analyst:
    """Runs analysts, one process for each review. Safe to share between threads."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()
        self._closed = Event()

    def __call__(self, record: dict[str, Any]) -> Generator[Document]:
        """Yield the objects that an analyst writes; raises `AnalystDied` after `close`."""
        with self._lock:
            if self._closed.is_set():
                raise AnalystDied
            process = _start()
            self._running.add(process)
        try:
            yield from _said(process, record)
        finally:
            with self._lock:
                self._running.discard(process)
            process.kill()
            process.wait()

    def close(self) -> None:
        """Kill all analysts, and start no more."""
        with self._lock:
            self._closed.set()
            for process in self._running:
                process.kill()


class _Found(NamedTuple):
    """A subject, the function that creates its record, and a game's last version (None for a study)."""

    subject: ReviewSubject
    record: Callable[[], dict[str, Any]]
    version: Version | None


class Reviewer:
    """Computes requested reviews, stores them, and notifies the players who requested them."""

    def __init__(
        self, tables: Tables, text_of: TextOf, reviews: Reviews, analyse: Analyse, clock: Callable[[], int]
    ) -> None:
        self._tables = tables
        self._text_of = text_of
        self._reviews = reviews
        self._analyse = analyse
        self._clock = clock

    def review(self, wanted: GameId) -> None:
        """Compute the review of a game or a study, unless it exists, is being computed or is not possible.

        Raises `AnalystDied`, and `UnknownGame` if there is neither a game nor a study with this id.
        """
        with suppress(NotReviewed):
            found = self._found(wanted)
            if self._reviews.begin(found.subject):
                try:
                    self._make(found.subject, found.record())
                    self._tell(found)
                finally:
                    self._reviews.end(found.subject)

    def _make(self, subject: ReviewSubject, record: dict[str, Any]) -> None:
        with closing(self._analyse(record)) as said:
            for each in said:
                if "review" in each:
                    self._reviews.keep(subject, each["review"], self._clock())
                    return
                self._reviews.tell(subject, each["progress"])
        raise AnalystDied

    def _tell(self, found: "_Found") -> None:
        """Notify the players who requested the review of a game; studies have no feed."""
        asked = self._reviews.asked(found.subject)
        if found.version is not None and asked:
            detail = " ".join((str(self._clock()), *asked))
            self._tables.log.report(found.subject.id, found.version, REVIEW_READY, detail)

    def _found(self, wanted: GameId) -> "_Found":
        try:
            match = self._tables.match(wanted)
        except UnknownGame:
            return self._study(StudyId(wanted))
        subject = subject_of_match(match)
        record = partial(_record_of_game, self._tables, subject)
        return _Found(subject, record, match.head.version)

    def _study(self, study: StudyId) -> "_Found":
        text = self._text_of(study)
        if text is None:
            raise UnknownGame(study)
        subject = subject_of_study(study, text, study_of(study, text).frames[-1].match)
        return _Found(subject, partial(study_record, subject, text), None)


def _record_of_game(tables: Tables, subject: ReviewSubject) -> dict[str, Any]:
    return game_record(subject, tuple(tables.log.read(subject.id)))


def _start() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "service.application.games.reviews.analyst"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def _said(process: "subprocess.Popen[bytes]", record: dict[str, Any]) -> Iterator[Document]:
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    with suppress(BrokenPipeError), process.stdin as coming:
        coming.write(orjson.dumps(record))
    with process.stdout as going:
        for line in going:
            yield orjson.loads(line)

"""The subjects of reviews: records of finished games, and studies that have a result."""

import hashlib
from typing import Any, NamedTuple

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.projections.studies import StudyId
from service.application.problem import Problem


class ReviewSubject(NamedTuple):
    """A game or a study, and the hash of its record: a game's last hash, or the hash of a study's text."""

    id: GameId
    hash: str


SCORING = {"Retry-After": "2"}
"""How soon a worker has counted the points of a game that has ended."""


class NotReviewed(Problem):
    """403 `review/game-running`, 409 `review/scoring` or `review/no-result`: there is no review."""


def refuse_unless_over(match: Match, group: str) -> None:
    """Raise `NotReviewed` with a code of this group if the game goes on or its points are not counted yet."""
    if match.status is Status.FINISHED:
        text = "the game has ended and its points are being counted: ask again in two seconds"
        raise NotReviewed(409, f"{group}/scoring", text, headers=SCORING)
    if not match.is_over:
        raise NotReviewed(403, f"{group}/game-running", "the game is not over: ask again after its end")


def subject_of_match(match: Match) -> ReviewSubject:
    """The subject for a match; raises `NotReviewed`."""
    refuse_unless_over(match, "review")
    if match.status is not Status.SCORED:
        raise NotReviewed(
            409, "review/no-result", "the game was called off, so there is no result to explain"
        )
    return ReviewSubject(match.id, match.head.hash)


def subject_of_study(study: StudyId, text: str, last: Match) -> ReviewSubject:
    """The subject for a study; `last` is the match at its end. Raises `NotReviewed`."""
    if last.status is not Status.SCORED:
        raise NotReviewed(
            409, "review/no-result", "the text stops before the game's end, so there is no result"
        )
    return ReviewSubject(study, hashlib.sha256(text.encode()).hexdigest())


def game_record(subject: ReviewSubject, events: "tuple[StoredEvent, ...]") -> dict[str, Any]:
    """The record of a game in the form that the analyst reads."""
    bodies = [[event.body.decode(), event.hash] for event in events]
    return {"id": subject.id, "hash": subject.hash, "events": bodies}


def study_record(subject: ReviewSubject, text: str) -> dict[str, Any]:
    """The record of a study in the form that the analyst reads."""
    return {"id": subject.id, "hash": subject.hash, "text": text}

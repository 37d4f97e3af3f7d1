"""Reads the game to be reviewed from a bundle, a file of events or a text."""

import hashlib
from typing import NamedTuple

from kingdomino.review.decisions import RecordedEvent
from kingdomino.transcript.errors import IllegalTurn, TranscriptError
from kingdomino.transcript.syntax import parse_transcript
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.projections.reviews import steps_of_game, steps_of_study
from replays.projections.studies import StudyId, decoded, study_of
from service.cli.terminal.recording import UNKNOWN_GAME, replay_of_file
from service.cli.terminal.written import ZIP, FileError, check_requested, id_in, in_bundle

TEXT = b"[Game "
"""The first bytes of every text of a game."""


class ReviewRecord(NamedTuple):
    """The steps of a game that is over, and the hash that determines the re-dealt decks of its review."""

    steps: list[RecordedEvent]
    hash: str


def record_of(content: bytes, game: GameId | None) -> ReviewRecord:
    """The record in a file; raises `FileError`, including for a game that is not over.

    `game` is the id of the game that was requested, or None if the file may be of any.
    """
    if content.lstrip().startswith(TEXT):
        return _of_text(content, game)
    if content.startswith(ZIP):
        content, game = in_bundle(content, game)
    replay, _ = replay_of_file(content, game)
    if replay.fault:
        raise FileError(f"damaged at version {replay.fault.version}: {replay.fault.text}")
    if not replay.frames:
        raise FileError("there is no game's event in it")
    last = replay.frames[-1].match
    _check(last)
    return ReviewRecord(list(steps_of_game(replay.frames)), last.head.hash)


def _of_text(content: bytes, game: GameId | None) -> ReviewRecord:
    try:
        text = decoded(content)
        if named := id_in(parse_transcript(text)):
            check_requested(named, game)
        study = study_of(StudyId(UNKNOWN_GAME), text)
    except (TranscriptError, IllegalTurn) as error:
        raise FileError(str(error)) from error
    _check(study.frames[-1].match)
    return ReviewRecord(list(steps_of_study(study)), hashlib.sha256(content).hexdigest())


def _check(last: Match) -> None:
    if last.status not in {Status.FINISHED, Status.SCORED}:
        raise FileError("the game is not over, so there is no result to explain")

"""Reviews of a game of the log or of a study: the input of a review, and the review as a document."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from kingdomino.review.decisions import RecordedEvent
from kingdomino.review.engines import evaluator_of
from kingdomino.review.evaluator import Evaluator, Streams
from kingdomino.review.fortunes import JudgedTurn, Moment
from kingdomino.review.helping import Help, helps
from kingdomino.review.reviewing import PlayerReview, Review
from kingdomino.rules import Rules
from kingdomino.transcript.tokens import format_command
from replays.events.codec import Event, decode
from replays.match.aggregate import Match
from replays.projections.replay import Frame
from replays.projections.studies import Study
from replays.projections.transcripts import told

Document = dict[str, Any]

DIGITS = 4
"""The number of decimal places of values; their errors are far larger."""


def steps_of_game(frames: Iterable[Frame]) -> Iterator[RecordedEvent]:
    """The steps of a game of the log."""
    return (_step(decode(frame.event), frame.match) for frame in frames)


def steps_of_study(study: Study) -> Iterator[RecordedEvent]:
    """The steps of a study, with its versions."""
    return (_step(frame.event, frame.match) for frame in study.frames)


def _step(event: Event, match: Match) -> RecordedEvent:
    return RecordedEvent(match.head.version, told(event), match.game)


def evaluator_for(record: str, rules: Rules) -> Evaluator:
    """The evaluator of this process for the record with this hash, which determines its re-dealt decks."""
    return evaluator_of(rules, streams_of(record))


def streams_of(record: str) -> Streams:
    """Random streams that are derived from the record's hash, so that a review can be repeated."""
    return lambda name: Random(f"{record}/{name}")  # noqa: S311 - re-dealt decks are no secret


def document(review: Review, evaluator: Evaluator) -> Document:
    """The review as JSON: losses in points, chances as shares from 0 to 1, moves in notation."""
    return {
        "evaluator": evaluator.name,
        "playouts": evaluator.budget.finals,
        "chances": _rounded(review.turns[0].before.shares) if review.turns else [],
        "decisions": [_decision(turn) for turn in review.turns],
        "players": [_player(player) for player in review.players],
        "moments": [_moment(moment) for moment in review.moments],
        "left": [{"version": each.version, "seat": each.seat} for each in review.left],
    }


def helping(review: Review) -> list[Document]:
    """The choices that cost their player and helped one other: for a tournament's director alone.

    They are stored with a review and are no part of what is shown of it.
    """
    return [_help(each) for each in helps(turn.judged for turn in review.turns)]


def _help(found: Help) -> Document:
    return {
        "version": found.version,
        "seat": found.seat,
        "other": found.other,
        "cost": round(found.cost.mean, DIGITS),
        "gain": round(found.gain.mean, DIGITS),
    }


def _decision(turn: JudgedTurn) -> Document:
    judged = turn.judged
    return {
        "version": judged.decision.version,
        "seat": judged.decision.seat,
        "made": format_command(judged.decision.command),
        "best": format_command(judged.best),
        "loss": round(judged.loss.mean, DIGITS),
        "loss_se": round(judged.loss.error, DIGITS),
        "win_loss": round(judged.win_loss.mean, DIGITS),
        "win_loss_se": round(judged.win_loss.error, DIGITS),
        "grade": judged.grade.value,
        "exact": judged.exact,
        "chances": _rounded(judged.after.shares),
        "points": _rounded(judged.after.points),
    }


def _player(player: PlayerReview) -> Document:
    found = player.accuracy
    return {
        "seat": player.seat,
        "accuracy": None if found is None else round(found, 1),
        "choices": player.choices,
        "start": round(player.start, DIGITS),
        "luck": round(player.luck.mean, DIGITS),
        "luck_se": round(player.luck.error, DIGITS),
        "skill": round(player.skill.mean, DIGITS),
        "skill_se": round(player.skill.error, DIGITS),
        "others": round(player.others, DIGITS),
        "points": round(player.end, DIGITS),
    }


def _moment(moment: Moment) -> Document:
    return {
        "version": moment.version,
        "by": moment.decided_by,
        "seat": moment.seat,
        "change": round(moment.change, DIGITS),
        "swing": round(moment.swing, DIGITS),
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, DIGITS) for value in values]

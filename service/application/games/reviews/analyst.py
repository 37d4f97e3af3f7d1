"""The process that computes one review: reads a record from stdin, writes progress and review as JSON lines.

It runs in its own process at the lowest priority, so that no job of a game and no thread of the worker waits
for it. It ends when it is done, when its reader is gone, or after `LONGEST` seconds.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import orjson

from kingdomino.review.decisions import RecordedEvent
from kingdomino.review.reviewing import review
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.projections.replay import replayed
from replays.projections.reviews import (
    Document,
    document,
    evaluator_for,
    helping,
    steps_of_game,
    steps_of_study,
)
from replays.projections.studies import StudyId, study_of

NICENESS = 19
LONGEST = 20 * 60
"""Seconds after which the process ends in any case; without the compiled kernel a review takes minutes.

The limit is needed because the thread that reads the output cannot be interrupted.
"""


def reviewed(record: dict[str, Any], told: Callable[[float], object]) -> Document:
    """The review of a record from `subject.py`; ValueError for a game that cannot be replayed to its end."""
    steps = _steps(record)
    rules = next(step.game.rules for step in steps if step.game)
    evaluator = evaluator_for(record["hash"], rules)
    found = review(steps, evaluator, told)
    return document(found, evaluator) | {"helps": helping(found)}


def _steps(record: dict[str, Any]) -> list[RecordedEvent]:
    if "text" in record:
        return list(steps_of_study(study_of(StudyId(record["id"]), record["text"])))
    events = [
        StoredEvent(Version(number), body.encode(), digest)
        for number, (body, digest) in enumerate(record["events"], start=1)
    ]
    found = replayed(GameId(record["id"]), events)
    if found.fault:
        raise ValueError(f"{found.fault.code} at version {found.fault.version}")
    return list(steps_of_game(found.frames))


def main() -> None:
    """Review the record on stdin, and write progress and review to stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.alarm(LONGEST)
    os.nice(NICENESS)
    record = orjson.loads(sys.stdin.buffer.read())
    try:
        made = reviewed(record, lambda done: _say({"progress": done}))
        _say({"review": made})
    except BrokenPipeError:
        os._exit(1)  # the reader is gone


def _say(said: Document) -> None:
    sys.stdout.buffer.write(orjson.dumps(said) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

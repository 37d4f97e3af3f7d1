"""The process that makes one review: a record comes in, progress and the review go out, a JSON object a line.

It is a process of its own at the lowest priority, so that no job of a game and no thread of the worker waits
for it. It ends when it is done, when nobody reads what it says any more, or when it takes too long.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import orjson

from kingdomino.review.decisions import Step
from kingdomino.review.reviewing import review
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.projections.replay import replayed
from replays.projections.reviews import Document, document, evaluator_for, steps_of_game, steps_of_study
from replays.projections.studies import StudyId, study_of

NICENESS = 19
LONGEST = 20 * 60
"""Seconds after which it ends, whatever it does; without the compiled kernel some minutes are needed.

The thread that reads what it says cannot be interrupted.
"""


def reviewed(record: dict[str, Any], told: Callable[[float], object]) -> Document:
    """The review of a record of `subject.py`; ValueError for a game that cannot be read to its end."""
    steps = _steps(record)
    rules = next(step.game.rules for step in steps if step.game)
    evaluator = evaluator_for(record["hash"], rules)
    return document(review(steps, evaluator, told), evaluator)


def _steps(record: dict[str, Any]) -> list[Step]:
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
    """Review what comes in."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.alarm(LONGEST)
    os.nice(NICENESS)
    record = orjson.loads(sys.stdin.buffer.read())
    try:
        made = reviewed(record, lambda done: _say({"progress": done}))
        _say({"review": made})
    except BrokenPipeError:
        os._exit(1)  # whoever asked is gone; there is nobody to tell


def _say(said: Document) -> None:
    sys.stdout.buffer.write(orjson.dumps(said) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

"""An outage is logged once."""

import logging

from workers.outage import FirstWord


def record(text: str) -> logging.LogRecord:
    """A record with this text."""
    return logging.LogRecord("rq.worker", logging.ERROR, "", 0, text, ("a",), None)


def test_only_the_first_word_of_an_outage_passes() -> None:
    """Repetitions are dropped until the outage is over; other records always pass."""
    heard = FirstWord("Worker %s: could not connect")
    away, other = record("Worker %s: could not connect to Redis"), record("Worker %s: job failed")
    assert [heard.filter(each) for each in (away, away, other, away)] == [True, False, True, False]
    heard.is_over()
    assert [heard.filter(each) for each in (away, away)] == [True, False]

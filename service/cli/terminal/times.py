"""Formats the times of a record, which may contain any number."""

from datetime import UTC, datetime


def utc(at: object, form: str = "%Y-%m-%d %H:%M") -> str | None:
    """Format a time given in ms UTC; None if it is not a valid time.

    >>> utc(1_795_255_200_000), utc("now")
    ('2026-11-21 10:00 UTC', None)
    """
    try:
        moment = datetime.fromtimestamp(at / 1000, UTC) if isinstance(at, int) else None
    except (ValueError, OverflowError, OSError):
        moment = None
    return f"{moment:{form}} UTC" if moment else None

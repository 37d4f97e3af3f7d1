"""Moments of a record, which may hold any number there, as people write them."""

from datetime import UTC, datetime


def utc(at: object, form: str = "%Y-%m-%d %H:%M") -> str | None:
    """A moment in ms UTC, or None where it is none.

    >>> utc(1_795_255_200_000), utc("now")
    ('2026-11-21 10:00 UTC', None)
    """
    try:
        moment = datetime.fromtimestamp(at / 1000, UTC) if isinstance(at, int) else None
    except (ValueError, OverflowError, OSError):
        moment = None
    return f"{moment:{form}} UTC" if moment else None

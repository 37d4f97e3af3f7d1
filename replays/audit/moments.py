"""Writes moments as dates instead of ms."""

from datetime import UTC, datetime


def when(at: int) -> str:
    """The date and time of a moment in ms UTC, with ms if they are not 0; beyond the calendar, the ms.

    >>> when(1_806_314_400_000), when(1_807_203_599_500)
    ('2027-03-29 10:00:00 UTC', '2027-04-08 16:59:59.500 UTC')
    >>> when(2**53)
    '9007199254740992 ms after 1970'
    """
    seconds, ms = divmod(at, 1000)
    try:
        date = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return f"{at} ms after 1970"
    return f"{date:%Y-%m-%d %H:%M:%S}{f'.{ms:03}' if ms else ''} UTC"

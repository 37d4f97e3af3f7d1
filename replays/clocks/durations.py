"""Lengths of time in words."""

UNITS = (("d", 86_400), ("h", 3_600), ("min", 60))


def duration(seconds: int) -> str:
    """A length of time in words.

    >>> duration(273_660), duration(0)
    ('3 d 4 h 1 min', '0 s')
    """
    words = []
    for unit, size in UNITS:
        count, seconds = divmod(seconds, size)
        words += [f"{count} {unit}"] * (count > 0)
    return " ".join([*words, f"{seconds} s"] if seconds or not words else words)

"""Numbers as people type them: with the digits of any script."""

import unicodedata


def latin(text: str) -> str:
    """The text with Latin digits in place of all others.

    >>> latin("۱۲ ٣"), latin("2.5"), latin("½ 3²")
    ('12 3', '2.5', '½ 3²')
    """
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)

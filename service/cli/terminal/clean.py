"""Makes text from outside safe to show in a terminal."""

from service.application.i18n.shortening import FIRST_STRONG_ISOLATE, POP_ISOLATE, ZWJ, ZWNJ, closed

ELLIPSIS = "..."
KEPT = FIRST_STRONG_ISOLATE + POP_ISOLATE + ZWJ + ZWNJ
"""Invisible signs that change nothing around them; Persian words have joiners."""


def clean(value: object, longest: int | None = None) -> str:
    r"""The text without control characters, escapes and changes of direction, cut to `longest` characters.

    Isolates stay, each with its end: they keep the direction of a name from its surroundings. Joiners stay.

    >>> clean("A\x1b[31mnn\n")
    'A[31mnn'
    >>> clean("Bartholomew", 8)
    'Barth...'
    """
    text = "".join(character for character in str(value) if character.isprintable() or character in KEPT)
    if longest is None or len(text) <= longest:
        return closed(text)
    return closed(text[: longest - len(ELLIPSIS)]) + ELLIPSIS

"""Makes text from outside safe to show in a terminal."""

ELLIPSIS = "..."


def clean(value: object, longest: int | None = None) -> str:
    r"""The text without control characters, escapes and changes of direction, cut to `longest` characters.

    >>> clean("A\x1b[31mnn\n")
    'A[31mnn'
    >>> clean("Bartholomew", 8)
    'Barth...'
    """
    text = "".join(character for character in str(value) if character.isprintable())
    if longest is None or len(text) <= longest:
        return text
    return text[: longest - len(ELLIPSIS)] + ELLIPSIS

"""The check of a text's size, made before it is processed."""


def exceeds(text: str, most: int) -> bool:
    """True if the text has more than `most` bytes in UTF-8; a text of more characters is not even encoded.

    >>> exceeds("é", 1), exceeds("é", 2)
    (True, False)
    """
    return len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most

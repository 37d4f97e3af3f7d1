"""The size of a text, looked at before anything is done with it."""


def exceeds(text: str, most: int) -> bool:
    """Whether the text has more than so many bytes in UTF-8; of a longer one no more than its length is read.

    >>> exceeds("é", 1), exceeds("é", 2)
    (True, False)
    """
    return len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most

"""The form of a response that a client prefers, by its Accept header."""

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

ANYTHING = "*/*"
LONGEST_ACCEPT = 1_000
"""The maximum length in characters; browsers send a tenth. Parsing 100 repetitions would take seconds."""


def preferred(accept: str, *forms: str) -> str:
    """The one of these media types that Accept prefers; the first one in doubt.

    >>> preferred("application/json;q=0, */*", "application/json", "text/plain")
    'text/plain'
    """
    if accept in ("", ANYTHING) or len(accept) > LONGEST_ACCEPT:
        return forms[0]
    return parse_accept_header(accept, MIMEAccept).best_match(forms, forms[0])

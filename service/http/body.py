"""The bytes of a request's body."""

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from service.http.bulkhead import outside


def body() -> bytes:
    """The request's body; 413 where it is too large.

    One that came in pieces, without its length, was cut at the limit in silence: that is 413 as well. One
    whose connection was lost on the way is 400, even where what came of it could be read.
    """
    with outside():
        content, told = request.get_data(), request.content_length
    if told is None and len(content) == request.max_content_length:
        raise RequestEntityTooLarge
    if told is not None and len(content) < told:
        raise BadRequest(f"the body ends after {len(content)} of {told} bytes")
    return content

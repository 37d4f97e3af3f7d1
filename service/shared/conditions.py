"""Conditional requests for what has an ETag (RFC 9110, 13)."""

from flask import Response, request

from service.application.problem import Problem

CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")
"""The headers of conditional requests, by their names in WSGI."""


def unless_known(response: Response) -> Response:
    """The response; 304 if the client has it (`If-None-Match`).

    412 `request/condition`, with the current ETag, if `If-Match` names other versions only.
    """
    environ = request.environ
    if any(condition in environ for condition in CONDITIONS):
        response.make_conditional(request)
        if response.status_code == 412:
            raise _other_version(response)
    return response


def _other_version(response: Response) -> Problem:
    return Problem(
        412,
        "request/condition",
        "If-Match names no current version of this: leave it out, or name the ETag of this response",
        headers={"ETag": response.headers["ETag"]},
    )

"""Cached responses: replays, bundles and pictures, by the heads of their logs, with a validator."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from flask import Response, request

from replays.match.kinds import Table
from service.application.caches.answers import AnswerCache, Keepable
from service.application.games.visibility import ANYBODY
from service.services import services
from service.shared.conditions import unless_known

REVALIDATE = "no-cache"
"""The response contains players' names, which may change: a cache revalidates it and mostly gets 304."""
FOR_A_DAY = "public, max-age=86400, immutable"
"""For finished tables and no names: the response changes only with the signing key."""

V = TypeVar("V", bound=Keepable)


def send_kept(  # noqa: PLR0913 - the parts of a response
    kept: AnswerCache[V],
    key: Hashable | None,
    make: Callable[[], V],
    written: Callable[[V], bytes | Iterable[bytes]],
    content_type: str,
    *,
    form: str = "",
    cache_control: str = REVALIDATE,
) -> Response:
    """The response cached under this key, or created now; 304 if the client has it.

    With the key None nothing is cached. If the validator is known, a 304 needs nothing else. `form`
    distinguishes the texts of one value; pieces are sent while they are created. Exceptions of `make`
    propagate. The caller must check first that the client may see the response.
    """
    etag = None if key is None else kept.etag(key)
    if etag is not None and request.if_none_match.contains_weak(etag + form):
        response = Response(status=304, content_type=content_type)
    else:
        made = make() if key is None else kept.get(key, make)
        etag = made.etag
        response = Response(written(made), content_type=content_type, direct_passthrough=True)
    response.set_etag(etag + form)
    response.headers["Cache-Control"] = cache_control
    return unless_known(response)


def lasting(table: Table) -> str:
    """The Cache-Control of a response without names: a day if the table is over and public."""
    is_public = services().visibility.may_watch(table, ANYBODY)
    return FOR_A_DAY if is_public and table.is_over else REVALIDATE

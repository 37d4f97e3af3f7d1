"""Answers that are made once: replays and bundles by the head that they show, with a validator."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from flask import Response, request

from service.api.shared.answers import unless_known
from service.caches.answers import AnswerCache, Keepable
from service.games.visibility import ANYBODY, Table
from service.services import services

REVALIDATE = "no-cache"
"""Players' names in it may change: a cache asks again, and mostly gets 304."""
FOR_A_DAY = "public, max-age=86400, immutable"
"""What is over has no names in it, and changes only with the key that signs."""

V = TypeVar("V", bound=Keepable)


def send_kept(  # noqa: PLR0913 - what an answer is made of
    kept: AnswerCache[V],
    key: Hashable | None,
    make: Callable[[], V],
    written: Callable[[V], bytes | Iterable[bytes]],
    content_type: str,
    *,
    form: str = "",
    cache_control: str = REVALIDATE,
) -> Response:
    """The answer that is kept under this key, or is made now; 304 where the client has it.

    Under None nothing is kept. If the validator is known, 304 needs nothing else. `form` tells apart the
    texts that the same thing has; pieces are sent as they are made. What `make` raises is raised here.
    Whether the client may see it has to be checked before.
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
    """How long caches may keep what has no names in it: for a day if the table is over and for everybody."""
    is_public = services().visibility.may_watch(table, ANYBODY)
    return FOR_A_DAY if is_public and table.is_over else REVALIDATE

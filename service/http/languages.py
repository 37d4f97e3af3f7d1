"""The language of a request, and its region: what pages speak, and what the errors of the API are written in.

A page speaks the language of `?lang=`, else that of the account, else that of the browser's cookie, else the
first shipped one of `Accept-Language`, else English. Programs are told errors in that of `Accept-Language`,
which scripts send with the language of their page (ADR 78).
"""

import re
from contextlib import suppress
from functools import lru_cache

from flask import Flask, Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway
from service.application.i18n.languages import ENGLISH, first_wanted, language, wanted
from service.application.i18n.speaking import Language, begin_speaking, end_speaking, present
from service.http import cookies
from service.http.authentication import holder
from service.services import services

PARAMETER = "lang"
"""The parameter that lets a link name the language of a page."""
_BY_LINK = re.compile(rf"(?:^|&){PARAMETER}=([A-Za-z0-9-]+)(?=&|$)")
"""It is found without parsing the query, whose sender would choose the cost before admission."""
LONGEST_HEADER = 200
"""The characters of `Accept-Language` that are read."""
SETTLING_MS = 10_000
"""How long a choice in this browser goes before the account's, which other processes may not know yet."""
FOR_PROGRAMS = ("/api/", "/healthz", "/readyz", "/metrics", "/static/", "/assets/", "/log/")
"""The path prefixes that programs or pages request; all other paths are pages."""
DOCUMENTATION = "/api/v1/docs"
"""The one page among them."""
WORDLESS = (*FOR_PROGRAMS, "/service-worker.js", "/manifest.webmanifest")
"""The path prefixes of what has no words, or has those of its link alone."""


def register(app: Flask) -> None:
    """Speak the reader's language while a page is made."""
    app.before_request(_speak)
    app.after_request(_vary)
    app.teardown_request(_end)


def is_page() -> bool:
    """True if the request is for a page."""
    return request.path == DOCUMENTATION or not request.path.startswith(FOR_PROGRAMS)


def accepted() -> Language:
    """The first shipped language of `Accept-Language`; English if there is none."""
    return first_wanted(_accepted()) or language(ENGLISH)


def linked() -> Language:
    """The language of a picture, which a program shows to its user: that of `?lang=`, or the accepted one.

    The response depends on the header: `Vary: Accept-Language`.
    """
    return by_link() or accepted()


def of_reader() -> Language:
    """The language of whoever reads the response: that of the page, or the accepted one."""
    return present() if "speaking" in g else accepted()


def speak_as_account() -> None:
    """Speak the account's language from now on, unless the link, or a choice just made, says otherwise.

    Called after admission, which looks the account up; an unavailable store changes nothing.
    """
    if "speaking" not in g or g.is_language_settled or not cookies.read(cookies.SESSION):
        return
    with suppress(StoreAway):
        access = holder()
        tag = services().players.languages([access.player])[access.player] if access else None
        found = tag and wanted(tag, _accepted())
        if found and found is not present():
            begin_speaking(found)


def keep_choice(response: Response, tag: str) -> Response:
    """Set the cookie of this browser's language."""
    return cookies.keep(response, cookies.LANGUAGE, f"{tag}.{now_ms()}")


def _speak() -> None:
    path = request.path
    if path.startswith(WORDLESS) and path != DOCUMENTATION:
        return
    linked = by_link()
    settled, usual = (linked, None) if linked else _just_chosen()
    g.is_language_settled = settled is not None
    g.speaking = begin_speaking(settled or usual or first_wanted(_accepted()) or present())


def by_link() -> Language | None:
    """The language that the link names; None if it names none that is shipped."""
    query = request.environ.get("QUERY_STRING")
    named = _BY_LINK.search(query) if query else None
    return wanted(named[1], _accepted()) if named else None


def _just_chosen() -> tuple[Language | None, Language | None]:
    """The language that was chosen in this browser: as settled if that was just now, else as open."""
    if cookies.LANGUAGE not in request.environ.get("HTTP_COOKIE", ""):
        return None, None
    tag, _, at = (cookies.read(cookies.LANGUAGE) or "").partition(".")
    found, is_time = wanted(tag, _accepted()), at.isascii() and at.isdigit() and len(at) < 16
    return (found, None) if is_time and abs(now_ms() - int(at)) < SETTLING_MS else (None, found)


def _accepted() -> tuple[str, ...]:
    return _tags(request.environ.get("HTTP_ACCEPT_LANGUAGE", "")[:LONGEST_HEADER])


@lru_cache(maxsize=1024)
def _tags(header: str) -> tuple[str, ...]:
    """The tags of this header, the most wanted first, without those that are refused by `q=0`."""
    return tuple(tag for tag, quality in parse_accept_header(header, LanguageAccept) if quality > 0)


def _vary(response: Response) -> Response:
    if "speaking" in g and response.mimetype == "text/html":
        response.vary.add("Accept-Language")
    return response


def _end(_failure: BaseException | None) -> None:
    if "speaking" in g:
        end_speaking(g.pop("speaking"))

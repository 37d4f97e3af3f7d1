"""Turns every error of the app into a response: an HTML page, or `application/problem+json` for programs."""

import logging

from flask import Flask, Response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from kingdomino.rules.violations import RuleViolation
from replays.commands.series import UnknownSeries
from replays.commands.tables import CommandReused, Stale, UnknownGame, VersionRequired
from replays.log.event_log import ArchiveAway, LogError, StoreAway, UnknownOutcome
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.seed_store import SeedStoreError
from service.application.account_keys import AccessRevoked, AccountErased
from service.application.accounts.tokens import MOST, LastToken, TooManyTokens, UnknownToken
from service.application.i18n.problems import problem_in_words, problem_words
from service.application.i18n.speaking import speaking
from service.application.pictures.rasterizer import NotDrawn
from service.application.problem import (
    MEDIA_TYPE,
    RETRY,
    Problem,
    http_problem,
    unauthorized,
    unknown_game,
    unknown_series,
    unknown_token,
)
from service.application.quotas.storage import StorageFull
from service.application.quotas.throttle import TooOften, too_often
from service.application.tournaments.entries import BadEntries
from service.http.languages import accepted, is_page

MAYBE_PRIVATE = ("/games/", "/dynasties/", "/tournaments/", "/players/")
"""The path prefixes of pages that not everybody may see."""

log = logging.getLogger(__name__)


def respond(problem: Problem) -> Response:
    """The response to a problem: a page for the paths of pages, else a problem document.

    If the request's host is invalid, it is a problem document too, because a page could not link to anything.
    """
    if is_page() and request_ctx.url_adapter is not None:
        title, detail = problem_words(problem.status, problem.code, problem.detail)
        page = render_template("shared/problem.html", title=title, detail=detail, back=_back(problem))
        return Response(page, problem.status, problem.headers)
    return _document(problem)


def _document(problem: Problem) -> Response:
    """The problem document in the accepted language; `code` and the other members are the same in all."""
    language = accepted()
    with speaking(language):
        words = problem_in_words(problem)
    headers = {**problem.headers, "Content-Language": language.locale.language, "Vary": "Accept-Language"}
    return Response(problem.document(words), problem.status, headers, content_type=MEDIA_TYPE)


def _back(problem: Problem) -> str | None:
    """The path of a page that somebody may see after signing in, such as a private game that a mail links to.

    It is given for every unknown id alike, so it tells nobody that there is such a game.
    """
    is_lost = problem.status == 404 and request.method == "GET" and request.path.startswith(MAYBE_PRIVATE)
    return request.full_path.removesuffix("?") if is_lost else None


def register(app: Flask) -> None:
    """Register a handler for every error of the app."""
    app.register_error_handler(Problem, respond)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(RuleViolation, lambda error: respond(_violation(error)))
    app.register_error_handler(Refusal, lambda error: respond(_refusal(error)))
    app.register_error_handler(BadEntries, lambda error: respond(_bad_entries(error)))
    app.register_error_handler(UnknownGame, lambda _: respond(unknown_game()))
    app.register_error_handler(UnknownSeries, lambda error: respond(unknown_series(error.kind)))
    app.register_error_handler(VersionRequired, lambda _: respond(_version_required()))
    app.register_error_handler(Stale, lambda error: respond(_stale(error)))
    app.register_error_handler(CommandReused, lambda _: respond(_reused()))
    app.register_error_handler(AccountErased, lambda _: respond(_account_erased()))
    app.register_error_handler(AccessRevoked, lambda _: respond(unknown_token()))
    app.register_error_handler(UnknownToken, lambda _: respond(_unknown_token()))
    app.register_error_handler(LastToken, lambda _: respond(_last_token()))
    app.register_error_handler(TooManyTokens, lambda _: respond(_too_many_tokens()))
    app.register_error_handler(StorageFull, lambda error: respond(_storage_full(error)))
    app.register_error_handler(NotDrawn, _not_drawn)
    app.register_error_handler(TooOften, lambda error: respond(too_often(error)))
    app.register_error_handler(LogError, lambda error: respond(log_problem(error)))
    app.register_error_handler(SeedStoreError, _fault)
    app.register_error_handler(Exception, _fault)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    allowed = getattr(error, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    return respond(http_problem(status, error.description or error.name, headers))


def _violation(error: RuleViolation) -> Problem:
    status = 422 if error.code.startswith("rules/") else 409
    return Problem(status, error.code, error.text)


_STATUSES = {
    "seat/not-seated": 403,
    "bot/needs-kernel": 422,
    "tournament/not-director": 403,
    "tournament/not-yours": 403,
}
"""The status codes of refusals that are not a conflict with the state of the game."""


def _refusal(error: Refusal) -> Problem:
    return Problem(_STATUSES.get(error.code, 409), error.code, error.text)


def _bad_entries(error: BadEntries) -> Problem:
    return Problem(409, error.code, error.text, {"lines": [each._asdict() for each in error.lines]})


def _version_required() -> Problem:
    return Problem(
        428,
        "version/required",
        'name the version that the move is based on, as in If-Match: "7"; it is the ETag of the state',
    )


def _stale(error: Stale) -> Problem:
    return Problem(
        412,
        "version/stale",
        f"the game is at version {error.current}: fetch it again, then decide",
        more={"version": error.current},
        headers={"ETag": f'"{error.current}"'},
    )


def _reused() -> Problem:
    return Problem(
        422, "idempotency/reused", "this Idempotency-Key was used for another request: use a new key"
    )


def _account_erased() -> Problem:
    return unauthorized("auth/unknown-token", "the account was just erased")


def _unknown_token() -> Problem:
    return Problem(404, "token/unknown", "you have no token with this id")


def _last_token() -> Problem:
    return Problem(
        409,
        "token/last",
        "this is your last token, without which nobody could sign in: create another one first, or erase "
        "the account",
    )


def _too_many_tokens() -> Problem:
    return Problem(409, "token/too-many", f"you have {MOST} tokens, the maximum: revoke one first")


def _storage_full(error: StorageFull) -> Problem:
    """409: the account or address would exceed its storage; the detail names the sizes and the remedies."""
    confirm = "confirm an e-mail address, which gives you more"
    said = {
        "guest": f"you keep {error.used:,} bytes, and a guest may keep {error.limit:,}: delete notes, "
        f"comments, messages, studies or plans, or {confirm}",
        "member": f"you keep {error.used:,} bytes, and an account may keep {error.limit:,}: delete notes, "
        "comments, messages, studies or plans",
        "address": f"the guests at your network address may keep {error.limit:,} bytes together, and that is "
        f"used up: delete notes, comments, messages, studies or plans, or {confirm}",
    }
    more = {"bytes": error.used, "limit": error.limit}
    return Problem(409, "limit/storage", said[error.whose], more)


def _not_drawn(error: Exception) -> Response:
    log.error("a picture was not drawn: %s", error)
    return respond(Problem(503, "picture/failed", "the picture could not be drawn: try again", headers=RETRY))


def log_problem(error: LogError) -> Problem:
    """503 if the store or the archive is unavailable, 500 if its content is damaged."""
    if isinstance(error, UnknownOutcome):
        return Problem(
            503,
            error.code,
            "the store's response was lost, so the outcome is unknown: retry with the same Idempotency-Key",
            headers=RETRY,
        )
    if isinstance(error, StoreAway):
        return Problem(
            503,
            error.code,
            "the store is unavailable and nothing was changed: try again",
            headers=RETRY,
        )
    if isinstance(error, ArchiveAway):
        return Problem(
            503,
            error.code,
            "this is in the archive, which is unavailable: try again",
            headers={"Retry-After": "5"},
        )
    log.error("a game's log is damaged", exc_info=error)
    return Problem(500, error.code, str(error))


def _fault(error: Exception) -> Response:
    rule = request.url_rule  # not the path, which may contain the token of a link
    log.error("unexpected error at %s %s", request.method, rule, exc_info=error)
    return respond(Problem(500, "service/fault", "the service failed; the error was logged"))

"""Reviews of finished games and of studies: the value of each decision, luck and skill."""

from typing import Any

from flask import Response, jsonify

from kingdomino.review.engines import is_quick
from kingdomino.transcript.tokens import parse_command
from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.match.aggregate import Match
from service.api.history.review_schemas import ReviewAnswer
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.games.recordings import study_id
from service.application.games.reviews.stored import ReviewState
from service.application.games.reviews.subject import (
    ReviewSubject,
    subject_of_match,
    subject_of_study,
)
from service.application.problem import Problem
from service.application.quotas.request_queue import Added, Requester
from service.application.quotas.throttle import Attempt, TooOften
from service.http.authentication import requester
from service.http.client_address import address
from service.http.costs.weights import WORK_BY_WORKER
from service.http.endpoints import NORMALLY
from service.services import services

AGAIN_SECONDS = "2"
"""The Retry-After, in seconds, of a review that is being computed."""
BUSY_SECONDS = 60
"""The Retry-After, in seconds, if there is no room for a request, or its place went to others."""
SLOW = 4
"""The weight, in reviews, of a review without the compiled kernel: it occupies a worker for minutes."""

_ANSWER = ReviewAnswer()

blueprint = ApiBlueprint(
    "reviews",
    __name__,
    description="Reviews of finished games: best moves, losses, accuracy, luck and skill.",
)


@blueprint.route("/games/<game>/review", methods=["POST"], weight=WORK_BY_WORKER, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.commanding
@blueprint.written(202, ReviewAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def create(match: Match, player: str, command: CommandId | None) -> Response:
    """Request the review of a finished game; a worker computes it, and it is stored for 30 days.

    Repeating the request has no effect while the review is running or stored. When it is ready, everybody who
    requested it gets a notice `review_ready`. The review considers what the players could know: the dominoes
    that had not been revealed are dealt anew many times. Network addresses take turns, and at an address its
    accounts. An account may request 20 reviews an hour, an address 60, and 20 of an address may wait:
    `limit/reached`. A review of Origins, or of a game without a limit, takes longer and counts as 4 reviews.
    """
    return _wanted(subject_of_match(match), match, player, command, tell=True)


@blueprint.route("/games/<game>/review", methods=["GET"], weight=1)
@game_exists
@blueprint.written(200, ReviewAnswer)
@blueprint.doc(responses=errors(403, 404, 409, 503))
def show(match: Match) -> Response:
    """The review of a game: its status, its progress, and the review once it is ready."""
    return _answer(services().reviews.standing(subject_of_match(match), now_ms()))


@blueprint.route("/studies/<study>/review", methods=["POST"], weight=10, works=NORMALLY)
@signed_in(Scope.PLAY)
@blueprint.commanding
@blueprint.written(202, ReviewAnswer)
@blueprint.doc(responses=errors(401, 404, 409, 422, 429, 503))
def create_for_study(study: str, player: str, command: CommandId | None) -> Response:
    """Request the review of a study whose text goes to the end of the game."""
    subject, last = _study_and_end(study)
    return _wanted(subject, last, player, command, tell=False)


@blueprint.route("/studies/<study>/review", methods=["GET"], weight=10)
@blueprint.written(200, ReviewAnswer)
@blueprint.doc(responses=errors(404, 409, 503))
def show_for_study(study: str) -> Response:
    """The review of a study."""
    return _answer(services().reviews.standing(_study_and_end(study)[0], now_ms()))


def _study_and_end(study: str) -> tuple[ReviewSubject, Match]:
    text = services().recording_reader.study_text(study)
    last = services().recording_reader.study(study, text).matches[-1]
    return subject_of_study(study_id(study), text, last), last


def _wanted(
    subject: ReviewSubject, match: Match, player: str, _: CommandId | None, *, tell: bool
) -> Response:
    """202 with the status of the review; a retry has no further effect, whatever its Idempotency-Key.

    With `tell` the player gets a notice when the review is ready.
    """
    reviews, by = services().reviews, requester()
    standing = reviews.standing(subject, now_ms())
    if standing.status == "none":
        times = 1 if is_quick(match.rules) else SLOW
        services().throttle.count(Attempt.REVIEW_BY, player, times)
        services().throttle.count(Attempt.REVIEW_FROM, address(), times)
    if tell and standing.status != "ready":
        reviews.ask(subject, by)
    if standing.status != "ready" and not standing.progress:  # it may wait at the turn of somebody else only
        _queue(subject, by)
        standing = reviews.standing(subject, now_ms())
    response = _answer(standing)
    response.status_code = 202
    return response


def _queue(subject: ReviewSubject, by: Requester) -> None:
    """Request the review in turn; raises `TooOften`, and 503 `review/busy`."""
    match services().reviews.wish(subject, by, now_ms()):
        case Added.SHARE:
            raise TooOften(BUSY_SECONDS)
        case Added.FULL:
            text = "the queue of reviews is full: retry in a minute"
            raise Problem(503, "review/busy", text, headers={"Retry-After": str(BUSY_SECONDS)})


def _answer(standing: ReviewState) -> Response:
    found: dict[str, Any] = {"status": standing.status, "progress": standing.progress}
    if standing.displaced:
        found["displaced"] = True
    if standing.review is not None:
        found |= standing.review
        found["decisions"] = [_decision(each) for each in found["decisions"]]
    response = jsonify(_ANSWER.dump(found))
    response.headers["Cache-Control"] = "no-store" if standing.review is None else "no-cache"
    if standing.status == "running":
        response.headers["Retry-After"] = AGAIN_SECONDS
    elif standing.displaced:
        response.headers["Retry-After"] = str(BUSY_SECONDS)
    return response


def _decision(stored: dict[str, Any]) -> dict[str, Any]:
    return stored | {name: parse_command(stored[name]) for name in ("made", "best")}

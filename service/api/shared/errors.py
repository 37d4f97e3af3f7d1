"""The documentation of the errors of operations; `problems` sends them."""

from http import HTTPStatus
from typing import Any

from apispec import APISpec

from service.problem import MEDIA_TYPE

_REFERENCE = {"$ref": "#/components/schemas/ProblemAnswer"}

WHEN = {
    401: "No token, or one that nobody has: `auth/…`.",
    403: "You hold no seat in this game: `seat/not-seated`; or it is not yours: `study/not-yours`, "
    "`comment/not-yours`, `talk/not-yours`. A room of the talk that you may not read: `talk/room-closed`. "
    "The table has no preview of points: `hints/off`. A review of a game that "
    "goes on: `review/game-running`; playing on from one: `continuation/game-running`. "
    "By cookie, from a page of another site: `auth/cross-site`. "
    "The token lacks a scope, which `needed` names: `auth/scope`, "
    "from any operation that takes a token. A moderator has suspended the account, `until` when and for what "
    "`reason`: `account/suspended`, from any operation that changes something, but moves and erasing. "
    "`moderation/not-a-moderator`, `moderation/own-case`. Not the right "
    "password: `password/wrong`. An e-mail that is confirmed without a session and without a password: "
    "`email/unproven`.",
    404: "There is no such thing: `game/unknown`, `dynasty/unknown`, `study/unknown`, `version/unknown`, "
    "`token/unknown`, `player/unknown`, `push/unknown`, `webhook/unknown`, "
    "`webhook/unknown-delivery`, "
    "`link/unknown`, `comment/unknown`, `collection/unknown`, `report/unknown`, `talk/off`, "
    "`talk/unknown`, `seat/unknown`, `picture/unknown-format`.",
    409: "The rules refuse it: `turn/…`, `placement/…`, `discard/…`, `choice/…`, `seat/…`, `game/…`, "
    "`variation/…`; at a rated table bots and taking over: `rated/…`. "
    "As many tables as you may have: `seat/too-many`; as your address may open: "
    "`table/too-many`. "
    "Of tokens: `token/last`, `token/too-many`; of studies `study/too-many`; of comments `comment/too-many`, "
    "`comment/refused`; of collections `collection/too-many`, `collection/full`; of messages "
    "`talk/too-many`; of browsers `push/too-many`; of webhooks "
    "`webhook/too-many`, `webhook/stopped`, `webhook/notice-gone`; of players "
    "`contact/too-many`, `contact/yourself`, `player/never-met`; "
    "of reports `report/yourself`, `report/hidden`; of decisions `moderation/decided`; "
    "more bytes than you may keep: `limit/storage`; an animation of a game that goes on: "
    "`picture/not-over`; a review without a result: `review/no-result`; of an account `email/taken`, "
    "`password/changed`.",
    410: "A moderator has hidden it, when and for what reason says `hidden`: `study/hidden`.",
    412: "The game has moved on; `version` is the current one: `version/stale`.",
    422: "Wrong shape or values: `request/invalid`, `rules/…`, `version/ahead`, `notice/ahead`, "
    "`search/too-short`, `push/keys`, `push/endpoint`, `webhook/url`, "
    "`bot/needs-kernel`, `account/name`, `account/name-refused`, `moderation/verdict`, "
    "`moderation/until`, `email/invalid`, `password/weak`; a reused key: `idempotency/…`; a text that is no "
    "game: `study/…`.",
    428: "If-Match is missing: `version/required`.",
    429: "Too many requests, which any operation may answer: `limit/requests`; too many tries of one kind: "
    "`limit/reached`; too many live streams: `limit/streams`; a second export at once: "
    "`limit/exports`. Again after Retry-After.",
    503: "The store is away (`store/away`), or nearly full, so that only games being played go on "
    "(`store/nearly-full`), or the archive that an old game lies in, the stream limit is reached, or too "
    "many sign in at once, or too many pictures are being drawn (`picture/busy`) or reviews wanted "
    "(`review/busy`): try again after "
    "Retry-After. Or the service sends no e-mail: `mail/not-configured`; or no push messages: "
    "`push/not-configured`.",
}
"""The reasons for each status, with their codes."""


def errors(*statuses: int) -> dict[str, Any]:
    """The documentation of these errors, for `blueprint.doc(responses=…)`."""
    return {str(status): {"$ref": f"#/components/responses/{_name(status)}"} for status in statuses}


def add_responses(spec: APISpec) -> None:
    """Describe each error once, in place of flask-smorest's own errors, which have another form."""
    spec.components.responses_lazy.pop("DEFAULT_ERROR")  # where used it would replace ours
    content = {MEDIA_TYPE: {"schema": _REFERENCE}}
    for status, text in WHEN.items():
        spec.components.response(_name(status), {"description": text, "content": content})
    spec.components.responses["DEFAULT_ERROR"] = {"description": "An error.", "content": content}


def _name(status: int) -> str:
    return HTTPStatus(status).phrase.replace(" ", "")

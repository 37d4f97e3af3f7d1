"""The documentation of the errors of operations; `problems` sends them."""

from http import HTTPStatus
from typing import Any

from apispec import APISpec

from service.application.problem import MEDIA_TYPE

_REFERENCE = {"$ref": "#/components/schemas/ProblemAnswer"}

WHEN = {
    401: "The token is missing or invalid: `auth/…`. Or the passkey is: `passkey/refused`.",
    403: "The caller may not do this. Seats and authors: `seat/not-seated` (you hold no seat in this game), "
    "`study/not-yours`, `comment/not-yours`, `talk/not-yours`, `talk/room-closed` (you may not read this "
    "room). Tournaments: `tournament/not-director`, `tournament/not-yours` (a dispute about another's game, "
    "or your own dispute). Games: `hints/off` (the table has no preview of points), `review/game-running`, "
    "`continuation/game-running` (the game is not over). Authentication: `auth/cross-site` (a request with a "
    "cookie from a page of another site), `auth/scope` (the token lacks the scopes in `needed`; from any "
    "operation that takes a token). Accounts: `account/suspended` (by a moderator, `until` a time and for a "
    "`reason`; from operations that change something, except playing started games, signing in, security, "
    "private notes and settings, and deleting), `password/wrong`, `email/unproven` (confirming an e-mail "
    "requires a session, a token or the password). Moderation: `moderation/not-a-moderator`, "
    "`moderation/own-case`, `moderation/conflict` (you play with somebody in the case).",
    404: "The resource does not exist or is not visible to the caller: `game/unknown`, `dynasty/unknown`, "
    "`tournament/unknown`, `study/unknown`, `version/unknown`, `token/unknown`, `passkey/unknown`, "
    "`player/unknown`, `push/unknown`, `webhook/unknown`, `webhook/unknown-delivery`, `link/unknown`, "
    "`comment/unknown`, `collection/unknown`, `report/unknown`, `talk/off`, `talk/unknown`, `seat/unknown`, "
    "`picture/unknown-format`.",
    409: "The current state does not allow the request. Rules: `turn/…`, `placement/…`, `discard/…`, "
    "`choice/…`, `seat/…`, `game/…`, `variation/…`; `rated/…` (a rated game has no bots, and its seats "
    "cannot be taken over). Tables: `seat/too-many` (the maximum for an account), `table/too-many` (for an "
    "address). Tournaments: `tournament/…`, and `pairing/…` for a field that cannot be paired; with "
    "`tournament/bad-entries` nobody was entered, and `lines` names each wrong line. Tokens: `token/last`, "
    "`token/too-many`. Passkeys: `passkey/expired`, `passkey/known`, `passkey/too-many`, `passkey/not-here` "
    "(they work at the public URL, and at no IP address). Studies: `study/too-many`. Comments: "
    "`comment/too-many`, `comment/refused`. Collections: `collection/too-many`, `collection/full`. Messages: "
    "`talk/too-many`. Browsers: `push/too-many`. Webhooks: `webhook/too-many`, `webhook/stopped`, "
    "`webhook/notice-gone`. Players: `contact/too-many`, `contact/yourself`, `player/never-met`. Reports: "
    "`report/yourself`, `report/hidden`. Decisions: `moderation/decided`. Storage: `limit/storage` (the "
    "account's bytes are used up). Animations: `picture/not-over` (the game is not over). Reviews: "
    "`review/no-result`; `review/scoring`, `continuation/scoring` (the game has ended, and its points are "
    "being counted; retry after Retry-After). Accounts: `email/taken`, `password/changed`.",
    410: "The log does not have the event after which you read on (any more), and is at `version`: "
    "`version/gone`. A moderator has hidden the text; `hidden` has the time and the reason: `study/hidden`.",
    412: "The game has changed; `version` is its current version: `version/stale`. Or the If-Match of a GET "
    "names no current version: `request/condition`, with the ETag.",
    422: "The request is malformed or has wrong values: `request/invalid`, `rules/…`, `version/ahead`, "
    "`notice/ahead`, `search/too-short`, `push/keys`, `push/endpoint`, `webhook/url`, `bot/needs-kernel`, "
    "`account/name`, `account/name-refused`, `moderation/verdict`, `moderation/until`, `email/invalid`, "
    "`password/weak`, `passkey/invalid`; `idempotency/…` (the key was used for another request); `study/…` "
    "(the text is not a game); `tournament/csv` (the list of entries is not one).",
    428: "The header If-Match is missing: `version/required`.",
    429: "A limit is reached; retry after Retry-After: `limit/requests` (requests; from any operation), "
    "`limit/reached` (attempts of one kind), `limit/streams` (live streams of an account or address), "
    "`limit/exports` (one export at a time).",
    503: "The service is temporarily unable; retry after Retry-After: `store/away` (the store is "
    "unavailable), `store/nearly-full` (only current games continue), `archive/away` (the archive of old "
    "games is unavailable), `stream/too-many` (live streams), `password/busy` (sign-ins), `picture/busy` "
    "(pictures), `review/busy` (reviews). Or the installation lacks a part: `mail/not-configured` (e-mail), "
    "`push/not-configured` (push messages).",
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
    spec.components.responses["DEFAULT_ERROR"] = {
        "description": "An error that is not listed.",
        "content": content,
    }


def _name(status: int) -> str:
    return HTTPStatus(status).phrase.replace(" ", "")

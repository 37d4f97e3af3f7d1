"""The body of a webhook request: the notice, and the data that a program needs to act on it."""

from datetime import UTC, datetime
from typing import Any

import orjson

from replays.match.aggregate import Match
from service.application.channels.webhooks.delivery import TEST
from service.application.notices.inboxes.reading import Spoken

API = "/api/v1"
LARGEST = 20_000
"""The maximum size of a body in bytes."""


def payload(spoken: Spoken, public_url: str) -> bytes:
    """The body for a notice; its `url` begins with `public_url`, or is a path if that is empty."""
    notice, table = spoken.notice, spoken.table
    path, api = spoken.path, "/me/moderation"
    if table is not None:
        path = api = f"/{notice.listing}/{notice.table}"
    data = {
        "id": str(spoken.position),
        "kind": notice.kind,
        **notice.about,
        "version": notice.version,
        "at": notice.at,
        "text": spoken.text,
        "url": public_url.rstrip("/") + path,
        "api": API + api,
        "deadline": table.deadline if isinstance(table, Match) else None,
    }
    return _body(notice.kind, notice.at, data)


def trial(id_: str, now: int) -> bytes:
    """The body of a test."""
    return _body(TEST, now, {"id": id_, "kind": TEST, "at": now})


def _body(kind: str, at: int, data: dict[str, Any]) -> bytes:
    moment = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    body = orjson.dumps({"type": kind, "timestamp": moment.replace("+00:00", "Z"), "data": data})
    if len(body) > LARGEST:
        raise ValueError(f"the body of a webhook has {len(body)} bytes")
    return body

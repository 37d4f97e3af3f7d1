"""The payload of a push message: a short text, the page that it opens, and its lifetime."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from replays.match.aggregate import Match
from service.application.channels.channel import NoticeMessage
from service.application.channels.push.encryption import to_base64
from service.application.channels.timing import URGENT
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import plural, present
from service.application.notices.inboxes.reading import Spoken
from service.application.notices.kinds.registry import LATEST

ALL = "/notices"
"""The page that a message about several tables opens."""
LINES = 3
"""The maximum number of notices listed below the title; the newest are listed."""
LONGEST_LINE = 200
"""The maximum length of a sentence in characters: four sentences of 4-byte characters fit into one record."""
HOLDS_SECONDS = 3 * 24 * 60 * 60
"""How long a push service keeps a message without a deadline for a browser that is offline."""
LEAST_SECONDS = 60
MOST_SECONDS = 28 * 24 * 60 * 60
"""Push services do not keep messages longer."""
TOPIC_CHARACTERS = 24
"""The length of a topic; push services accept up to 32 characters of base64url (RFC 8030, section 5.4)."""

_MORE = plural("and {count} more", "and {count} more")
_NEW = plural("{count} new notice", "{count} new notices")


@dataclass(frozen=True, slots=True)
class Push:
    """A push message: the text to be encrypted, and the values of the headers that a push service reads.

    `ttl` is in seconds. A newer message replaces an older one with the same `topic`.
    """

    text: bytes
    ttl: int
    urgency: str
    topic: str


def push_of(message: NoticeMessage, secret: bytes, now: int) -> Push:
    """The push message at `now`, in ms UTC; `secret` keeps the push service from guessing tables by topics.

    The text is a JSON object: `id`, `title`, `text`, which may be empty, `url`, a path of the service, `tag`,
    `at`, the time of the newest notice, and `until`, the deadline, both in ms UTC. `by` is a sentence with
    the placeholder `{time}`, which the browser replaces by the deadline in local time. Without a deadline
    `by` and `until` are null.
    """
    tables = {each.notice.table for each in message.notices}
    newest = message.notices[-1]
    tag = str(newest.notice.table) if len(tables) == 1 else "digest"
    said = _of_one_table(message.notices) if len(tables) == 1 else _of_several(message.notices)
    until = _deadline(message.notices) if len(tables) == 1 else None
    text = {
        "id": message.id,
        **said,
        "by": None if until is None else _("Move by {time}."),
        "until": until,
        "url": newest.notice.path if len(tables) == 1 else ALL,
        "tag": tag,
        "at": newest.notice.at,
    }
    return Push(
        json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode(),
        _ttl(until, now),
        _urgency(message.notices),
        to_base64(hashlib.sha256(secret + tag.encode()).digest())[:TOPIC_CHARACTERS],
    )


def _of_one_table(notices: Sequence[Spoken]) -> dict[str, str]:
    """The newest sentence as the title, and below it those of up to three notices before it."""
    *others, newest = notices
    lines = [each.text for each in others[-LINES:]]
    return {"title": newest.text[:LONGEST_LINE], "text": "\n".join(line[:LONGEST_LINE] for line in lines)}


def _of_several(notices: Sequence[Spoken]) -> dict[str, str]:
    lines = [each.text[:LONGEST_LINE] for each in notices[-LINES:]]
    more = len(notices) - len(lines)
    if more:
        lines.append(present().counted(_MORE, more))
    return {"title": present().counted(_NEW, len(notices)), "text": "\n".join(lines)}


def _deadline(notices: Sequence[Spoken]) -> int | None:
    """The deadline of the turn, in ms UTC, if one of the notices asks the reader to move; else None."""
    asked = [each.table for each in notices if each.notice.kind in LATEST]
    return asked[-1].deadline if asked and isinstance(asked[-1], Match) else None


def _ttl(until: int | None, now: int) -> int:
    if until is None:
        return HOLDS_SECONDS
    return min(max((until - now) // 1000, LEAST_SECONDS), MOST_SECONDS)


def _urgency(notices: Sequence[Spoken]) -> str:
    """The urgency, by which a phone's push service saves battery power (RFC 8030, section 5.3)."""
    kinds = {each.notice.kind for each in notices}
    if URGENT in kinds:
        return "high"
    return "normal" if kinds.intersection(LATEST) else "low"

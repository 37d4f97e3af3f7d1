"""What a push message says: a few words, where they lead, and for how long they are of use."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from replays.match.aggregate import Match
from service.channels.channel import Message
from service.channels.push.encryption import to_base64
from service.channels.timing import URGENT
from service.i18n.speaking import gettext as _
from service.i18n.speaking import plural, present
from service.notices.inboxes.reading import Spoken
from service.notices.kinds.registry import LATEST

ALL = "/notices"
"""The page that a message about several tables leads to."""
LINES = 3
"""How many notices a message about several tables names."""
LONGEST_LINE = 200
"""Characters of one sentence: with four lines of characters of four bytes a message fits into one record."""
HOLDS_SECONDS = 3 * 24 * 60 * 60
"""How long a push service keeps a message without a deadline for a browser that is away."""
LEAST_SECONDS = 60
MOST_SECONDS = 28 * 24 * 60 * 60
"""Push services keep nothing longer."""
TOPIC_CHARACTERS = 24
"""Push services take up to 32, of base64url (RFC 8030, section 5.4)."""

_MORE = plural("and {count} more", "and {count} more")
_NEW = plural("{count} new notice", "{count} new notices")


@dataclass(frozen=True, slots=True)
class Push:
    """What is handed to a push service: the text to be encrypted, and headers that the service reads.

    `ttl` is in seconds. `topic` is the same for messages of which the newer takes the place of the older.
    """

    text: bytes
    ttl: int
    urgency: str
    topic: str


def push_of(message: Message, secret: bytes, now: int) -> Push:
    """The message for a browser, at `now` in ms UTC; `secret` keeps the push service from reading topics.

    The text is JSON: `id`, `title`, `text`, which may be empty, `url`, a path of the service, `tag`, `at`,
    when the newest of the notices came, and `until`, the deadline, both in ms UTC. `by` is a sentence with
    `{time}` for the deadline, which the browser writes by its clock; without a deadline both are null.
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
    """The newest sentence as the title; under it what else was told."""
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
    """By when the reader has to move, if one of the notices says that they have to."""
    asked = [each.table for each in notices if each.notice.kind in LATEST]
    return asked[-1].deadline if asked and isinstance(asked[-1], Match) else None


def _ttl(until: int | None, now: int) -> int:
    if until is None:
        return HOLDS_SECONDS
    return min(max((until - now) // 1000, LEAST_SECONDS), MOST_SECONDS)


def _urgency(notices: Sequence[Spoken]) -> str:
    """How much of a phone's battery it is worth (RFC 8030, section 5.3)."""
    kinds = {each.notice.kind for each in notices}
    if URGENT in kinds:
        return "high"
    return "normal" if kinds.intersection(LATEST) else "low"

"""The payload of a push message: a short text, the page that it opens, and its lifetime."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from replays.clocks.zones import zone
from replays.encoding.base64url import to_base64
from replays.match.aggregate import Match
from service.application.channels.channel import NoticeMessage
from service.application.channels.push.encryption import BODY_BYTES, OVERHEAD_BYTES
from service.application.i18n.shortening import shortened
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import plural, pplural, present
from service.application.notices.inboxes.reading import Spoken

ALL = "/notices"
"""The page that a message about several tables opens."""
LINES = 3
"""The maximum number of notices listed below the title; the newest are listed."""
LONGEST_LINE = 200
"""The maximum length of a sentence in characters; browsers show less."""
HOLDS_SECONDS = 3 * 24 * 60 * 60
"""How long a push service keeps a message without a deadline for a browser that is offline."""
LEAST_SECONDS = 60
MOST_SECONDS = 28 * 24 * 60 * 60
"""Push services do not keep messages longer."""
TOPIC_CHARACTERS = 24
"""The length of a topic; push services accept up to 32 characters of base64url (RFC 8030, section 5.4)."""

_MORE = pplural("quantity", "and {count} more", "and {count} more")
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


@dataclass(frozen=True, slots=True)
class Declared:
    """What a declarative message adds (Push API, "declarative push message").

    `navigate` is the absolute URL that a click opens; `by` are the lines after the others: the deadline in
    the player's time zone, if there is one.
    """

    navigate: str
    by: tuple[str, ...]


def push_of(
    message: NoticeMessage,
    secret: bytes,
    now: int,
    body_bytes: int = BODY_BYTES,
    public_url: str | None = None,
) -> Push:
    """The push message at `now`, in ms UTC; `secret` keeps the push service from guessing tables by topics.

    Sentences are cut between characters so that the encrypted message has at most `body_bytes`, which are
    1,000 at least.
    The text is a JSON object: `id`, `title`, `text`, which may be empty, `url`, a path of the service, `tag`,
    `at`, the time of the newest notice, and `until`, the deadline, both in ms UTC. `by` is a sentence with
    the placeholder `{time}`, which the browser replaces by the deadline in local time. Without a deadline
    `by` and `until` are null. `app_badge` is the number of unread notices; `lang` is the reader's language,
    also of the deadline, and `dir` its direction.

    With the service's `public_url` the text is also a declarative message, which Safari shows without a
    worker; older versions of Safari give the same text to the worker.
    """
    tables = {each.notice.table for each in message.notices}
    newest = message.notices[-1]
    tag = str(newest.notice.table) if len(tables) == 1 else "digest"
    sentences = _of_one_table(message.notices) if len(tables) == 1 else _of_several(message.notices)
    until = _deadline(message.notices) if len(tables) == 1 else None
    fields = {
        "id": message.id,
        "by": None if until is None else _("Move by {time}."),
        "until": until,
        "url": newest.path if len(tables) == 1 else ALL,
        "tag": tag,
        "at": newest.notice.at,
        "app_badge": message.unread,
        "lang": present().tag,
        "dir": present().locale.text_direction,
    }
    declared = None
    if public_url:
        navigate = f"{public_url.rstrip('/')}{fields['url']}"
        declared = Declared(navigate, _local_deadline(until, message.timezone))
    return Push(
        _written(_cut(fields, sentences, body_bytes - OVERHEAD_BYTES, declared), fields, declared),
        _ttl(until, now),
        _urgency(message.notices),
        to_base64(hashlib.sha256(secret + tag.encode()).digest())[:TOPIC_CHARACTERS],
    )


def _of_one_table(notices: Sequence[Spoken]) -> list[str]:
    """The title, which is the newest sentence, and the lines below: up to three sentences before it."""
    *others, newest = notices
    return [newest.text, *(each.text for each in others[-LINES:])]


def _of_several(notices: Sequence[Spoken]) -> list[str]:
    """The title, which counts the notices, and the lines below: the newest, and how many more there are."""
    lines = [each.text for each in notices[-LINES:]]
    more = len(notices) - len(lines)
    if more:
        lines.append(present().counted(_MORE, more))
    return [present().counted(_NEW, len(notices)), *lines]


def _local_deadline(until: int | None, timezone: str) -> tuple[str, ...]:
    if until is None:
        return ()
    moment = present().format_in(zone(timezone)).moment(datetime.fromtimestamp(until / 1000, UTC))
    return (_("Move by {time}.").replace("{time}", moment),)


def _cut(
    fields: Mapping[str, Any], sentences: Sequence[str], most: int, declared: Declared | None
) -> list[str]:
    """The sentences, cut so that the text has at most `most` bytes; the long ones get equal shares.

    In a declarative message each stands twice.
    """
    short = [shortened(each, lambda part: len(part) <= LONGEST_LINE) for each in sentences]
    room = most - len(_written([""] * len(short), fields, declared))
    share = _share([_size(each) for each in short], room // 2 if declared else room)
    return [shortened(each, lambda part: _size(part) <= share) for each in short]


def _share(sizes: Sequence[int], room: int) -> int:
    """The largest bound for which all sizes, each at most the bound, add up to at most `room`."""
    for left, size in zip(range(len(sizes), 0, -1), sorted(sizes), strict=True):
        if size * left > room:
            return room // left
        room -= size
    return max(sizes)


def _size(sentence: str) -> int:
    """The bytes of a sentence within a JSON string."""
    return len(json.dumps(sentence, ensure_ascii=False).encode()) - len('""')


def _written(sentences: Sequence[str], fields: Mapping[str, Any], declared: Declared | None) -> bytes:
    """The text of a message as JSON; the first sentence is the title."""
    title, *lines = sentences
    text = {"title": title, "text": "\n".join(lines), **fields}
    if declared:
        text |= {
            "web_push": 8030,
            "notification": {
                "title": title,
                "body": "\n".join([*lines, *declared.by]),
                "navigate": declared.navigate,
                "tag": fields["tag"],
                "lang": fields["lang"],
                "dir": fields["dir"],
            },
        }
    return json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode()


def _deadline(notices: Sequence[Spoken]) -> int | None:
    """The deadline of the turn, in ms UTC, if one of the notices asks the reader to move; else None."""
    asked = [each.table for each in notices if each.kind.latest]
    return asked[-1].deadline if asked and isinstance(asked[-1], Match) else None


def _ttl(until: int | None, now: int) -> int:
    if until is None:
        return HOLDS_SECONDS
    return min(max((until - now) // 1000, LEAST_SECONDS), MOST_SECONDS)


def _urgency(notices: Sequence[Spoken]) -> str:
    """The urgency, by which a phone's push service saves battery power (RFC 8030, section 5.3)."""
    if any(each.kind.urgent for each in notices):
        return "high"
    return "normal" if any(each.kind.latest for each in notices) else "low"

"""The moderation stream in the store: append-only, chained by hashes, with the indexes that pages read.

`{moderation}:log` is a stream whose entries have the ids `<number>-0`, numbered from 1, and two fields: `e`,
canonical JSON, and `h`, the SHA-256 of the previous hash and `e`. The script that appends an entry also
indexes it, because all keys share a slot. `…:index` is a sorted set of `<of> <number>`, where `of` is a
subject's key, an account after `about:`, `by:` or `unasked:` (views of its texts that had no case), or a
moderator and a subject's key after `viewed:`. `…:open` and `…:decided` have subjects by time,
`…:hidden` has the reasons why texts are hidden, and `…:moderators` the moderators.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from redis import Redis

from replays.store.scripts import Script, asking
from service.application.people.moderation.entries import (
    BadModerationEntry,
    Decided,
    Entry,
    ModeratorNamed,
    ModeratorRemoved,
    Reported,
    Viewed,
    read,
    written,
)
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject

LOG = "{moderation}:log"
INDEX = "{moderation}:index"
OPEN = "{moderation}:open"
DECIDED = "{moderation}:decided"
HIDDEN = "{moderation}:hidden"
MODERATORS = "{moderation}:moderators"
KEYS = (LOG, INDEX, OPEN, DECIDED, HIDDEN, MODERATORS)

BEGIN = hashlib.sha256(b"kingdomino moderation").hexdigest()
"""The hash before the first entry."""
AT_ONCE = 1_000
MOST_READ = 5_000
"""The number of entries that are read by number in one round trip, at some 300 bytes each."""
DIGITS = 12
"""The digits of a number in the index: zero-padded, so that texts sort like the numbers."""

APPEND = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = last and tonumber(string.match(last[1], '^%d+')) or 0
if number ~= tonumber(ARGV[1]) then return 'elsewhere' end
redis.call('XADD', KEYS[1], (number + 1) .. '-0', 'e', ARGV[2], 'h', ARGV[3])
for _, op in ipairs(cjson.decode(ARGV[4])) do
  redis.call(op[1], KEYS[op[2]], unpack(op, 3))
end
return 'done'
"""
"""Appends the entry ARGV[2] with the hash ARGV[3] after entry number ARGV[1]; runs the commands ARGV[4]."""


class ModerationHead(NamedTuple):
    """The last entry's number, hash and time; 0, `BEGIN` and 0 for an empty stream."""

    number: int = 0
    hash: str = BEGIN
    at: int = 0


class Numbered(NamedTuple):
    """An entry with its number."""

    number: int
    entry: Entry


class ConcurrentAppend(Exception):  # noqa: N818 - an expected outcome, not a fault
    """A concurrent append came first, so what was read before it may be outdated."""


class ModerationLedger:
    """The moderation stream. Methods raise `StoreAway`; `append` may also raise `UnknownOutcome`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._append = Script(store, APPEND)

    def head(self) -> ModerationHead:
        """The head of the stream."""
        with asking():
            last: Any = self._store.xrevrange(LOG, count=1)
        if not last:
            return ModerationHead()
        (number, fields), *_ = last
        return ModerationHead(_number(number), fields[b"h"].decode(), read(fields[b"e"]).at)

    def append(self, entry: Entry, after: ModerationHead) -> ModerationHead:
        """Append an entry after this head, and return the new head. Raises `ConcurrentAppend`."""
        body = written(entry)
        new = ModerationHead(after.number + 1, chained(after.hash, body), entry.at)
        ops = json.dumps([[op[0], KEYS.index(op[1]) + 1, *map(str, op[2:])] for op in indexed(new, entry)])
        if self._append.run(KEYS, [after.number, body, new.hash, ops]) != b"done":
            raise ConcurrentAppend
        return new

    def entries(self, after: int = 0, limit: int = AT_ONCE) -> list[Numbered]:
        """The entries after this number, the oldest first. Raises `BadModerationEntry`."""
        with asking():
            page: Any = self._store.xrange(LOG, f"({after}-{2**63}", count=limit)
        return [Numbered(_number(number), read(fields[b"e"])) for number, fields in page]

    def last(self, limit: int) -> list[Numbered]:
        """The last entries of the stream, the oldest first. Raises `BadModerationEntry`."""
        with asking():
            page: Any = self._store.xrevrange(LOG, count=limit)
        return [Numbered(_number(number), read(fields[b"e"])) for number, fields in reversed(page)]

    def newest(self, of: Collection[str], limit: int) -> list[list[Numbered]]:
        """The newest entries in the index of each of these, the oldest of them first.

        Two round trips, and one more for each further `MOST_READ` entries.
        """
        indexed = self._numbers(of, limit)
        entries = self._at(sorted({number for numbers in indexed for number in numbers}))
        return [[entries[number] for number in numbers if number in entries] for numbers in indexed]

    def _numbers(self, of: Collection[str], limit: int) -> list[list[int]]:
        if not of:
            return []
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for each in of:
                pipe.zrange(INDEX, f"[{each} :", f"[{each} ", desc=True, bylex=True, offset=0, num=limit)
            found = pipe.execute()
        return [[int(member[-DIGITS:]) for member in reversed(members)] for members in found]

    def _at(self, numbers: Sequence[int]) -> dict[int, Numbered]:
        found: dict[int, Numbered] = {}
        for begin in range(0, len(numbers), MOST_READ):
            with asking(), self._store.pipeline(transaction=False) as pipe:
                for number in numbers[begin : begin + MOST_READ]:
                    pipe.xrange(LOG, f"{number}-0", f"{number}-0")
                pages = pipe.execute()
            found |= {
                _number(page[0][0]): Numbered(_number(page[0][0]), read(page[0][1][b"e"]))
                for page in pages
                if page
            }
        return found

    def check(self) -> int:
        """Check the numbers and hashes of all entries, and count them; raises `BadModerationEntry`."""
        head = ModerationHead()
        for number, body, kept in self._raw():
            if number != head.number + 1:
                raise BadModerationEntry(f"entry {number} follows entry {head.number}")
            read(body)
            if chained(head.hash, body) != kept:
                raise BadModerationEntry(f"entry {number} has not the hash that follows from it")
            head = ModerationHead(number, kept)
        return head.number

    def _raw(self) -> Iterator[tuple[int, bytes, str]]:
        after = 0
        while True:
            with asking():
                page: Any = self._store.xrange(LOG, f"({after}-{2**63}", count=AT_ONCE)
            for number, fields in page:
                yield _number(number), fields[b"e"], fields[b"h"].decode()
            if len(page) < AT_ONCE:
                return
            after = _number(page[-1][0])


def chained(before: str, body: bytes) -> str:
    """The hash of an entry whose predecessor has the hash `before`."""
    return hashlib.sha256(bytes.fromhex(before) + body).hexdigest()


def indexed(head: ModerationHead, entry: Entry) -> Iterable[tuple[Any, ...]]:
    """The Redis commands that index an entry, each with its key and arguments."""
    match entry:
        case Reported(subject=subject, at=at):
            yield "ZADD", OPEN, "NX", at, subject.key
            yield from _found(head, subject.key, f"about:{entry.author}", f"by:{entry.by}")
        case Viewed(by=by, texts=texts):
            for text in texts:
                unasked = () if text.had_case else (f"unasked:{text.author}",)
                yield from _found(head, viewed(by, text.subject), *unasked)
        case Decided(subject=subject, at=at):
            yield "ZREM", OPEN, subject.key
            yield "ZADD", DECIDED, at, subject.key
            answered = [f"by:{each}" for each in entry.answers]
            yield from _found(head, subject.key, f"about:{entry.author}", *answered)
            yield from _showing(head, entry)
        case ModeratorNamed(player=player, at=at):
            yield "HSET", MODERATORS, player, at
        case ModeratorRemoved(player=player):
            yield "HDEL", MODERATORS, player


def viewed(by: str, subject: ReportSubject) -> str:
    """The name in the index of a moderator's views of one text."""
    return f"viewed:{by}/{subject.key}"


def _found(head: ModerationHead, *under: str) -> Iterable[tuple[Any, ...]]:
    return (("ZADD", INDEX, 0, _member(of, head.number)) for of in under)


def _showing(head: ModerationHead, decided: Decided) -> Iterable[tuple[Any, ...]]:
    if decided.verdict is ModerationVerdict.HIDE:
        why = {"number": head.number, "at": decided.at, "reason": decided.reason}
        yield "HSET", HIDDEN, decided.subject.key, json.dumps(why)
    elif decided.verdict is ModerationVerdict.KEEP:
        yield "HDEL", HIDDEN, decided.subject.key


def _member(of: str, number: int) -> str:
    return f"{of} {number:0{DIGITS}}"


def _number(entry_id: bytes) -> int:
    return int(entry_id.split(b"-")[0])

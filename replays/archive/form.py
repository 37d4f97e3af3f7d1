"""The format of archived objects: the events of a stream, without data that can be computed again.

An object is the byte `FORM`, the digests, and a zlib stream (RFC 1950) of a text, with `typical()` as preset
dictionary. The digests are the strings of 64 hexadecimal digits in the text: first their number as u16
big-endian, then 32 bytes each, in order; the text has `PLACE` instead of each. The text is canonical JSON:

    {"at": [ms since the event before …], "data": {type: [data …]},
     "heads": [[actor, cause, schema, seat, type] …], "order": [which head each event has …]}

Versions and hashes are left out: they follow from the chain, which starts with the stream's id.
"""

import re
import zlib
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any

import orjson

from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version

FORM = b"\x01"
"""The number of this format; objects of all earlier formats stay readable."""
PLACE = b"\x01"
"""The placeholder of a digest; canonical JSON never has this byte, because it would be escaped."""
MOST_BYTES = 16 * 2**20
"""The limit of the decompressed text; no stream's text is that long, so a longer one is malicious."""

_DIGEST = re.compile(rb'"([0-9a-f]{64})"')
_COUNT_BYTES, _DIGEST_BYTES = 2, 32
_HEAD = ("actor", "cause", "schema", "seat", "type")


@cache
def typical() -> bytes:
    """The text of two typical games, for compression; it is part of the format and never changes."""
    return files("replays.archive").joinpath("typical-1.txt").read_bytes()


class BadObject(ValueError):  # noqa: N818 - the name says what it is
    """The bytes are not a valid archived stream."""


def pack(events: Sequence[StoredEvent]) -> bytes:
    """The object of a stream with these events; the same events always give the same bytes.

    The events must be intact (see `entries.check`).
    """
    text = canonical(_rows([event.record for event in events]))
    digests = [bytes.fromhex(digest.decode()) for digest in _DIGEST.findall(text)]
    packer = zlib.compressobj(level=9, memLevel=9, zdict=typical())
    packed = packer.compress(_DIGEST.sub(PLACE, text)) + packer.flush()
    return b"".join([FORM, len(digests).to_bytes(_COUNT_BYTES), *digests, packed])


def unpack(stream: GameId, packed: bytes) -> list[StoredEvent]:
    """The events of the stream that this object contains; raises `BadObject`.

    Their hashes are computed by the chain, so a caller that knows the head can check the events.
    """
    if packed[:1] != FORM:
        raise BadObject(f"an object of form {packed[:1].hex() or 'nothing'}, but only 1 is known")
    try:
        return list(_chained(stream, _bodies(orjson.loads(_text(packed)))))
    except (zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadObject(f"no archived stream: {error!r}") from error


def _rows(records: Sequence[Any]) -> dict[str, Any]:
    """The events with common parts grouped; heads are numbered in the order of their first occurrence."""
    heads: dict[tuple[Any, ...], int] = {}
    data: dict[str, list[Any]] = defaultdict(list)
    times = [record["at"] for record in records]
    order = []
    for record in records:
        order.append(heads.setdefault(tuple(record[name] for name in _HEAD), len(heads)))
        data[record["type"]].append(record["data"])
    since = [after - before for before, after in zip([0, *times], times, strict=False)]
    return {"at": since, "data": dict(data), "heads": list(heads), "order": order}


def _bodies(rows: Any) -> Iterator[bytes]:
    """The canonical bytes of each event."""
    data = {kind: deque(each) for kind, each in rows["data"].items()}
    for version, (at, number) in enumerate(zip(accumulate(rows["at"]), rows["order"], strict=True), start=1):
        head = dict(zip(_HEAD, rows["heads"][number], strict=True))
        yield canonical({**head, "at": at, "data": data[head["type"]].popleft(), "version": version})


def _text(packed: bytes) -> bytes:
    """The decompressed text, with the digests inserted for the placeholders."""
    start = len(FORM) + _COUNT_BYTES
    end = start + _DIGEST_BYTES * int.from_bytes(packed[len(FORM) : start])
    unpacker = zlib.decompressobj(zdict=typical())
    pieces = unpacker.decompress(packed[end:], MOST_BYTES).split(PLACE)
    if not unpacker.eof or unpacker.unused_data:
        raise BadObject("it is cut off, or something follows it")
    digests = (
        b'"%b"' % packed[at : at + _DIGEST_BYTES].hex().encode() for at in range(start, end, _DIGEST_BYTES)
    )
    text = [pieces[0]]
    for piece, digest in zip(pieces[1:], digests, strict=True):
        text += [digest, piece]
    return b"".join(text)


def _chained(stream: GameId, bodies: Iterator[bytes]) -> Iterator[StoredEvent]:
    running = genesis(stream)
    for version, body in enumerate(bodies, start=1):
        running = link(running, body)
        yield StoredEvent(Version(version), body, running.hex())

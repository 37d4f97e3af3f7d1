"""Reads `events.ndjson`: each line must be canonical, in order and in the chain, or is a finding."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from replays.audit.bundle.packing import Content
from replays.audit.verdicts import Aspect, Finding
from replays.encoding.canonical import LONGEST, NotCanonical, parse_canonical, rewritten
from replays.encoding.chain import genesis, link
from replays.encoding.entries import KEYS, StoredEvent
from replays.encoding.identity import GameId, Version

PUBLIC_KEYS = tuple(sorted((*KEYS, "hash")))
"""The keys of an event's public form, in their canonical order."""

_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Record:
    """The valid events from version 1 on, and the findings at the first invalid line, if any."""

    events: tuple[StoredEvent, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def whole(self) -> bool:
        """True if every line is valid."""
        return not self.findings


class _Bad(Exception):  # noqa: N818 - internal, carries the findings
    def __init__(self, *findings: Finding) -> None:
        super().__init__(findings)
        self.findings = findings


def read_record(game: GameId, text: Content) -> Record:
    """Read the record of this game from the bytes of an `events.ndjson`.

    Codes: `events/line-end`, `events/too-long`, `events/not-canonical`, `events/keys`, `events/hash-form`,
    `log/gap` (of completeness), `log/chain`.
    """
    good: list[StoredEvent] = []
    try:
        running = genesis(game)
        for number, line in enumerate(_lines(text), start=1):
            event, said = _event(line, Version(number))
            running = link(running, event.body)
            _check_place(event, said, running)
            good.append(event)
    except _Bad as bad:
        return Record(tuple(good), bad.findings)
    return Record(tuple(good))


def _lines(text: Content) -> Iterator[bytes]:
    """The lines without their line ends, read piece by piece; raises `_Bad` for a long or cut line."""
    view, number, rest = memoryview(text), 0, b""
    for start in range(0, len(view), LONGEST):
        *lines, rest = (rest + bytes(view[start : start + LONGEST])).split(b"\n")
        yield from lines
        number += len(lines)
        if len(rest) > LONGEST:
            break
    if len(rest) > LONGEST:
        raise _bad(number + 1, "events/too-long", f"the line has more than {LONGEST} bytes")
    if rest:
        raise _bad(number + 1, "events/line-end", "the last line has no line end: it was cut")


def _event(line: bytes, version: Version) -> tuple[StoredEvent, object]:
    """The event in a line, and the version that it states; the parsed JSON is not kept in memory."""
    if len(line) > LONGEST:
        raise _bad(version, "events/too-long", f"the line has more than {LONGEST} bytes")
    if line.endswith(b"\r"):
        raise _bad(version, "events/line-end", "the line ends with CR LF instead of LF")
    try:
        record = parse_canonical(line)
    except NotCanonical as error:
        raise _bad(version, "events/not-canonical", f"the line is not canonical JSON: {error}") from error
    if not isinstance(record, dict) or tuple(record) != PUBLIC_KEYS:
        raise _bad(version, "events/keys", f"the line is not an object of exactly {', '.join(PUBLIC_KEYS)}")
    if not isinstance(record["hash"], str) or not _HASH.fullmatch(record["hash"]):
        raise _bad(version, "events/hash-form", "the hash is not 64 lower-case hexadecimal digits")
    body = memoryview(rewritten({key: record[key] for key in KEYS})).tobytes()  # orjson's buffer is larger
    return StoredEvent(version, body, record["hash"]), record["version"]


def _check_place(event: StoredEvent, said: object, running: bytes) -> None:
    findings, version = [], event.version
    if type(said) is not int or said != version:
        text = f"version {version} should stand here, and the event says {said!r}"
        findings.append(Finding(Aspect.COMPLETENESS, version, "log/gap", text))
    if running.hex() != event.hash:
        text = f"the hash is {event.hash}, and the chain gives {running.hex()}"
        findings.append(Finding(Aspect.INTEGRITY, version, "log/chain", text))
    if findings:
        raise _Bad(*findings)


def _bad(version: int, code: str, text: str) -> _Bad:
    return _Bad(Finding(Aspect.INTEGRITY, version, code, text))

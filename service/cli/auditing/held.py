"""The auditor's own evidence, as given on the command line: heads, receipts and public keys."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import shortened
from replays.encoding.attempts import SeatAttempt, parse_attempt
from replays.encoding.entries import Head
from replays.encoding.forms import HASH
from replays.encoding.identity import Version
from replays.encoding.members import RepeatedMember, parse_json
from replays.encoding.signing import parse_receipt, verify

_RECEIVED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\s+")
"""The time at which a receipt was received, in RFC 3339, before it in its line."""

_HEADER = re.compile(r"kingdomino-receipt:", re.IGNORECASE)
_HEAD = re.compile(r"([1-9][0-9]{0,8})[: ]([0-9a-f]{64})")


class HeldError(Exception):
    """The given evidence is invalid; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class HeldEvidence:
    """The auditor's evidence, and a sentence for each line of a file that is no evidence."""

    evidence: Evidence
    faults: tuple[str, ...]


def kept(against: Iterable[str], keys: Iterable[str], now: int | None = None) -> HeldEvidence:
    """Read the evidence from the options; raises `HeldError` for one without a head, receipt or key.

    `now` is the time of the audit in ms UTC.

    A file may contain receipts of several games, and attempts to take seats; these name first events. A
    receipt whose signature is invalid, or by a key other than the given ones, is no evidence and is reported
    as a fault.
    """
    listed = [key for text in keys for key in _keys(text)]
    known = frozenset(key for key, _ in listed) or None
    found = [one for text in against for one in _heads(text, known)]
    heads = tuple(one for one in found if isinstance(one, Held))
    attempts = tuple(one for one in found if isinstance(one, SeatAttempt))
    since = min((moment for _, moment in listed if moment is not None), default=None)
    evidence = Evidence(heads, known, now, since, attempts)
    return HeldEvidence(evidence, tuple(one for one in found if isinstance(one, str)))


def _heads(text: str, keys: frozenset[str] | None) -> Iterator[Held | SeatAttempt | str]:
    """The heads in `VERSION:HASH`, or in a file of receipts, one on each line, as JSON or whole header.

    A line of such a file may also be an attempt to take a seat.
    """
    written = _HEAD.fullmatch(text)
    if written:
        yield Held(Head(Version(int(written[1])), written[2]))
        return
    path = _file(text)
    if path is None:
        raise HeldError(
            f"{text!r} is neither VERSION:HASH, with 64 lower-case hexadecimal digits, nor a file of receipts"
        )
    lines = _lines(path)
    if not lines:
        raise HeldError(f"there is no receipt in {text}")
    read = [_line(line, f"{text}, line {number}", keys) for number, line in enumerate(lines, start=1)]
    if all(isinstance(receipt, NoReceipt) for receipt in read):
        raise HeldError(str(read[0]))
    for one in read:
        if isinstance(one, SeatAttempt):
            yield one
            yield Held(Head(Version(1), one.first), one.table)
        else:
            yield one if isinstance(one, Held) else str(one)


class NoReceipt(str):
    """The reason why a line is not a receipt at all."""

    __slots__ = ()


def _line(line: str, where: str, keys: frozenset[str] | None) -> Held | SeatAttempt | str:
    """The head in the receipt, or the attempt, or the reason why the line is no evidence."""
    try:
        return parse_attempt(parse_json(line.encode()))
    except ValueError:
        return _receipt(line, where, keys)


def _receipt(line: str, where: str, keys: frozenset[str] | None) -> Held | str:
    """The head in the receipt, or the reason why the line is no evidence."""
    try:
        received, text = _dated(line)
        header = _HEADER.match(text)
        receipt = parse_receipt(parse_json((text[header.end() :] if header else text).encode()))
    except ValueError as error:
        return NoReceipt(shortened(f"{where} is no receipt: {error}"))
    if not verify(receipt):
        return f"{where}: the signature of the receipt is invalid, so it proves nothing"
    if keys is not None and receipt.public_key not in keys:
        return f"{where}: unknown key: none of the given keys signed the receipt"
    return Held(receipt.head, receipt.game, receipt.public_key, received)


def _dated(line: str) -> tuple[int | None, str]:
    """The time at the beginning of a line in ms UTC, or None, and the rest; raises ValueError for no time."""
    found = _RECEIVED.match(line)
    if found is None:
        return None, line
    return int(datetime.fromisoformat(found[0].strip()).timestamp() * 1000), line[found.end() :]


def _keys(text: str) -> Iterator[tuple[str, int | None]]:
    """The public keys in 64 hexadecimal digits, or in a file of them or of the response of /api/v1/keys.

    Each with the ms UTC since which the response lists it, or None.
    """
    path = _file(text)
    content = "\n".join(_lines(path)) if path else text
    listed = content.lstrip().startswith("{")
    keys = _listed(content, text) if listed else [(key, None) for key in content.split()]
    if not keys:
        raise HeldError(f"there is no public key, of 64 lower-case hexadecimal digits, in {text!r}")
    for key, since in keys:
        yield _key(key, text), since if type(since) is int else None


def _listed(content: str, where: str) -> list[tuple[object, object]]:
    try:
        listed = parse_json(content.encode())["keys"]
        return [(entry["public_key"], entry.get("since")) for entry in listed]
    except RepeatedMember as error:
        raise HeldError(f"{where} is not a response of /api/v1/keys: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HeldError(f"{where} is not a response of /api/v1/keys") from error


def _key(value: object, where: str) -> str:
    try:
        return HASH.read(value)
    except ValueError as error:
        raise HeldError(
            f"{where}: a public key is 64 lower-case hexadecimal digits, not {value!r}"
        ) from error


def _file(text: str) -> Path | None:
    try:
        return Path(text) if Path(text).is_file() else None
    except OSError:  # longer than a file's name can be
        return None


def _lines(path: Path) -> list[str]:
    try:
        return [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise HeldError(f"cannot read {path}: {error}") from error

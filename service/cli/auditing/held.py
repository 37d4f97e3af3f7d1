"""The auditor's own evidence, as given on the command line: heads, receipts and public keys."""

import re
from collections.abc import Iterable, Iterator, Sequence
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
from replays.encoding.signing import Receipt, parse_receipt, verify
from replays.transparency.leaves import HeadLeaf, parse_leaf
from replays.transparency.notes import NoteKey
from replays.transparency.proofs import HEADER, parse_proof
from service.application.i18n.commands import errors
from service.application.i18n.commands.errors import in_words

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


def kept(
    against: Iterable[str],
    keys: Iterable[str],
    log_keys: Sequence[NoteKey] = (),
    now: int | None = None,
) -> HeldEvidence:
    """Read the evidence from the options; raises `HeldError` for one without a head, receipt or key.

    `now` is the time of the audit in ms UTC.

    A file may contain receipts of several games, and attempts to take seats; these name first events. A
    receipt whose signature is invalid, or by a key other than the given ones, is no evidence and is reported
    as a fault. So is a proof that is not signed by a key of the public log.
    """
    listed = [key for text in keys for key in _keys(text)]
    known = frozenset(key for key, _ in listed) or None
    found = [one for text in against for one in _heads(text, known, log_keys)]
    heads = tuple(one for one in found if isinstance(one, Held))
    attempts = tuple(one for one in found if isinstance(one, SeatAttempt))
    since = min((moment for _, moment in listed if moment is not None), default=None)
    evidence = Evidence(heads, known, now, since, attempts, tuple(log_keys))
    return HeldEvidence(evidence, tuple(one for one in found if isinstance(one, str)))


def _heads(
    text: str, keys: frozenset[str] | None, log_keys: Sequence[NoteKey]
) -> Iterator[Held | SeatAttempt | str]:
    """The heads in `VERSION:HASH`, or in a proof, or in a file of receipts, one on each line.

    A receipt is JSON or a whole header. A line of such a file may also be an attempt to take a seat.
    """
    written = _HEAD.fullmatch(text)
    if written:
        yield Held(Head(Version(int(written[1])), written[2]))
        return
    path = _file(text)
    if path is None:
        raise HeldError(errors.NO_HEAD.said(value=repr(text)))
    lines = _lines(path)
    if not lines:
        raise HeldError(errors.NO_RECEIPT.said(path=text))
    if lines[0] == HEADER:
        yield _proof(path, log_keys)
        return
    read = [_line(line, text, number, keys) for number, line in enumerate(lines, start=1)]
    if all(isinstance(receipt, NoReceipt) for receipt in read):
        raise HeldError(str(read[0]))
    for one in read:
        if isinstance(one, SeatAttempt):
            yield one
            yield Held(Head(Version(1), one.first), one.table)
        else:
            yield one if isinstance(one, Held) else str(one)


def _proof(path: Path, log_keys: Sequence[NoteKey]) -> Held | str:
    """The head in a proof from the public log, or the reason why the file is no evidence."""
    try:
        proof = parse_proof(path.read_bytes())
        proof.check(log_keys)
        leaf = parse_leaf(proof.entry)
    except (OSError, ValueError) as error:
        english = f"{path}: the proof shows nothing: {error}. The log's key is needed (--log-key)"
        return shortened(in_words(english, errors.NO_PROOF.said(path=path)))
    if not isinstance(leaf, HeadLeaf):
        return errors.KEY_PROOF.said(path=path)
    return Held(Head(Version(leaf.version), leaf.head), digest=leaf.game)


class NoReceipt(str):
    """The reason why a line is not a receipt at all."""

    __slots__ = ()


def _line(line: str, path: str, number: int, keys: frozenset[str] | None) -> Held | SeatAttempt | str:
    """The head in the receipt, or the attempt, or the reason why the line is no evidence."""
    try:
        return parse_attempt(parse_json(line.encode()))
    except ValueError:
        return _receipt(line, path, number, keys)


def _receipt(line: str, path: str, number: int, keys: frozenset[str] | None) -> Held | str:
    """The head in the receipt, or the reason why the line is no evidence."""
    where, shown = f"{path}, line {number}", {"path": path, "number": number}
    try:
        received, receipt = receipt_in(line)
    except ValueError as error:
        return NoReceipt(
            shortened(in_words(f"{where} is no receipt: {error}", errors.BAD_LINE.said(**shown)))
        )
    if not verify(receipt):
        english = f"{where}: the signature of the receipt is invalid, so it proves nothing"
        return in_words(english, errors.BAD_RECEIPT.said(**shown))
    if keys is not None and receipt.public_key not in keys:
        english = f"{where}: unknown key: none of the given keys signed the receipt"
        return in_words(english, errors.BAD_RECEIPT.said(**shown))
    return Held(receipt.head, receipt.game, receipt.public_key, received)


def receipt_in(line: str) -> tuple[int | None, Receipt]:
    """The receipt in a line, as JSON or whole header, and the ms UTC before it, or None; raises ValueError.

    Does not verify the signature.
    """
    received, text = _dated(line)
    header = _HEADER.match(text)
    return received, parse_receipt(parse_json((text[header.end() :] if header else text).encode()))


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
        raise HeldError(errors.NO_KEY.said(value=repr(text)))
    for key, since in keys:
        yield _key(key, text), since if type(since) is int else None


def _listed(content: str, where: str) -> list[tuple[object, object]]:
    try:
        listed = parse_json(content.encode())["keys"]
        return [(entry["public_key"], entry.get("since")) for entry in listed]
    except RepeatedMember as error:
        english = f"{where} is not a response of /api/v1/keys: {error}"
        raise HeldError(in_words(english, errors.NO_KEY_LIST.said(path=where))) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HeldError(errors.NO_KEY_LIST.said(path=where)) from error


def _key(value: object, where: str) -> str:
    try:
        return HASH.read(value)
    except ValueError as error:
        english = f"{where}: a public key is 64 lower-case hexadecimal digits, not {value!r}"
        raise HeldError(in_words(english, errors.NO_KEY.said(value=repr(value)))) from error


def _file(text: str) -> Path | None:
    try:
        return Path(text) if Path(text).is_file() else None
    except OSError:  # longer than a file's name can be
        return None


def _lines(path: Path) -> list[str]:
    try:
        return [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise HeldError(
            in_words(f"cannot read {path}: {error}", errors.UNREADABLE_FILE.said(path=path))
        ) from error

"""Signed statements in files: checkpoints, proofs, receipts, and the signature and proof of a bundle."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from replays.audit.bundle.container import PROOF
from replays.audit.bundle.packing import LOCAL
from replays.audit.envelope import opened
from replays.audit.verdicts import Report
from replays.encoding.signing import Receipt, verify
from replays.kinds import KINDS
from replays.transparency.checkpoints import check_signed, parse_signed_checkpoint
from replays.transparency.contradictions import Statement
from replays.transparency.notes import NoteKey
from replays.transparency.proofs import HEADER, LONGEST_PROOF, parse_proof
from service.cli.auditing.held import receipt_in

MOST_RECEIPTS = 2_000


class StatementError(Exception):
    """A file without a valid statement; the text says why."""


def statements(file: str, keys: Sequence[NoteKey]) -> list[Statement]:
    """The statements in a file, valid by these keys of logs; raises `StatementError`.

    A file has one checkpoint or proof, or receipts, one on each line, or is a bundle.
    """
    try:
        with Path(file).open("rb") as read:
            content = read.read(LONGEST_PROOF + 1)
            if content.startswith(LOCAL):
                return list(_of_bundle(read, keys))
        return _statements(content, keys)
    except OSError as error:
        raise StatementError(f"{file} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise StatementError(f"{file}: {error}") from error


def _statements(content: bytes, keys: Sequence[NoteKey]) -> list[Statement]:
    if content.startswith(HEADER.encode()):
        proof = parse_proof(content)
        proof.check(keys)
        return [proof]
    if b"\n\n" in content:
        signed = parse_signed_checkpoint(content)
        check_signed(signed, keys)
        return [signed]
    return list(_receipts(content))


def _of_bundle(file: BinaryIO, keys: Sequence[NoteKey]) -> Iterator[Statement]:
    """What a bundle has signed: its proof from the public log, if a key of the log is given, and its head."""
    bundle = opened(file, None, *(kind.name for kind in KINDS))
    if isinstance(bundle, Report):
        raise ValueError(f"it is no bundle that can be read: {bundle.findings[-1].text}")
    if PROOF in bundle.members and keys:
        proof = parse_proof(bytes(bundle.members[PROOF][: LONGEST_PROOF + 1]))
        proof.check(keys)
        yield proof
    if bundle.receipt is None or not verify(bundle.receipt):
        raise ValueError("the bundle has no valid signature")
    yield bundle.receipt


def _receipts(content: bytes) -> Iterator[Receipt]:
    lines = [line for line in content.decode().split("\n") if line.strip()]
    if not 1 <= len(lines) <= MOST_RECEIPTS:
        raise ValueError(f"it is no checkpoint and no proof, and has not 1 to {MOST_RECEIPTS} receipts")
    for number, line in enumerate(lines, start=1):
        try:
            _, receipt = receipt_in(line.strip())
        except ValueError as error:
            text = f"it is no checkpoint and no proof, and line {number} no receipt: {error}"
            raise ValueError(text) from error
        if not verify(receipt):
            raise ValueError(f"the signature of the receipt in line {number} is invalid")
        yield receipt

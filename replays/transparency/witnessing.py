"""The protocol between a log and a witness (C2SP tlog-witness): what is sent, and what is answered.

A log sends its new checkpoint with a proof that it continues the last one that the witness cosigned. The
witness keeps nothing of a log but that checkpoint. If a log shows another root of the same size, version
1.0.0 of the protocol answers 409 and its later draft 422; a witness answers as it is set up, and a log takes
both for the same.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from replays.transparency.checkpoints import (
    SignedCheckpoint,
    check_signed,
    parse_hash,
    parse_signed_checkpoint,
    parse_size,
)
from replays.transparency.merkle import EMPTY_ROOT, MOST_HASHES, ProofError, check_consistency
from replays.transparency.notes import LONGEST_NOTE, NoteKey, NoteRefused

PATH = "add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
"""The media type of a refusal that states the size of the last cosigned checkpoint."""

LONGEST_SUBMISSION = LONGEST_NOTE + 2**13
"""The maximum size of a submission in bytes."""


class ProtocolVersion(Enum):
    """The versions of the protocol that differ in an answer: the status for another root of the same size."""

    V1 = "v1.0.0"
    DRAFT = "draft"

    @property
    def other_root(self) -> int:
        """The status of the answer to a checkpoint with the size of the last one and another root."""
        return 409 if self is ProtocolVersion.V1 else 422


@dataclass(frozen=True, slots=True)
class Submission:
    """A checkpoint for a witness, and the proof that it continues the checkpoint of size `old`."""

    old: int
    proof: tuple[bytes, ...]
    signed: SignedCheckpoint

    def serialized(self) -> bytes:
        """The body of the request."""
        lines = [f"old {self.old}", *(b64encode(each).decode() for each in self.proof), ""]
        return "".join(f"{line}\n" for line in lines).encode() + self.signed.note.serialized()


class SubmissionRefused(Exception):  # noqa: N818 - names the situation
    """A submission that is not cosigned: the HTTP status, a sentence, and the latest size for a 409.

    `contradicts` is true if the log has signed a tree that was not shown to continue the last one.
    """

    def __init__(self, status: int, text: str, size: int | None = None, *, contradicts: bool = False) -> None:
        super().__init__(text)
        self.status = status
        self.size = size
        self.contradicts = contradicts


@dataclass(frozen=True, slots=True)
class LatestTree:
    """The last tree of a log that a witness cosigned; the empty tree before the first."""

    size: int = 0
    root: bytes = EMPTY_ROOT


def origin_digest(origin: str) -> str:
    """The name of a log in a witness's addresses: the SHA-256 of its origin in hex."""
    return hashlib.sha256(origin.encode()).hexdigest()


def parse_submission(content: bytes) -> Submission:
    """Parse the body of a request; raises ValueError."""
    if len(content) > LONGEST_SUBMISSION:
        raise ValueError(f"a submission of {len(content)} bytes; at most {LONGEST_SUBMISSION} are allowed")
    head, empty, note = content.partition(b"\n\n")
    lines = head.decode("ascii", errors="replace").split("\n")
    if not empty or not lines[0].startswith("old ") or len(lines) > 1 + MOST_HASHES:
        raise ValueError("a submission has a line with the old size, a proof, an empty line and a checkpoint")
    old = parse_size(lines[0].removeprefix("old "))
    proof = tuple(parse_hash(line) for line in lines[1:])
    return Submission(old, proof, parse_signed_checkpoint(note))


def check_submission(
    submission: Submission, keys: Iterable[NoteKey], latest: LatestTree, version: ProtocolVersion
) -> None:
    """Check that a checkpoint of a log with these keys may be cosigned, or raise `SubmissionRefused`."""
    try:
        check_signed(submission.signed, keys)
    except NoteRefused as error:
        raise SubmissionRefused(403, str(error)) from error
    head = submission.signed.checkpoint
    if submission.old > head.size:
        raise SubmissionRefused(400, f"the old size {submission.old} is larger than the new one, {head.size}")
    if submission.old != latest.size:
        text = f"the last cosigned checkpoint has {latest.size} leaves, not {submission.old}"
        raise SubmissionRefused(409, text, latest.size)
    if head.size == 0 and head.root != EMPTY_ROOT:
        raise SubmissionRefused(422, "the empty tree has another root")
    if head.size == latest.size and head.root != latest.root:
        text = f"another root of {head.size} leaves was cosigned before"
        raise SubmissionRefused(version.other_root, text, latest.size, contradicts=True)
    try:
        check_consistency(latest.size, latest.root, head.size, head.root, submission.proof)
    except ProofError as error:
        raise SubmissionRefused(422, str(error), contradicts=True) from error

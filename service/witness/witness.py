"""What a witness answers to a log, and what it has cosigned."""

import logging
import threading
import time
from collections.abc import Callable, Iterable

from replays.transparency.checkpoints import SignedCheckpoint
from replays.transparency.cosignatures import Cosigner
from replays.transparency.notes import NoteKey
from replays.transparency.witnessing import (
    LatestTree,
    ProtocolVersion,
    Submission,
    SubmissionRefused,
    check_submission,
    origin_digest,
    parse_submission,
)
from service.witness.folder import WitnessFolder

log = logging.getLogger(__name__)


class Witness:
    """Cosigns the checkpoints of the logs with these keys, whose names are their origins.

    Safe to share between threads: one submission is judged at a time, from reading the last checkpoint to
    writing the next, and a cosignature is returned only after it is on the disk.
    """

    def __init__(
        self,
        folder: WitnessFolder,
        cosigner: Cosigner,
        logs: Iterable[NoteKey],
        version: ProtocolVersion = ProtocolVersion.V1,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._folder = folder
        self._cosigner = cosigner
        self._keys: dict[str, list[NoteKey]] = {}
        for key in logs:
            self._keys.setdefault(key.name, []).append(key)
        self._by_digest = {origin_digest(origin): origin for origin in self._keys}
        self._version = version
        self._now = now
        self._lock = threading.Lock()

    @property
    def key(self) -> NoteKey:
        """The witness's public key."""
        return self._cosigner.key

    def origins(self) -> list[str]:
        """The logs that the witness cosigns."""
        return list(self._keys)

    def add_checkpoint(self, content: bytes) -> str:
        """The line of the cosignature of a submission; raises `SubmissionRefused`, or `FolderError`."""
        try:
            submission = parse_submission(content)
        except ValueError as error:
            raise SubmissionRefused(400, str(error)) from error
        keys = self._keys.get(submission.signed.checkpoint.origin)
        if keys is None:
            raise SubmissionRefused(404, "this witness does not know the log of this checkpoint")
        with self._lock:
            return self._cosigned(submission, keys)

    def checkpoint(self, digest: str) -> bytes | None:
        """The last cosigned checkpoint of the log with this digest of its origin, or None."""
        last = self.last(self._by_digest[digest]) if digest in self._by_digest else None
        return last.note.serialized() if last else None

    def last(self, origin: str) -> SignedCheckpoint | None:
        """The last cosigned checkpoint of a log, or None."""
        return self._folder.last(origin)

    def _cosigned(self, submission: Submission, keys: list[NoteKey]) -> str:
        signed = submission.signed
        last = self.last(signed.checkpoint.origin)
        latest = LatestTree(last.checkpoint.size, last.checkpoint.root) if last else LatestTree()
        try:
            check_submission(submission, keys, latest, self._version)
        except SubmissionRefused as refused:
            if refused.contradicts:
                self._report(signed, refused)
            raise
        signature = self._cosigner.cosign(signed.checkpoint, int(self._now()))
        kept = signed.note.with_signatures([signature])
        self._folder.keep(SignedCheckpoint(signed.checkpoint, kept))
        return signature.line()

    def _report(self, signed: SignedCheckpoint, refused: SubmissionRefused) -> None:
        """Keep what the log has signed, because it may prove that the log shows two histories."""
        path = self._folder.keep_evidence(signed)
        log.warning(
            "a checkpoint that does not continue the last one: %s",
            refused,
            extra={"origin": signed.checkpoint.origin, "size": signed.checkpoint.size, "kept": str(path)},
        )

"""Follows a log: reads its checkpoint, proves that it continues the last one, and reads the new leaves.

A leaf is kept only after it was proved to be in the signed tree. What a log cannot explain is kept as
evidence beside the memory: the checkpoints as they were signed, and if the log still shows enough, the proof
with which `kingdomino convict` convicts it.
"""

from collections.abc import Iterable
from pathlib import Path

from replays.transparency.checkpoints import SignedCheckpoint, check_signed, parse_signed_checkpoint
from replays.transparency.contradictions import contradiction
from replays.transparency.merkle import (
    Frontier,
    ProofError,
    check_consistency,
    consistency_proof,
    leaf_hash,
)
from replays.transparency.notes import NoteRefused
from replays.transparency.policies import TrustPolicy
from replays.transparency.tiles import WIDTH, bundles_of
from service.cli.monitoring.leaves import take
from service.cli.monitoring.memory import MonitorMemory
from service.cli.transparency.reading import LogReader

BUNDLES_AT_ONCE = 64
"""The number of entry bundles that are proved and kept together."""

UNWITNESSED = "checkpoint/unwitnessed"


class LogWrong(Exception):  # noqa: N818 - the verdict on a log
    """The log shows something that must not be; the code and the text say what."""

    def __init__(
        self, code: str, subject: str, text: str, evidence: Iterable[tuple[str, bytes]] = ()
    ) -> None:
        super().__init__(text)
        self.code = code
        self.subject = subject
        self.evidence = tuple(evidence)


class LogFollower:
    """Follows one log, whose checkpoints one of the policy's logs signs."""

    def __init__(self, reader: LogReader, memory: MonitorMemory, policy: TrustPolicy, evidence: Path) -> None:
        self._reader = reader
        self._memory = memory
        self._policy = policy
        self._evidence = evidence

    def follow(self) -> SignedCheckpoint | None:
        """Read what is new; returns the newest checkpoint if it is in order, and keeps what is wrong.

        Raises `ClientError` if the log cannot be read.
        """
        try:
            signed = self._signed(self._reader.checkpoint())
            last = self._memory.checkpoint()
            if last:
                self._check_continues(last, signed)
            if last is None or signed.checkpoint.size >= last.checkpoint.size:
                self._memory.keep_checkpoint(signed)
            self._read_leaves(self._memory.checkpoint() or signed)
            self._check_witnessed(signed)
        except LogWrong as wrong:
            self._keep(wrong)
            return None
        return signed

    def _signed(self, content: bytes) -> SignedCheckpoint:
        try:
            signed = parse_signed_checkpoint(content)
            check_signed(signed, [each.key for each in self._policy.logs])
        except ValueError as error:
            text = f"The checkpoint is not one of this log: {error}."
            raise LogWrong("checkpoint/signature", "checkpoint", text, [("checkpoint", content)]) from error
        return signed

    def _check_witnessed(self, signed: SignedCheckpoint) -> None:
        """Note whether the witnesses of the policy have cosigned; they may only be late."""
        with self._memory.changing():
            self._memory.forget_wrongs(UNWITNESSED)
            try:
                self._policy.check(signed)
            except NoteRefused as error:
                text = f"The checkpoint of {signed.checkpoint.size} leaves lacks witnesses: {error}."
                self._memory.add_wrong(UNWITNESSED, "checkpoint", text)

    def _check_continues(self, last: SignedCheckpoint, signed: SignedCheckpoint) -> None:
        """Check that two checkpoints are of one growing tree."""
        small, large = sorted((last, signed), key=lambda each: each.checkpoint.size)
        a, b = small.checkpoint, large.checkpoint
        sizes = f"{last.checkpoint.size} to {signed.checkpoint.size}"
        proof: list[bytes] = []
        try:
            if a.size not in {0, b.size}:
                proof = consistency_proof(a.size, b.size, self._reader.nodes(b.size))
            check_consistency(a.size, a.root, b.size, b.root, proof)
        except ProofError as error:
            raise self._rewritten(small, large, sizes) from error

    def _rewritten(self, small: SignedCheckpoint, large: SignedCheckpoint, sizes: str) -> LogWrong:
        """What is wrong if one checkpoint does not continue the other, with the evidence that there is."""
        evidence = [
            (f"{each.checkpoint.size}-{each.checkpoint.root.hex()[:8]}.checkpoint", each.note.serialized())
            for each in (small, large)
        ]
        found = contradiction(small, large)
        if found is None:
            proof = self._reader.proof(small.checkpoint.size - 1, large)
            try:
                proof.check_inclusion()
                found = contradiction(small, proof)
            except ProofError:
                pass
            if found:
                evidence.append((f"{proof.index}-in-{large.checkpoint.size}.tlog-proof", proof.serialized()))
        if found is None:
            text = (
                f"The log was not shown to go on from {sizes} leaves: its files are not those of the tree "
                "that it signed. Either its files are damaged, or it was rewritten."
            )
            return LogWrong("log/files", sizes, text, evidence)
        text = (
            f"The log was rewritten. {found.text} The files in evidence prove it to anybody who has the "
            "log's key: run `kingdomino convict` on them."
        )
        return LogWrong("log/rewritten", sizes, text, evidence)

    def _read_leaves(self, signed: SignedCheckpoint) -> None:
        frontier, size = self._memory.frontier(), signed.checkpoint.size
        bundles = list(bundles_of(size, frontier.size))
        for start in range(0, len(bundles), BUNDLES_AT_ONCE):
            entries: list[bytes] = []
            for bundle in bundles[start : start + BUNDLES_AT_ONCE]:
                known = max(frontier.size + len(entries) - bundle.index * WIDTH, 0)
                entries += self._reader.entries(bundle)[known:]
            frontier = self._kept(signed, frontier, entries)

    def _kept(self, signed: SignedCheckpoint, before: Frontier, entries: list[bytes]) -> Frontier:
        """The frontier after these entries, which are kept once they are proved to be in the tree."""
        after, head = before.copy(), signed.checkpoint
        after.extend(map(leaf_hash, entries))
        try:
            proof = consistency_proof(after.size, head.size, self._reader.nodes(head.size))
            check_consistency(after.size, after.root(), head.size, head.root, proof)
        except ProofError as error:
            which = f"{before.size} to {after.size - 1}"
            text = f"The entries {which} that the log sends are not in the tree that it signed ({error})."
            raise LogWrong("log/entries", which, text) from error
        with self._memory.changing():
            for place, entry in enumerate(entries, start=before.size):
                take(self._memory, place, entry)
            self._memory.keep_frontier(after)
        return after

    def _keep(self, wrong: LogWrong) -> None:
        self._evidence.mkdir(mode=0o700, exist_ok=True)
        for name, content in wrong.evidence:
            (self._evidence / name).write_bytes(content)
        with self._memory.changing():
            self._memory.add_wrong(wrong.code, wrong.subject, str(wrong))

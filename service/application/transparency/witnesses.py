"""Asks witnesses to cosign a checkpoint (C2SP tlog-witness, `add-checkpoint`)."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Protocol

from replays.transparency.checkpoints import SignedCheckpoint, parse_size
from replays.transparency.cosignatures import cosignatures
from replays.transparency.merkle import consistency_proof
from replays.transparency.notes import NoteSignature, SignedNote, parse_signatures
from replays.transparency.policies import KnownWitness
from replays.transparency.witnessing import PATH, Submission
from service.application.transparency.tree import LogTree

ATTEMPTS = 2
"""A witness that knows another size states it; the second request is based on that."""


class Answer(Protocol):
    """The response of a witness; `body` as far as it was read."""

    @property
    def status(self) -> int:
        """The HTTP status."""

    @property
    def body(self) -> bytes:
        """The first few thousand bytes of the body."""


Post = Callable[[str, bytes], Answer]
"""Posts a body to a URL, within a time; raises whatever it likes."""


class WitnessRefused(Exception):  # noqa: N818 - names the situation
    """A witness did not cosign; the text says why."""


class Witnesses:
    """The witnesses of a policy that have an address. `report` gets each with why it failed, or None."""

    def __init__(
        self,
        tree: LogTree,
        known: tuple[KnownWitness, ...],
        post: Post,
        report: Callable[[KnownWitness, str | None], None],
    ) -> None:
        self._tree = tree
        self._asked = [each for each in known if each.url]
        self._post = post
        self._report = report
        self._sizes: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._asked)

    def cosigned(self, signed: SignedCheckpoint) -> Iterator[SignedNote]:
        """The note with one more cosignature whenever a witness has sent one; all are asked at once."""
        note = signed.note
        with ThreadPoolExecutor(len(self._asked)) as pool:
            asked = {pool.submit(self._ask, witness, signed): witness for witness in self._asked}
            for done in as_completed(asked):
                try:
                    note = note.with_signatures(done.result())
                except Exception as error:  # noqa: BLE001 - whatever a witness does, the log goes on
                    self._report(asked[done], str(error) or type(error).__name__)
                    continue
                self._report(asked[done], None)
                yield note

    def _ask(self, witness: KnownWitness, signed: SignedCheckpoint) -> list[NoteSignature]:
        """The valid cosignatures of a witness; raises `WitnessRefused` or what `post` raises."""
        size = signed.checkpoint.size
        for _ in range(ATTEMPTS):
            old = min(self._sizes.get(witness.name, 0), size)
            body = self._submission(old, signed).serialized()
            answer = self._post(f"{(witness.url or '').rstrip('/')}/{PATH}", body)
            if answer.status == 200:
                found = self._valid(witness, answer.body, signed)
                self._sizes[witness.name] = size
                return found
            if answer.status != 409:
                break
            self._sizes[witness.name] = known = parse_size(answer.body.decode("ascii").strip())
            if known > size:
                raise WitnessRefused(
                    f"it has cosigned {known} leaves of this log, and the store has {size}: either the store "
                    "has lost leaves (docs/operate/backup.md#the-public-log), or the witness is wrong"
                )
        raise WitnessRefused(
            f"it answered {answer.status}: {answer.body[:200].decode(errors='replace').strip()}"
        )

    def _submission(self, old: int, signed: SignedCheckpoint) -> Submission:
        size = signed.checkpoint.size
        return Submission(old, tuple(consistency_proof(old, size, self._tree.nodes(size))), signed)

    @staticmethod
    def _valid(witness: KnownWitness, body: bytes, signed: SignedCheckpoint) -> list[NoteSignature]:
        given = parse_signatures(body.decode())
        note = SignedNote(signed.note.text, given)
        if not cosignatures(note, signed.checkpoint, [witness.key]):
            raise WitnessRefused("its response has no cosignature by the key in the policy")
        return witness.key.signatures_in(note)

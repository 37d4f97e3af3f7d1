"""What an auditor brings along: heads that somebody kept, and public keys known from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from replays.audit.verdicts import Aspect, Finding, Note
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, verify


@dataclass(frozen=True, slots=True)
class Held:
    """A head that somebody kept, of this game, or of the one that is audited where it is None.

    `public_key` signed it, where it came as a receipt.
    """

    head: Head
    game: GameId | None = None
    public_key: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Heads that were kept, and the service's public keys in hexadecimal; None where none is known."""

    heads: tuple[Held, ...] = ()
    keys: frozenset[str] | None = None

    def of(self, game: GameId) -> tuple[Head, ...]:
        """The heads that count for a game."""
        return tuple(held.head for held in self.heads if held.game in {None, game})

    def of_parts(self) -> "Evidence":
        """What counts for a dynasty's games: a head that names no game is one of the dynasty itself."""
        return replace(self, heads=tuple(held for held in self.heads if held.game is not None))


NOTHING = Evidence()
"""The auditor brings nothing along."""


def against_heads(record: Sequence[StoredEvent], heads: Iterable[Head]) -> Iterator[Finding]:
    """What the record lacks or has otherwise than the heads that were kept: `head/cut`, `head/other`."""
    for head in heads:
        if head.version > len(record):
            text = f"a head of version {head.version} was kept, and the record ends at version {len(record)}"
            yield Finding(Aspect.COMPLETENESS, head.version, "head/cut", f"{text}: the rest was cut off")
        elif record[head.version - 1].hash != head.hash:
            found = record[head.version - 1].hash
            text = f"the hash that was kept is {head.hash}, and the record has {found}"
            yield Finding(Aspect.COMPLETENESS, head.version, "head/other", f"{text}: this is another game")


def check_signature(receipt: Receipt, game: GameId, head: Head, evidence: Evidence) -> Iterator[Finding]:
    """Whether the signature is one of this head, by its own key, which is known where keys are."""
    if (receipt.game, receipt.head) != (game, head):
        yield _unsigned("signature/other-head", "the signature is one of another game or head")
    elif not verify(receipt):
        yield _unsigned("signature/invalid", "the signature is not one of this head by the key beside it")
    elif evidence.keys is not None and receipt.public_key not in evidence.keys:
        yield _unsigned("signature/unknown-key", f"unknown key: {receipt.public_key} is none of those given")


def unknown_keys(receipt: Receipt | None, game: GameId, evidence: Evidence) -> Iterator[Note]:
    """What signatures do not prove where no key is known: that of the bundle, and those of kept receipts.

    `receipt` is the bundle's own signature, where it can be read.
    """
    if evidence.keys is not None:
        return
    text = "unknown key: the signature is by a key that was not given, so it proves nothing by itself"
    yield Note("signature/unknown-key", text)
    kept = {held.public_key for held in evidence.heads if held.game == game and held.public_key}
    if kept:
        text = "unknown key: the receipts are by a key that was not given, so anybody can have made them"
        yield Note("receipt/unknown-key", text)
    others = sorted(kept - {receipt.public_key}) if receipt else []
    if others:
        text = f"the bundle is signed by another key than receipts are: those are by {', '.join(others)}"
        yield Note("receipt/other-key", text)


def _unsigned(code: str, text: str) -> Finding:
    return Finding(Aspect.INTEGRITY, None, code, text)

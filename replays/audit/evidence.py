"""The auditor's own evidence: kept heads, and public keys known from another source."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from replays.audit.verdicts import Aspect, Finding, Note
from replays.encoding.attempts import SeatAttempt
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, verify
from replays.transparency.leaves import digest_of
from replays.transparency.notes import NoteKey


@dataclass(frozen=True, slots=True)
class Held:
    """A kept head of this game, or of the audited game if `game` is None.

    `public_key` is the key of the receipt's verified signature, or None for a head without a receipt.
    `received` is when the auditor received the head, in ms UTC by a clock of their own, or None. A proof from
    the public log names its game by `digest`, the hash of the id, alone; the caller has verified it.
    """

    head: Head
    game: GameId | None = None
    public_key: str | None = None
    received: int | None = None
    digest: str | None = None

    @property
    def names_game(self) -> bool:
        """True if the head says which game it is of."""
        return self.game is not None or self.digest is not None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Kept heads, the service's public keys in hexadecimal, and kept attempts to take seats.

    `keys` is None if none is known. `now` is the time of the audit, `since` the time since which the service
    lists its first key, both in ms UTC, or None. `log_keys` are the keys of public logs; without any,
    who signed the checkpoint of a bundle's proof is not judged.
    """

    heads: tuple[Held, ...] = ()
    keys: frozenset[str] | None = None
    now: int | None = None
    since: int | None = None
    attempts: tuple[SeatAttempt, ...] = ()
    log_keys: tuple[NoteKey, ...] = ()
    _by_game: dict[str | None, dict[Held, None]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        for held in self.heads:
            self._by_game.setdefault(held.game or held.digest, {})[held] = None

    def of(self, game: GameId) -> tuple[Held, ...]:
        """The heads for a game, each once, including the heads without a game."""
        names = (None, game, digest_of(game))
        return tuple(held for name in names for held in self._by_game.get(name, ()))

    def firsts(self, game: GameId) -> frozenset[str]:
        """The hashes of the kept heads of event 1."""
        return frozenset(held.head.hash for held in self.of(game) if held.head.version == 1)

    def of_parts(self) -> "Evidence":
        """The evidence for a series' games: a head without a game is a head of the series itself."""
        return replace(self, heads=tuple(held for held in self.heads if held.names_game))

    def is_one_signer(self, one: str | None, other: str | None) -> bool:
        """True if two signatures have the same signer: the same key, or two keys of the service."""
        if one is None or other is None:
            return False
        return one == other or {one, other} <= (self.keys or frozenset())


NOTHING = Evidence()
"""No evidence."""


@dataclass(frozen=True, slots=True)
class Requested:
    """The game or series whose bundle was requested; a bundle of another one proves nothing about it."""

    kind: str
    id: GameId


def other_game(kind: str, game: GameId, requested: Requested | None) -> Iterator[Finding]:
    """The finding `bundle/other-game` if the bundle of this game or series is not the requested one."""
    if requested is not None and (kind, game) != (requested.kind, requested.id):
        text = (
            f"the {requested.kind} {requested.id} was requested, and this is the bundle of the {kind} {game}"
        )
        yield Finding(Aspect.INTEGRITY, None, "bundle/other-game", text)


def check_signature(receipt: Receipt, game: GameId, head: Head, evidence: Evidence) -> Iterator[Finding]:
    """The findings if the signature is for another head, invalid, or, with known keys, by an unknown one."""
    if (receipt.game, receipt.head) != (game, head):
        yield _unsigned("signature/other-head", "the signature is one of another game or head")
    elif not verify(receipt):
        yield _unsigned("signature/invalid", "the signature is not one of this head by the key beside it")
    elif evidence.keys is not None and receipt.public_key not in evidence.keys:
        yield _unsigned("signature/unknown-key", f"unknown key: {receipt.public_key} is none of those given")


def unknown_keys(receipt: Receipt | None, game: GameId, evidence: Evidence) -> Iterator[Note]:
    """The notes on signatures that prove nothing because no key is known: of the bundle and of kept receipts.

    `receipt` is the bundle's own signature, or None if it cannot be read.
    """
    if evidence.keys is not None:
        return
    text = "unknown key: the signature is by a key that was not given, so it proves nothing by itself"
    yield Note("signature/unknown-key", text)
    kept = {held.public_key for held in evidence.of(game) if held.public_key}
    if kept:
        text = "unknown key: the receipts are by a key that was not given, so anybody can have made them"
        yield Note("receipt/unknown-key", text)
    others = sorted(kept - {receipt.public_key}) if receipt else []
    if others:
        text = f"the bundle is signed by another key than receipts are: those are by {', '.join(others)}"
        yield Note("receipt/other-key", text, {"key": tuple(others)})


def _unsigned(code: str, text: str) -> Finding:
    return Finding(Aspect.INTEGRITY, None, code, text)

"""Checks a record against kept heads: what is missing or differs, and who is convicted by it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Aspect, Finding, Note
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId


def against_heads(
    record: Sequence[StoredEvent], game: GameId, evidence: Evidence, signer: str | None = None
) -> Iterator[Finding]:
    """The findings for kept heads that the record lacks or contradicts.

    Codes: `head/cut`, `head/other`, and `receipt/contradiction` if one signer has signed both. `signer` is
    the key with a valid signature of the record's head, or None.
    """
    kept: dict[int, list[Held]] = {}
    for held in evidence.of(game):
        kept.setdefault(held.head.version, []).append(held)
    for version, group in sorted(kept.items()):
        pair = next((pair for pair in combinations(group, 2) if _contradict(evidence, *pair)), None)
        if pair:
            yield _two_receipts(version, *pair, evidence)
        if version > len(record):
            yield _cut(version, len(record))
            continue
        found = record[version - 1].hash
        for held in group:
            if held.head.hash != found and held not in (pair or ()):
                yield _other(held, found, signer, evidence)


def _contradict(evidence: Evidence, one: Held, other: Held) -> bool:
    """True if two heads of one version are contradictory receipts of one signer."""
    return one.head.hash != other.head.hash and evidence.is_one_signer(one.public_key, other.public_key)


def _two_receipts(version: int, one: Held, other: Held, evidence: Evidence) -> Finding:
    whose = _convicted(one.public_key, other.public_key, evidence)
    text = (
        f"two valid receipts contradict each other: {one.head.hash} and {other.head.hash} are both signed "
        f"as the hash of event {version}. {whose} Keep both receipts and your list of the service's keys"
    )
    values = {"case": "receipts", "key": _keys(one.public_key, other.public_key)}
    return Finding(Aspect.COMPLETENESS, version, "receipt/contradiction", text, values)


def _keys(one: str | None, other: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in (one, other) if key))


def _convicted(one: str | None, other: str | None, evidence: Evidence) -> str:
    """A sentence on who is convicted by two signatures of different histories of one game."""
    keys = " and ".join(_keys(one, other))
    if evidence.keys is not None:
        return f"This convicts the service: with the key {keys} it signed two histories of one game."
    return (
        f"If the key {keys} is the service's, this convicts the service: it signed two histories of one game."
    )


def _cut(version: int, length: int) -> Finding:
    text = (
        f"a head of version {version} was kept, and the record ends at version {length}: the rest was cut off"
    )
    return Finding(Aspect.COMPLETENESS, version, "head/cut", text, {"last": length})


def _other(held: Held, found: str, signer: str | None, evidence: Evidence) -> Finding:
    """The finding for a head with another hash than the record; a signer of both is convicted."""
    version, kept = held.head.version, held.head.hash
    if held.digest is not None:
        text = (
            f"the public log has {kept} as the hash of event {version}, and the record has {found}: this is "
            "another history than was logged. Keep the proof, this bundle and the log's key"
        )
        return Finding(Aspect.COMPLETENESS, version, "log/other", text)
    if not evidence.is_one_signer(held.public_key, signer):
        text = f"the hash that was kept is {kept}, and the record has {found}: this is another game"
        return Finding(Aspect.COMPLETENESS, version, "head/other", text)
    whose = _convicted(held.public_key, signer, evidence)
    text = (
        f"a valid receipt and the signed bundle contradict each other: for event {version} the receipt has "
        f"the hash {kept}, the bundle {found}. {whose} Keep the receipt, this bundle and your list of the "
        "service's keys"
    )
    values = {"case": "bundle", "key": _keys(held.public_key, signer)}
    return Finding(Aspect.COMPLETENESS, version, "receipt/contradiction", text, values)


def latest_found(record: Sequence[StoredEvent], game: GameId, evidence: Evidence) -> int:
    """The version of the latest kept head that the record contains; 0 if there is none."""
    versions = (
        held.head.version
        for held in evidence.of(game)
        if held.head.version <= len(record) and record[held.head.version - 1].hash == held.head.hash
    )
    return max(versions, default=0)


def early_head(latest: int, length: int, *, ended: bool) -> Iterator[Note]:
    """The note `head/early`, if kept heads confirm only a part of an unfinished record."""
    if latest and latest < length and not ended:
        text = (
            f"nothing is missing up to event {latest}, the latest of which a head was kept; whether the "
            f"record's {length} events are all, that head does not show"
        )
        yield Note("head/early", text, {"version": latest})

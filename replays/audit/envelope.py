"""The envelope of a record: the archive, the manifest, the signature, and what follows from the events."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from replays.audit.bundle import contents
from replays.audit.bundle.container import (
    MANIFEST,
    PROOF,
    RANDOMNESS,
    RESULT,
    RULES,
    SIGNATURE,
    VERIFY,
    ContainerError,
    Members,
    read_archive,
)
from replays.audit.bundle.manifest import Manifest, ManifestError, read_manifest
from replays.audit.bundle.packing import Content
from replays.audit.evidence import Evidence, Requested, check_signature, other_game
from replays.audit.record import Record
from replays.audit.verdicts import Aspect, Finding, Report, Values
from replays.encoding.canonical import LONGEST, NotCanonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.encoding.signing import Receipt, parse_receipt, verify
from replays.transparency.checkpoints import check_signed
from replays.transparency.leaves import HeadLeaf, digest_of, parse_leaf
from replays.transparency.notes import NoteKey, NoteRefused
from replays.transparency.proofs import LONGEST_PROOF, parse_proof


@dataclass(frozen=True, slots=True)
class OpenedBundle:
    """A bundle with readable members, its signature if that can be read, and the findings about both."""

    manifest: Manifest
    members: Members
    receipt: Receipt | None
    findings: tuple[Finding, ...]


def opened(data: Content | BinaryIO, requested: Requested | None, *kinds: str) -> OpenedBundle | Report:
    """The bundle of one of these kinds, or a report if the bytes are no such bundle."""
    found: tuple[Finding, ...] = ()
    try:
        archive = read_archive(data, *kinds)
        if archive.fault:
            found = (broken(archive.fault.code, archive.fault.text),)
        manifest = read_manifest(archive.members, archive.limits.manifest, *kinds)
        found = (*found, *other_game(manifest.kind, manifest.game, requested))
    except (ContainerError, ManifestError) as error:
        return unreadable(*found, broken(error.code, error.text))
    try:
        receipt = _receipt(archive.members[SIGNATURE])
    except (NotCanonical, ValueError) as error:
        illegible = broken("signature/form", f"{SIGNATURE}: {error}")
        return OpenedBundle(manifest, archive.members, None, (*found, illegible))
    return OpenedBundle(manifest, archive.members, receipt, found)


def unreadable(*findings: Finding) -> Report:
    """The report on what is no bundle."""
    return Report(None, None, findings, frozenset())


def _receipt(content: Content) -> Receipt:
    """The receipt in `signature.json`; raises NotCanonical or ValueError."""
    if len(content) > LONGEST:
        raise ValueError(f"it has more than {LONGEST} bytes")
    return parse_receipt(parse_canonical(bytes(content)))


def signer_of(bundle: OpenedBundle, written: Record) -> str | None:
    """The public key with a valid signature of the last event's hash, or None."""
    receipt, last = bundle.receipt, written.events[-1] if written.whole and written.events else None
    if (
        receipt is None
        or last is None
        or (receipt.head.version, receipt.head.hash) != (last.version, last.hash)
    ):
        return None
    is_own = (receipt.game, receipt.head) == (bundle.manifest.game, bundle.manifest.head)
    return receipt.public_key if is_own and verify(receipt) else None


def envelope(bundle: OpenedBundle, written: Record, evidence: Evidence) -> Iterator[Finding]:
    """The findings about the archive, and about the bundle's statements on its members and its head."""
    manifest, receipt = bundle.manifest, bundle.receipt
    yield from bundle.findings
    yield from _files(manifest.files, bundle.members)
    yield from _end(manifest.head, written)
    if PROOF in bundle.members:
        yield from _proved(bundle.members[PROOF], manifest.game, written, evidence.log_keys)
    if receipt is not None:
        yield from check_signature(receipt, manifest.game, manifest.head, evidence)


def _files(files: Mapping[str, str], members: Members) -> Iterator[Finding]:
    """Check that the manifest lists exactly the other members, with their SHA-256."""
    others = members.keys() - {MANIFEST}
    beside, absent = sorted(files.keys() - others), sorted(others - files.keys())
    if beside:
        yield broken("manifest/files", f"the manifest lists {', '.join(beside)}, which it should not")
    if absent:
        yield broken("manifest/files", f"the manifest does not list {', '.join(absent)}")
    for name in sorted(files.keys() & others):
        if files[name] != _sha256(members.pieces(name)):
            text = f"{name} has another SHA-256 than the manifest says"
            yield broken("bundle/file-hash", text, {"name": name})


def _sha256(content: Iterable[Content]) -> str:
    digest = hashlib.sha256()
    for piece in content:
        digest.update(piece)
    return digest.hexdigest()


def _end(head: Head, written: Record) -> Iterator[Finding]:
    """Check that the manifest's head is that of the last event."""
    if not written.whole:
        return
    last = written.events[-1] if written.events else None
    if last is None or (last.version, last.hash) != (head.version, head.hash):
        ends = f"version {last.version}, hash {last.hash}" if last else "nothing"
        text = f"the manifest's head is version {head.version}, hash {head.hash}; the events end with {ends}"
        yield Finding(Aspect.COMPLETENESS, head.version, "manifest/head", text)


def _proved(content: Content, game: GameId, written: Record, keys: Sequence[NoteKey]) -> Iterator[Finding]:
    """Check that the proof is of a head in these events, and signed by a key of the log if any is given."""
    try:
        proof = parse_proof(bytes(content[: LONGEST_PROOF + 1]))
        proof.check_inclusion()
        leaf = parse_leaf(proof.entry)
    except ValueError as error:
        yield broken("proof/form", f"{PROOF}: {error}")
        return
    heads = {event.version: event.hash for event in written.events}
    if not isinstance(leaf, HeadLeaf) or leaf.game != digest_of(game):
        yield broken("proof/other", f"{PROOF} proves a leaf of something else")
    elif written.whole and heads.get(Version(leaf.version)) != leaf.head:
        text = f"the public log has the hash {leaf.head} at version {leaf.version}, and the events another"
        yield Finding(Aspect.INTEGRITY, leaf.version, "proof/other", text)
    try:
        if keys:
            check_signed(proof.signed, keys)
    except NoteRefused as error:
        yield broken("proof/unsigned", f"{PROOF}: {error}")


def same_in_all() -> Mapping[str, bytes]:
    """The members that can be compared even if the events cannot be followed to their end."""
    return {VERIFY: contents.verify_text()}


def derived(members: Members, right: Mapping[str, bytes]) -> Iterator[Finding]:
    """The findings for members that differ from those derived from the events."""
    for name, content in right.items():
        if members[name] != content:
            text = f"{name} is not what follows from the events"
            yield Finding(_ASPECT_OF[name], None, "bundle/derived", text, {"name": name})


_ASPECT_OF = {
    RANDOMNESS: Aspect.FAIRNESS,
    RULES: Aspect.LEGALITY,
    RESULT: Aspect.RESULT,
    VERIFY: Aspect.INTEGRITY,
}
"""The aspect of each derived member."""


def broken(code: str, text: str, values: Values | None = None) -> Finding:
    """A fault of the bundle's bytes."""
    return Finding(Aspect.INTEGRITY, None, code, text, values or {})

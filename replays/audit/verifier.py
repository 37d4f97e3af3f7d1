"""The verifier: a bundle in, a report out. It trusts nothing that can be worked out from the events.

`docs/audit.md` defines what is checked and every code.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from replays.audit import contents
from replays.audit.container import (
    DYNASTY_GAMES,
    EVENTS,
    MANIFEST,
    RANDOMNESS,
    RESULT,
    RULES,
    SIGNATURE,
    VERIFY,
    ContainerError,
    unpack,
)
from replays.audit.dynasties import follow_dynasty
from replays.audit.evidence import NOTHING, Evidence, Held, against_heads, check_signature
from replays.audit.examining import backwards, examine, without_entropy
from replays.audit.manifest import Manifest, ManifestError, read_manifest
from replays.audit.record import Record, read_record
from replays.audit.verdicts import Aspect, Finding, Note, Report
from replays.canonical import NotCanonical, parse_canonical
from replays.dynasty.aggregate import Dynasty
from replays.entries import Head
from replays.match import Match, Sitter
from replays.signing import parse_receipt

Members = Mapping[str, bytes]


def audit(bundle: bytes, evidence: Evidence = NOTHING) -> Report:
    """The report on a bundle's bytes, whatever they are."""
    try:
        members = unpack(bundle)
        manifest = read_manifest(members, "game", "dynasty")
    except (ContainerError, ManifestError) as error:
        return Report(None, (_broken(error.code, error.text),), frozenset())
    if manifest.kind == "dynasty":
        return _dynasty(manifest, members, evidence)
    return _game(manifest, members, evidence).report


@dataclass(frozen=True, slots=True)
class _Game:
    """What was found of a game, the match that it came to, where it could be followed, and who sat down."""

    report: Report
    match: Match | None = None
    seated: tuple[Sitter, ...] = ()

    @property
    def of_dynasty(self) -> Match | None:
        """The match as a dynasty knows it, whoever took over a seat later."""
        return replace(self.match, sitters=self.seated) if self.match else None


def _game(manifest: Manifest, members: Members, evidence: Evidence) -> _Game:
    written = read_record(manifest.game, members[EVENTS])
    examined = examine(manifest.game, written, evidence.of(manifest.game))
    match = examined.course.match if examined.course.whole and written.whole else None
    findings = (
        *_envelope(manifest, members, written, evidence),
        *examined.findings,
        *_derived(members, contents.game_members(match) if match else _same_in_all()),
    )
    notes = (*_key_note(evidence), *_entropy_note(match))
    report = Report(manifest.game, findings, examined.shown, notes)
    return _Game(report, match, examined.course.seated)


def _dynasty(manifest: Manifest, members: Members, evidence: Evidence) -> Report:
    games = [_part(members[name], evidence.of_parts()) for name in DYNASTY_GAMES if name in members]
    written = read_record(manifest.game, members[EVENTS])
    heads = evidence.of(manifest.game)
    course = follow_dynasty(manifest.game, written.events, [game.of_dynasty for game in games])
    whole = course.dynasty if course.whole and written.whole else None
    findings = (
        *_envelope(manifest, members, written, evidence),
        *written.findings,
        *course.findings,
        *backwards(written.events),
        *against_heads(written.events, heads),
        *_held_games(whole, games),
        *_derived(members, contents.dynasty_members(whole) if whole else _same_in_all()),
    )
    shown = _shown_of_dynasty(whole, heads) if whole else frozenset()
    parts = tuple(game.report for game in games)
    return Report(manifest.game, findings, shown, tuple(_key_note(evidence)), parts)


def _part(bundle: bytes, evidence: Evidence) -> _Game:
    """A game's bundle within a dynasty's."""
    try:
        members = unpack(bundle)
        return _game(read_manifest(members, "game"), members, evidence)
    except (ContainerError, ManifestError) as error:
        return _Game(Report(None, (_broken(error.code, error.text),), frozenset()))


def _held_games(dynasty: Dynasty | None, games: Sequence[_Game]) -> Iterator[Finding]:
    """Whether the bundle holds the games that the dynasty started."""
    if dynasty is None:
        return
    started, held = [game.id for game in dynasty.games], [game.report.game for game in games]
    if started != held:
        text = f"the dynasty started the games {started}, and the bundle holds {held}"
        yield Finding(Aspect.COMPLETENESS, None, "dynasty/games", text)


def _shown_of_dynasty(dynasty: Dynasty, heads: tuple[Head, ...]) -> frozenset[Aspect]:
    decided = dynasty.winners is not None
    always = {Aspect.INTEGRITY, Aspect.TIME, Aspect.LEGALITY}
    ended = {Aspect.COMPLETENESS} if decided or heads else set()
    return frozenset(always | ended | ({Aspect.FAIRNESS, Aspect.RESULT} if decided else set()))


def _envelope(manifest: Manifest, members: Members, written: Record, evidence: Evidence) -> Iterator[Finding]:
    """What the bundle says about its members and its head."""
    for name, content in members.items():
        said = manifest.files.get(name)
        if name != MANIFEST and said != hashlib.sha256(content).hexdigest():
            yield _broken("bundle/file-hash", f"{name} has another SHA-256 than the manifest says")
    beside = manifest.files.keys() - members.keys()
    if beside:
        yield _broken("manifest/files", f"the manifest lists {', '.join(sorted(beside))}, which is not there")
    yield from _end(manifest.head, written)
    yield from _signature(manifest, members, evidence)


def _end(head: Head, written: Record) -> Iterator[Finding]:
    """The manifest's head is the last event."""
    if not written.whole:
        return
    last = written.events[-1] if written.events else None
    if last is None or (last.version, last.hash) != (head.version, head.hash):
        ends = f"version {last.version}, hash {last.hash}" if last else "nothing"
        text = f"the manifest's head is version {head.version}, hash {head.hash}; the events end with {ends}"
        yield Finding(Aspect.COMPLETENESS, head.version, "manifest/head", text)


def _signature(manifest: Manifest, members: Members, evidence: Evidence) -> Iterator[Finding]:
    try:
        receipt = parse_receipt(parse_canonical(members[SIGNATURE]))
    except (NotCanonical, ValueError) as error:
        yield _broken("signature/form", f"{SIGNATURE}: {error}")
        return
    yield from check_signature(receipt, Held(manifest.head, manifest.game), evidence)


def _same_in_all() -> Members:
    """What can be compared where the events cannot be followed to their end."""
    return {VERIFY: contents.verify_text()}


def _derived(members: Members, right: Members) -> Iterator[Finding]:
    """Members that are not what follows from the events."""
    for name, content in right.items():
        if members[name] != content:
            text = f"{name} is not what follows from the events"
            yield Finding(_ASPECT_OF[name], None, "bundle/derived", text)


_ASPECT_OF = {
    RANDOMNESS: Aspect.FAIRNESS,
    RULES: Aspect.LEGALITY,
    RESULT: Aspect.RESULT,
    VERIFY: Aspect.INTEGRITY,
}
"""Which verdict a derived member belongs to."""


def _key_note(evidence: Evidence) -> Iterator[Note]:
    if evidence.keys is None:
        text = "unknown key: the signature is by a key that was not given, so it proves nothing by itself"
        yield Note("signature/unknown-key", text)


def _entropy_note(match: Match | None) -> Iterator[Note]:
    absent = without_entropy(match) if match else []
    if absent:
        seats = f"seat{'s' if len(absent) > 1 else ''} {', '.join(map(str, absent))}"
        text = f"no entropy from {seats}: nothing protects them from an operator who tries many seeds"
        yield Note("entropy/absent", text)


def _broken(code: str, text: str) -> Finding:
    return Finding(Aspect.INTEGRITY, None, code, text)

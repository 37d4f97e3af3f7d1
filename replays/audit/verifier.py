"""The verifier: checks a bundle and returns a report. It trusts nothing that can be computed from the events.

`docs/organize/audit.md` defines all checks and codes.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replays.audit.bundle import contents
from replays.audit.bundle.container import (
    EVENTS,
    MANIFEST,
    RANDOMNESS,
    RESULT,
    RULES,
    SIGNATURE,
    VERIFY,
    ContainerError,
    read_archive,
    series_games,
)
from replays.audit.bundle.manifest import Manifest, ManifestError, read_manifest
from replays.audit.bundle.packing import Content
from replays.audit.dates import Dated, dated
from replays.audit.entropy.protection import entropy_notes
from replays.audit.entropy.sent import against_attempts, unseated
from replays.audit.evidence import (
    NOTHING,
    Evidence,
    Requested,
    check_signature,
    other_game,
    unknown_keys,
)
from replays.audit.examining import backwards, examine
from replays.audit.following.repetition import Repetition
from replays.audit.heads import against_heads, early_head, latest_found
from replays.audit.kinds import AUDITS
from replays.audit.record import Record, read_record
from replays.audit.verdicts import AnyAspect, Aspect, Condition, Finding, Report
from replays.audit.versions import uses_in
from replays.commands.series import Series, SeriesKind
from replays.encoding.canonical import LONGEST, NotCanonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, parse_receipt, verify
from replays.kinds import KINDS
from replays.match.aggregate import Match

Members = Mapping[str, Content]


def audit(
    bundle: bytes,
    evidence: Evidence = NOTHING,
    repetition: Repetition | None = None,
    requested: Requested | None = None,
) -> Report:
    """The report on the bytes of a bundle; any bytes are accepted.

    `requested` is the game or series that was asked for, or None if the bytes may be of any.
    """
    opened = _opened(bundle, requested, *(kind.name for kind in KINDS))
    if isinstance(opened, Report):
        return opened
    if kind := KINDS.series_named(opened.manifest.kind):
        return _series(kind, opened, evidence, repetition)
    return _game(opened, evidence, repetition).report


@dataclass(frozen=True, slots=True)
class _Bundle:
    """A bundle with readable members, its signature if that can be read, and the findings about both."""

    manifest: Manifest
    members: Members
    receipt: Receipt | None
    findings: tuple[Finding, ...]


def _opened(data: bytes, requested: Requested | None, *kinds: str) -> _Bundle | Report:
    """The bundle of one of these kinds, or a report if the bytes are no such bundle."""
    found: tuple[Finding, ...] = ()
    try:
        archive = read_archive(data)
        if archive.fault:
            found = (_broken(archive.fault.code, archive.fault.text),)
        manifest = read_manifest(archive.members, *kinds)
        found = (*found, *other_game(manifest.kind, manifest.game, requested))
    except (ContainerError, ManifestError) as error:
        return Report(None, None, (*found, _broken(error.code, error.text)), frozenset())
    try:
        receipt = _receipt(archive.members[SIGNATURE])
    except (NotCanonical, ValueError) as error:
        illegible = _broken("signature/form", f"{SIGNATURE}: {error}")
        return _Bundle(manifest, archive.members, None, (*found, illegible))
    return _Bundle(manifest, archive.members, receipt, found)


def _receipt(content: Content) -> Receipt:
    """The receipt in `signature.json`; raises NotCanonical or ValueError."""
    if len(content) > LONGEST:
        raise ValueError(f"it has more than {LONGEST} bytes")
    return parse_receipt(parse_canonical(bytes(content)))


@dataclass(frozen=True, slots=True)
class _Game:
    """The report on a game, and its last match if all events could be followed."""

    report: Report
    match: Match | None = None


def _game(
    bundle: _Bundle, evidence: Evidence, repetition: Repetition | None, firsts: frozenset[str] | None = None
) -> _Game:
    """Audit a game; in a series' bundle `firsts` are the kept hashes of the series' event 1."""
    manifest, members = bundle.manifest, bundle.members
    written = read_record(manifest.game, members[EVENTS])
    signer = _signer(bundle, written)
    examined = examine(manifest.game, written, evidence, signer, repetition)
    match = examined.course.match if examined.course.whole and written.whole else None
    times = dated(written.events, manifest.game, evidence)
    findings = (
        *_envelope(bundle, written, evidence),
        *examined.findings,
        *times.findings,
        *(against_attempts(match, evidence.attempts) if match else ()),
        *_derived(members, contents.game_members(match) if match else _same_in_all()),
    )
    kept = evidence.firsts(manifest.game) if firsts is None else firsts
    entropy = tuple(entropy_notes(match, kept, in_series=firsts is not None)) if match else ()
    refused = tuple(unseated(match, evidence.attempts)) if match else ()
    unknown = unknown_keys(bundle.receipt, manifest.game, evidence)
    notes = (*unknown, *examined.notes, *times.notes, *entropy, *refused)
    met = _met(signer, evidence, times)
    if match and len(match.sitters) == match.players and not entropy and not findings:
        met.add(Condition.ENTROPY)
    report = Report(
        "game",
        manifest.game,
        findings,
        _less_doubted(examined.shown, times),
        notes,
        met=frozenset(met),
        signer=signer,
        uses=uses_in(manifest.game, written.events),
    )
    return _Game(report, match)


def _met(signer: str | None, evidence: Evidence, times: Dated) -> set[Condition]:
    """The conditions that the auditor's evidence settles."""
    by_key = {Condition.KEY} if signer in (evidence.keys or ()) else set()
    return by_key | ({Condition.DATES} if times.attested else set())


def _less_doubted(shown: frozenset[AnyAspect], times: Dated) -> frozenset[AnyAspect]:
    """The shown aspects; times against which the evidence speaks are not shown."""
    return shown - {Aspect.TIME} if times.doubted else shown


def _signer(bundle: _Bundle, written: Record) -> str | None:
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


def _series(
    kind: SeriesKind[Any, Any], bundle: _Bundle, evidence: Evidence, repetition: Repetition | None
) -> Report:
    manifest, members, checks = bundle.manifest, bundle.members, AUDITS[kind.name]
    firsts = evidence.firsts(manifest.game)
    games = [
        _part(members[name], evidence.of_parts(), repetition, firsts)
        for name in series_games(kind.most_games)
        if name in members
    ]
    written = read_record(manifest.game, members[EVENTS])
    signer = _signer(bundle, written)
    latest = latest_found(written.events, manifest.game, evidence)
    times = dated(written.events, manifest.game, evidence)
    course = checks.follow(manifest.game, written.events, [game.match for game in games])
    whole = course.series if course.whole and written.whole else None
    findings = (
        *_envelope(bundle, written, evidence),
        *written.findings,
        *course.findings,
        *backwards(written.events),
        *times.findings,
        *against_heads(written.events, manifest.game, evidence, signer),
        *_held_games(kind, manifest.game, whole, games),
        *_derived(members, contents.series_members(kind, whole) if whole else _same_in_all()),
    )
    is_last_held = latest == len(written.events)
    is_complete = whole is not None and (whole.is_over or is_last_held)
    shown = _shown(is_complete=is_complete, is_decided=checks.is_decided(whole)) if whole else frozenset()
    shown |= course.shown if whole else frozenset()
    early = early_head(latest, len(written.events), ended=whole is not None and whole.is_over)
    notes = (*unknown_keys(bundle.receipt, manifest.game, evidence), *early, *times.notes)
    parts = tuple(game.report for game in games)
    met = _met(signer, evidence, times)
    if games and not findings:
        met.add(Condition.ENTROPY)  # `meets` also requires it of each game
    return Report(
        kind.name,
        manifest.game,
        findings,
        _less_doubted(shown, times),
        notes,
        parts,
        frozenset(met),
        signer,
        uses_in(manifest.game, written.events),
        checks.own,
    )


def _part(
    bundle: Content, evidence: Evidence, repetition: Repetition | None, firsts: frozenset[str]
) -> _Game:
    """Audit a game's bundle within a series' bundle."""
    opened = _opened(bytes(bundle), None, "game")
    return _Game(opened) if isinstance(opened, Report) else _game(opened, evidence, repetition, firsts)


def _held_games(
    kind: SeriesKind[Any, Any], of: GameId, series: Series | None, games: Sequence[_Game]
) -> Iterator[Finding]:
    """A finding if the bundle does not contain exactly the games that the series started.

    The ids of games are derived, so they are also compared if the series could not be followed.
    """
    held = [game.report.game for game in games]
    due = [kind.game_id(of, number) for number, _ in enumerate(held, start=1)]
    if series is not None:
        due = [game.id for game in series.games]
    if held != due:
        first = (
            f"the {kind.name} started the games" if series else f"the {kind.name}'s first games have the ids"
        )
        text = f"{first} {due}, and the bundle holds {held}"
        yield Finding(Aspect.COMPLETENESS, None, f"{kind.name}/games", text)


def _shown(*, is_complete: bool, is_decided: bool) -> frozenset[AnyAspect]:
    always = {Aspect.INTEGRITY, Aspect.TIME, Aspect.LEGALITY}
    ended = {Aspect.COMPLETENESS} if is_complete else set()
    return frozenset(always | ended | ({Aspect.FAIRNESS, Aspect.RESULT} if is_decided else set()))


def _envelope(bundle: _Bundle, written: Record, evidence: Evidence) -> Iterator[Finding]:
    """The findings about the archive, and about the bundle's statements on its members and its head."""
    manifest, receipt = bundle.manifest, bundle.receipt
    yield from bundle.findings
    yield from _files(manifest.files, bundle.members)
    yield from _end(manifest.head, written)
    if receipt is not None:
        yield from check_signature(receipt, manifest.game, manifest.head, evidence)


def _files(files: Mapping[str, str], members: Members) -> Iterator[Finding]:
    """Check that the manifest lists exactly the other members, with their SHA-256."""
    others = members.keys() - {MANIFEST}
    beside, absent = sorted(files.keys() - others), sorted(others - files.keys())
    if beside:
        yield _broken("manifest/files", f"the manifest lists {', '.join(beside)}, which it should not")
    if absent:
        yield _broken("manifest/files", f"the manifest does not list {', '.join(absent)}")
    for name in sorted(files.keys() & others):
        if files[name] != hashlib.sha256(members[name]).hexdigest():
            yield _broken("bundle/file-hash", f"{name} has another SHA-256 than the manifest says")


def _end(head: Head, written: Record) -> Iterator[Finding]:
    """Check that the manifest's head is that of the last event."""
    if not written.whole:
        return
    last = written.events[-1] if written.events else None
    if last is None or (last.version, last.hash) != (head.version, head.hash):
        ends = f"version {last.version}, hash {last.hash}" if last else "nothing"
        text = f"the manifest's head is version {head.version}, hash {head.hash}; the events end with {ends}"
        yield Finding(Aspect.COMPLETENESS, head.version, "manifest/head", text)


def _same_in_all() -> Members:
    """The members that can be compared even if the events cannot be followed to their end."""
    return {VERIFY: contents.verify_text()}


def _derived(members: Members, right: Members) -> Iterator[Finding]:
    """The findings for members that differ from those derived from the events."""
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
"""The aspect of each derived member."""


def _broken(code: str, text: str) -> Finding:
    return Finding(Aspect.INTEGRITY, None, code, text)

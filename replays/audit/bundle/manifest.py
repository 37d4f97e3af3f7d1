"""The strict reader of a bundle's manifest, which states what the bundle contains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from replays.audit.bundle.container import GAME_MEMBERS, MANIFEST, PROOF, SERIES_MEMBERS, series_games
from replays.audit.bundle.contents import FORMAT, PROVED_FORMAT
from replays.audit.bundle.packing import Content
from replays.encoding.canonical import MAX_INTEGER, NotCanonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.forms import HASH, ID, Form, integer, record
from replays.encoding.identity import GameId
from replays.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bundle's statements about itself: kind, game or series, head, its files' hashes, and its format."""

    kind: str
    game: GameId
    head: Head
    files: Mapping[str, str]
    format: int = FORMAT


class ManifestError(Exception):
    """A manifest that cannot be read, or a bundle whose members are not those of its kind.

    Codes: `manifest/not-canonical`, `manifest/form`, `bundle/missing`.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


def read_manifest(members: Mapping[str, Content], longest: int, *kinds: str) -> Manifest:
    """The manifest of these members, of at most `longest` bytes.

    Its kind must be one of `kinds`, and the members must fit it.
    """
    if len(members[MANIFEST]) > longest:
        raise ManifestError("manifest/form", f"{MANIFEST} has more than {longest} bytes")
    try:
        value = parse_canonical(bytes(members[MANIFEST]))
    except NotCanonical as error:
        raise ManifestError("manifest/not-canonical", f"{MANIFEST}: {error}") from error
    try:
        found = _MANIFEST.read(value)
    except ValueError as error:
        raise ManifestError("manifest/form", f"{MANIFEST}: {error}") from error
    if found.kind not in kinds:
        raise ManifestError("manifest/form", f"{MANIFEST}: a {found.kind} stands where a {kinds[0]} should")
    series = KINDS.series_named(found.kind)
    proof = (PROOF,) if found.format == PROVED_FORMAT else ()
    count = min(len(members) - len(SERIES_MEMBERS) - len(proof), series.most_games) if series else 0
    due = (*(SERIES_MEMBERS if series else GAME_MEMBERS), *proof, *series_games(count))
    if members.keys() != set(due):
        raise ManifestError("bundle/missing", f"a bundle of a {found.kind} has {', '.join(due)}")
    return found


def _about(kind: str, game: GameId, head: Head, format: int, files: dict[str, str]) -> Manifest:  # noqa: A002
    if format not in {FORMAT, PROVED_FORMAT}:
        raise ValueError(f"format {format}: this verifier knows the formats {FORMAT} and {PROVED_FORMAT}")
    return Manifest(kind, game, head, files, format)


def _files(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("not an object of hashes")
    return {name: HASH.read(item) for name, item in value.items()}


def _kind(value: Any) -> str:
    known = [kind.name for kind in KINDS]
    if value not in known:
        raise ValueError(f"{value!r} is neither {' nor '.join(known)}")
    return str(value)


_MANIFEST = record(
    _about,
    {
        "kind": Form(str, _kind),
        "game": ID,
        "head": record(Head, {"hash": HASH, "version": integer(1, MAX_INTEGER)}),
        "format": integer(1, MAX_INTEGER),
        "files": Form(dict, _files),
    },
)

"""The contents of a bundle's members, as functions of the aggregate (`docs/organize/audit.md`)."""

import hashlib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from kingdomino.board.dominoes import Half
from replays.audit.bundle import container
from replays.commands.series import S, SeriesKind
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.forms import RULES, SCORE
from replays.encoding.identity import GameId
from replays.events.game_events import OPTIONS
from replays.match.aggregate import Match
from replays.match.kinds import Created
from replays.match.randomness.chances import chance_of, digest_of

FORMAT = 1
"""The format of a bundle without a proof from the public log."""
PROVED_FORMAT = 3
"""The format of a bundle with such a proof; there is no format 2."""

Document = dict[str, Any]


def game_members(match: Match) -> dict[str, bytes]:
    """The members of a game's bundle that follow from its events, by name."""
    return {
        container.RANDOMNESS: canonical(randomness(match)),
        container.RULES: canonical(rules(match.created)),
        container.RESULT: canonical(result(match)),
        container.VERIFY: verify_text(),
    }


def series_members(kind: SeriesKind[S, Any], series: S) -> dict[str, bytes]:
    """The members of the bundle of a series that follow from its own events, by name."""
    return {
        container.RULES: canonical(rules(series.created)),
        container.RESULT: canonical(kind.result(series)),
        container.VERIFY: verify_text(),
    }


def sha256(content: bytes) -> str:
    """The hash of a member as `manifest.json` has it."""
    return hashlib.sha256(content).hexdigest()


def manifest(kind: str, head: Head, game: GameId, files: Mapping[str, str]) -> Document:
    """The content of `manifest.json`; `files` are the hashes of all other members, which tell the format."""
    return {
        "files": dict(files),
        "format": PROVED_FORMAT if container.PROOF in files else FORMAT,
        "game": game,
        "head": {"hash": head.hash, "version": head.version},
        "kind": kind,
    }


def events_text(events: Iterable[StoredEvent]) -> bytes:
    """The content of `events.ndjson`; raises ValueError for an event with an invalid body."""
    return b"".join(event.public_bytes() + b"\n" for event in events)


def randomness(match: Match) -> Document:
    """The content of `randomness.json`; the draws are null until the seed is revealed."""
    entropies = [sitter.entropy for sitter in match.sitters]
    full = len(entropies) == match.players
    chance = chance_of(match, bytes.fromhex(match.seed)) if full and match.seed else None
    return {
        "commitment": match.created.commitment,
        "deck": list(chance.deck) if chance else None,
        "digest": digest_of(match).hex() if full else None,
        "entropies": entropies,
        "kings": list(chance.kings) if chance else None,
        "seed": match.seed,
    }


def rules(created: Created) -> Document:
    """The content of `rules.json`."""
    dominoes = created.rules.dominoes
    return {
        "dominoes": [[_half(dominoes[number].a), _half(dominoes[number].b)] for number in sorted(dominoes)],
        "options": OPTIONS.write(created.options),
        "players": created.players,
        "rules": RULES.write(created.rules),
        "rules_version": created.rules_version,
    }


def _half(half: Half) -> list[str | int]:
    return [half.terrain.word, half.crowns, half.craters]


def result(match: Match) -> Document:
    """The content of a game's `result.json`."""
    scored = match.result
    return {
        "ranking": [list(place) for place in scored.ranking] if scored else None,
        "scores": [SCORE.write(score) for score in scored.scores] if scored else None,
        "status": match.status.value,
    }


def verify_text() -> bytes:
    """The content of `VERIFY.md`: instructions for checking a bundle."""
    return files("replays.audit.bundle").joinpath("verify.md").read_bytes()

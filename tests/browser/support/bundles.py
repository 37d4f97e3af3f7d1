"""An independent writer of bundles, by docs/organize/audit.md alone, for any record, sound or not."""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from harness.audit.digests import reference_digest
from tests.conformance.vectors.test_randomness import Reference

Event = Mapping[str, Any]

KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "organize" / "audit.md").read_text()
VERIFY = (ROOT / "replays" / "audit" / "bundle" / "verify.md").read_bytes()

TERRAINS = {"W": "wheat", "F": "forest", "L": "lake", "G": "grassland", "S": "swamp", "M": "mine"}
TERRAINS |= {"D": "desert", "J": "jungle", "Q": "quarry", "V": "volcano"}


def canonical(value: Any) -> bytes:
    """Canonical JSON of a value without floats."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def chained(game: str, events: Iterable[Event]) -> list[Event]:
    """The events with recomputed hashes."""
    made: list[Event] = []
    head = hashlib.sha256(f"kingdomino game {game}".encode()).digest()
    for event in events:
        body = {name: value for name, value in event.items() if name != "hash"}
        head = hashlib.sha256(head + canonical(body)).digest()
        made.append({**body, "hash": head.hex()})
    return made


def replaced(events: Sequence[Event], version: int, **data: Any) -> list[Event]:
    """The events with other data in one of them; hashes stay as they are."""
    event = events[version - 1]
    return [*events[: version - 1], {**event, "data": {**event["data"], **data}}, *events[version:]]


def first(events: Iterable[Event], kind: str) -> Event:
    """The first event of this type."""
    return next(event for event in events if event["type"] == kind)


def bundle(game: str, events: Sequence[Event]) -> bytes:
    """The bundle of these events, consistent and signed with a key of the tests."""
    return signed(game, events, derived(game, events))


def signed(game: str, events: Sequence[Event], files: Mapping[str, bytes]) -> bytes:
    """The bundle of these events with the given derived members."""
    head = {"game": game, "hash": events[-1]["hash"], "version": events[-1]["version"]}
    members = {
        "events.ndjson": lines(events),
        **files,
        "signature.json": canonical(signed_head(KEY, head)),
        "VERIFY.md": VERIFY,
    }
    return listed(game, events, members)


def signed_head(key: Ed25519PrivateKey, head: Mapping[str, Any]) -> Mapping[str, Any]:
    """The receipt of a head, signed with this key; `signature.json` has the same form."""
    signature = key.sign(b"kingdomino head\n" + canonical(head)).hex()
    return {**head, "public_key": key.public_key().public_bytes_raw().hex(), "signature": signature}


def listed(game: str, events: Sequence[Event], members: Mapping[str, bytes]) -> bytes:
    """The archive of a manifest and these members."""
    head = {"hash": events[-1]["hash"], "version": events[-1]["version"]}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in members.items()}
    manifest = {"files": hashes, "format": 1, "game": game, "head": head, "kind": "game"}
    return zipped({"manifest.json": canonical(manifest), **members})


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """The zip archive of these members."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as written:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.external_attr, info.create_system, info.compress_type = 0o644 << 16, 3, method
            written.writestr(info, content)
    return whole.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    """The members of a zip archive, in order."""
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def lines(events: Iterable[Event]) -> bytes:
    """The member `events.ndjson`."""
    return b"".join(canonical(event) + b"\n" for event in events)


def derived(game: str, events: Sequence[Event]) -> dict[str, bytes]:
    """The members derived from the events."""
    created = events[0]["data"]
    agreed = {name: created[name] for name in ("options", "players", "rules", "rules_version")}
    return {
        "randomness.json": canonical(randomness(game, events)),
        "rules.json": canonical({**agreed, "dominoes": dominoes(created["rules"]["game"])}),
        "result.json": canonical(result(events)),
    }


def dominoes(kind: str) -> list[Any]:
    """The squares of the dominoes of the base game or Origins, from the tables in docs/organize/audit.md."""
    printed = re.findall(r"\d+:([A-Z]\d)([A-Z]\d)", PAGE)
    return [[square(a), square(b)] for a, b in (printed[48:] if kind == "origins" else printed[:48])]


def square(printed: str) -> list[str | int]:
    """The terrain, the crowns or fires, and the craters of a square."""
    terrain, count = TERRAINS[printed[0]], int(printed[1])
    return [terrain, 0, count] if terrain == "volcano" else [terrain, count, 0]


def randomness(game: str, events: Sequence[Event]) -> dict[str, Any]:
    """The draws, recomputed by the second implementation if the seed is known."""
    created = events[0]["data"]
    seated = [event for event in events if event["type"] in {"PlayerSeated", "BotSeated"}]
    entropies = [event["data"].get("entropy") for event in seated]
    full = len(entropies) == created["players"]
    digest = reference_digest(events) if full else ""
    seeds = [event["data"]["seed"] for event in events if event["type"] == "SeedRevealed"]
    kings = [event["seat"] for event in events if event["type"] == "KingDrawn"]
    deck = [
        Reference(bytes.fromhex(seed), "deck", game, digest).shuffle(list(range(1, 49))) for seed in seeds
    ]
    return {
        "commitment": created["commitment"],
        "deck": deck[0] if deck else None,
        "digest": digest if full else None,
        "entropies": entropies,
        "kings": kings if seeds else None,
        "seed": seeds[0] if seeds else None,
    }


def result(events: Sequence[Event]) -> dict[str, Any]:
    """The result according to the events."""
    kinds = {event["type"] for event in events}
    stages = {
        "GameScored": "scored",
        "GameAborted": "aborted",
        "GameEnded": "finished",
        "GameStarted": "active",
    }
    status = next((status for kind, status in stages.items() if kind in kinds), "open")
    scored = first(events, "GameScored")["data"] if status == "scored" else {"ranking": None, "scores": None}
    return {**scored, "status": status}

"""The digest of a game's draws, implemented from docs/organize/randomness.md alone."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from replays.encoding.entries import StoredEvent

Record = Mapping[str, Any]


def reference_digest(events: Sequence[Record]) -> str:
    """The digest of a record with all seats occupied, in hexadecimal; the first event contains its `hash`."""
    data = events[0]["data"]
    seats = [event["data"] for event in events if event["type"] in {"PlayerSeated", "BotSeated"}]
    if data.get("draws", 1) == 3:
        digest: str = data["options"]["deal"]["digest"]
        return digest
    if data.get("draws", 1) == 1:
        sent = [seat.get("entropy") or "00" * 32 for seat in seats]
        return hashlib.sha256(bytes.fromhex("".join(sent))).hexdigest()
    bound = {
        "first": data["founding"] or events[0]["hash"],
        "players": data["players"],
        "rules": data["rules"],
        "rules_version": data["rules_version"],
        "seats": [[seat["player"], seat["entropy"]] if seat.get("entropy") else None for seat in seats],
    }
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(b"kingdomino draws 2\n" + text.encode()).hexdigest()


def public(events: Sequence[StoredEvent]) -> list[Record]:
    """The stored events in their public form."""
    return [{**event.record, "hash": event.hash} for event in events]

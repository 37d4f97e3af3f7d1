"""The hash of the rules' state: equal states have equal hashes, so that a replay can detect drift."""

import hashlib
from typing import Any

from kingdomino.game import Game, Slot
from replays.canonical import canonical
from replays.forms import RULES


def state_hash(game: Game) -> str:
    """SHA-256, in hexadecimal, of the canonical JSON of the rules' state (see `docs/log.md`)."""
    return hashlib.sha256(canonical(_state(game))).hexdigest()


def _state(game: Game) -> dict[str, Any]:
    return {
        "rules": RULES.write(game.rules),
        "players": game.players,
        "dealt": game.dealt,
        "round": game.round,
        "stage": game.stage.value,
        "line": _slots(game.line),
        "next_line": _slots(game.next_line),
        "drawn": game.drawn,
        "waiting": list(game.waiting),
        "mover": game.mover,
        "kingdoms": [
            {
                "placements": [[d, x, y, direction.value] for d, x, y, direction in kingdom.placements],
                "discarded": list(kingdom.discarded),
            }
            for kingdom in game.kingdoms
        ],
    }


def _slots(line: tuple[Slot, ...]) -> list[list[int | None]]:
    return [[slot.domino, slot.seat] for slot in line]

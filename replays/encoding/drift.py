"""The hash of the rules' state: equal states have equal hashes, so that a replay can detect drift."""

import hashlib
from typing import Any

from kingdomino.board.kingdom import Kingdom
from kingdomino.game import Game, Slot
from kingdomino.game.table import SharedTable
from kingdomino.origins.territory import squares_of
from replays.encoding.canonical import canonical
from replays.encoding.forms import RULES


def state_hash(game: Game) -> str:
    """SHA-256, in hexadecimal, of the canonical JSON of the rules' state (see `docs/understand/log.md`)."""
    return hashlib.sha256(canonical(rules_state(game))).hexdigest()


def rules_state(game: Game) -> dict[str, Any]:
    """The rules' state as JSON, which `docs/understand/states.md` shows for each stage."""
    state = {
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
    if game.left:
        state |= {"left": list(game.left), "idle": list(game.idle)}
    if game.rules.origins:
        state |= {"camps": [_camp(kingdom) for kingdom in game.kingdoms], "shared": _shared(game.shared)}
    return state


def _camp(kingdom: Kingdom) -> dict[str, Any]:
    """The pieces on a territory; squares as [x, y], resources by kind from the lowest row up."""
    grid, camp = kingdom.grid, kingdom.camp
    return {
        "tokens": [[*square, fires] for square, fires in camp.tokens],
        "resources": [[list(square) for square in squares_of(grid, board)] for board in camp.resources],
        "cavemen": [[*square, caveman.value] for square, caveman in camp.cavemen],
    }


def _shared(shared: SharedTable) -> dict[str, Any]:
    """The shared pieces on the table; `shuffled` is the stack just after its last shuffle."""
    volcano = shared.volcano
    return {
        "volcano": [*volcano.square, volcano.craters] if volcano else None,
        "totems": list(shared.totems),
        "board": [caveman.value for caveman in shared.board],
        "stack": [caveman.value for caveman in shared.stack],
        "shuffled": [caveman.value for caveman in shared.shuffled],
        "shuffles": shared.shuffles,
        "refill": shared.refill,
        "paid": shared.paid.value if shared.paid else None,
        "hand": shared.hand.value if shared.hand else None,
    }


def _slots(line: tuple[Slot, ...]) -> list[list[int | None]]:
    return [[slot.domino, slot.seat] for slot in line]

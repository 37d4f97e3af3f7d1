"""Writes the vectors of pairings, `pairing.json` (`docs/organize/pairing.md`).

python -m tests.conformance.vectors.pairing > tests/conformance/vectors/pairing.json
"""

import json
import sys
from functools import partial
from typing import Any

from replays.encoding.identity import GameId
from replays.match.randomness.draws import Purpose, below, words
from replays.tournament.schedules.costs import Competitor, Contenders
from replays.tournament.schedules.drawing import Draw
from replays.tournament.schedules.forms import Player
from replays.tournament.schedules.swiss import paired
from tests.unit.replays.tournament.schedules.fields import Season, pair

TOURNAMENT = GameId("018f3a66-91a4-7c3e-8b1d-2f6d0a9c5e41")
DIGEST = bytes(range(32))
FIELDS = [
    ("first round of duels", 8, 2, 0),
    ("duels of an odd field", 9, 2, 3),
    ("duels with a wider window", 64, 2, 6),
    ("duels that must meet again", 4, 2, 3),
    ("threes, two rest", 11, 3, 2),
    ("threes of a larger field", 52, 3, 3),
    ("fours", 16, 4, 2),
    ("fours that must meet again", 8, 4, 3),
    ("fours with three tables of three", 13, 4, 2),
    ("fours of a larger field", 51, 4, 3),
]
"""Name, number of players, seats, and rounds before."""


def draw(seed: bytes, round_: int) -> Draw:
    """The lots of a round."""
    return partial(below, words(seed, Purpose(f"pairing/{round_}"), TOURNAMENT, DIGEST))


def contenders(vector: dict[str, Any]) -> Contenders:
    """The field of a vector."""
    there = (
        Competitor(Player(each["player"]), each["points"], tuple(each["seats"]), each["byes"], each["threes"])
        for each in vector["players"]
    )
    met = {pair(one, two): times for one, two, times in vector["met"]}
    return Contenders(tuple(there), met, [pair(*two) for two in vector["barred"]])


def _vector(name: str, players: int, size: int, before: int) -> dict[str, Any]:
    season = Season(players, size, seed=players)
    for _ in range(before):
        season.play()
    found: dict[str, Any] = {
        "name": name,
        "engine": 1,
        "seats": size,
        "round": before + 1,
        "seed": bytes([players] * 32).hex(),
        "players": [
            {
                "player": each.player,
                "points": each.points,
                "seats": list(each.seats),
                "byes": each.byes,
                "threes": each.threes,
            }
            for each in season.known.values()
        ],
        "met": sorted([*sorted(two), times] for two, times in season.met.items()),
        "barred": [[0, players - 1], [1, 2]] if before == 2 else [],
    }
    lots = draw(bytes.fromhex(found["seed"]), before + 1)
    return found | {"tables": [list(table) for table in paired(contenders(found), size, lots)]}


if __name__ == "__main__":
    shared = {"tournament": TOURNAMENT, "digest": DIGEST.hex()}
    vectors = shared | {"pairings": [_vector(*field) for field in FIELDS]}
    sys.stdout.write(json.dumps(vectors) + "\n")

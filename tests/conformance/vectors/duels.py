"""Writes `duels.json`: rounds of duels as py4swiss 0.3.1 pairs them by the FIDE (Dutch) System.

It runs in an environment of its own, since nothing else needs py4swiss and its pydantic:

python -m pip install py4swiss==0.3.1
python tests/conformance/vectors/duels.py > tests/conformance/vectors/duels.json

A tournament has its rounds; each duel is white, black, and the half points of white. Nobody as black is -1:
white has a bye, which is a whole point.
"""

import json
import sys
import tempfile
from pathlib import Path
from random import Random

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

FIELDS = [(8, 5), (12, 6), (20, 7), (40, 9), (64, 6), (9, 5), (15, 7)]
"""The number of players and of rounds."""

NOBODY = -1
WHITE, BLACK = "0=1", "1=0"
"""The results of white and black, by the half points of white."""

Duel = tuple[int, int, int]


def report(players: int, rounds: list[list[Duel]], number: int) -> str:
    """The tournament so far as a FIDE report file (TRF16)."""
    lines = [f"XXR {number}", "XXC white1"]
    for player in range(players):
        cells, half_points = "", 0
        for white, black, score in (duel for duels in rounds for duel in duels):
            if player == white:
                half_points += score
                cells += "  0000 - U" if black == NOBODY else f"  {black + 1:4d} w {WHITE[score]}"
            elif player == black:
                half_points += 2 - score
                cells += f"  {white + 1:4d} b {BLACK[score]}"
        head = f"001 {player + 1:4d}      {f'Player {player + 1}':<33} {2000 - player:4d}"
        lines.append(f"{head:<80}{half_points / 2:4.1f} {player + 1:4d}{cells}")
    return "\n".join(lines) + "\n"


def paired(players: int, rounds: list[list[Duel]], number: int) -> list[tuple[int, int]]:
    """The next round: white and black, or nobody."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.trf")
        path.write_text(report(players, rounds, number), "utf-8")
        found = DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
    return [(pairing.white - 1, pairing.black - 1) for pairing in found]


def played(players: int, number: int) -> list[list[Duel]]:
    """A tournament in which the stronger player wins more often."""
    random, rounds = Random(players), list[list[Duel]]()  # noqa: S311 - a test
    for _ in range(number):
        rounds.append(
            [
                (
                    white,
                    black,
                    2 if black == NOBODY else random.choice((0, 1, 2, 2) if white < black else (0, 0, 1, 2)),
                )
                for white, black in paired(players, rounds, number)
            ]
        )
    return rounds


if __name__ == "__main__":
    found = [{"players": players, "rounds": played(players, number)} for players, number in FIELDS]
    sys.stdout.write(json.dumps({"engine": "py4swiss 0.3.1, Dutch", "tournaments": found}) + "\n")

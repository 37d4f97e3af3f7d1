"""Example kingdoms for pages: written in the notation, built and scored by the rules' code."""

from functools import cache

from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom
from kingdomino.origins.territory import put_fire, with_resources
from kingdomino.scoring import regions
from service.application.pictures.boards import Board, board_of, squares_of

CLASSIC = (
    "34@0,1n 17@-1,2s 32@1,1n 9@1,0e 25@2,2s 30@-1,0w 36@0,-1e 8@-2,1n 28@-2,-1e 24@-2,-2e 35@2,-1s 26@1,-2w"
)
ORIGINS = "45@0,2s 15@-1,0n 35@-1,-1s 27@-2,2e 22@1,1n 21@2,1n 19@-2,1s 24@2,0w 40@-2,-1s 14@1,-1e 32@2,-2w"
TOKENS = {Square(0, 2): 2, Square(-1, 0): 1}
"""The squares of volcanoes' fire tokens in `ORIGINS`, and the number of fires on each."""


@cache
def classic() -> Board:
    """A finished kingdom of the base game."""
    return _board(parse_kingdom(CLASSIC), origins=False)


@cache
def origins() -> Board:
    """A territory of Origins with volcanoes, fires and resources."""
    kingdom = parse_kingdom(ORIGINS, dominoes=ORIGINS_DOMINOES)
    laid = with_resources(kingdom, ((cell.square, cell.half) for cell in kingdom.cells()))
    for square, fires in TOKENS.items():
        laid = put_fire(laid, square, fires)
    return _board(laid, origins=True)


def _board(kingdom: Kingdom, *, origins: bool) -> Board:
    counted = list(regions(kingdom))
    sign = "fires" if origins else "crowns"
    score = {
        "total": sum(region.points for region in counted),
        "regions": [
            {
                "terrain": region.terrain.word,
                "squares": region.squares,
                sign: region.crowns,
                "points": region.points,
            }
            for region in counted
        ],
    }
    shown = {"seat": int(origins), "cells": squares_of(kingdom), "score": score}
    return board_of(shown, limit=5, origins=origins)

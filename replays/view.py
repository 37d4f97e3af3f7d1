"""What everybody may see of a game: an allow-list, built from the match and nothing else."""

from collections.abc import Mapping
from typing import Any

from kingdomino.dominoes import DOMINOES
from kingdomino.game import Game, Slot, Stage
from kingdomino.kingdom import Kingdom, LegalPlacements
from kingdomino.numbers import Seat
from kingdomino.scoring import Score, score
from replays.forms import RULES, SCORE
from replays.match import Match

State = dict[str, Any]


def state(match: Match, names: Mapping[str, str | None]) -> State:
    """The public state at the match's version, as the API's contract spells it.

    `names` has the present name of each player by id; an erased player's is None. Scores are live: as if
    the game ended at this version. `ranking` is None until the result is in the log.
    """
    game = match.game
    return {
        "id": match.id,
        "version": match.head.version,
        "turn_version": match.turn_version,
        "hash": match.head.hash,
        "status": match.status.value,
        "rules": RULES.write(match.rules),
        "round": game.round if game else 0,
        "rounds": match.rules.rounds(match.players),
        "deck_left": game.deck_left if game else match.rules.deck_size(match.players),
        "players": _players(match, names),
        "to_act": _to_act(game) if game else None,
        "line": _slots(game.line) if game else [],
        "next_line": _slots(game.next_line) if game else [],
        "kingdoms": [_kingdom(game, Seat(seat)) for seat in range(match.players)] if game else [],
        "ranking": [list(place) for place in match.result.ranking] if match.result else None,
    }


def _to_act(game: Game) -> State | None:
    if game.mover is None:
        return None
    return {"seat": game.mover, "types": [_wanted(game, game.kingdoms[game.mover])]}


def _wanted(game: Game, kingdom: Kingdom) -> str:
    """The type of the one move that the seat to act can make."""
    if game.stage is not Stage.PLACE or game.domino_in_hand is None:
        return "choose"
    return "place" if LegalPlacements(kingdom, DOMINOES[game.domino_in_hand]) else "discard"


def _slots(line: tuple[Slot, ...]) -> list[State]:
    return [{"domino": slot.domino, "seat": slot.seat} for slot in line]


def _kingdom(game: Game, seat: Seat) -> State:
    kingdom = game.kingdoms[seat]
    return {
        "seat": seat,
        "cells": [
            {
                "x": square.x,
                "y": square.y,
                "terrain": half.terrain.word,
                "crowns": half.crowns,
                "domino": domino,
            }
            for square, half, domino in kingdom.cells()
        ],
        "discarded": list(kingdom.discarded),
        "score": _score(score(game, seat)),
    }


def _score(counted: Score) -> State:
    written: State = SCORE.write(counted)
    for region, row in zip(counted.regions, written["regions"], strict=True):
        row["points"] = region.points
    return written


def summary(match: Match, names: Mapping[str, str | None]) -> State:
    """A game in a list: what it takes to find it and to see whose turn it is."""
    game = match.game
    return {
        "id": match.id,
        "version": match.head.version,
        "status": match.status.value,
        "rules": RULES.write(match.rules),
        "seats": match.players,
        "players": _players(match, names),
        "round": game.round if game else 0,
        "rounds": match.rules.rounds(match.players),
        "to_act": _to_act(game) if game else None,
        "created_at": match.created_at,
        "updated_at": match.at,
    }


def _players(match: Match, names: Mapping[str, str | None]) -> list[State]:
    return [
        {"seat": seat, "player": sitter.player, "name": names.get(sitter.player)}
        for seat, sitter in enumerate(match.sitters)
    ]

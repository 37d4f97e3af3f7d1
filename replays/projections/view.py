"""The public view of a game: an allow-list, built from the match alone."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

import orjson

from kingdomino.base.judging import placements_of
from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.kingdom import Kingdom, Placement, cells_of
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.table import SharedTable
from kingdomino.policies import plain_name
from kingdomino.rules import Rules
from kingdomino.scoring import Score, score
from replays.clocks.vacations import end
from replays.clocks.week import Span
from replays.encoding.forms import RULES
from replays.events.game_events import OPTIONS, Options
from replays.match.aggregate import Match, Sitter, Status
from replays.projections import origins_view
from replays.projections.outcome import outcome
from replays.runtime.lru_cache import LruCache

State = dict[str, Any]
T = TypeVar("T")


def state(match: Match, names: Mapping[str, str | None]) -> State:
    """The public state at the match's version, in the form of the API's contract.

    `names` has the current name of each player by id; an erased player's is None. Scores are live: as if
    the game ended at this version. `ranking` is None until the result is in the log. Options, deadlines, left
    seats, the cause of an early end or of an abort, and the outcome are present only if there are any.
    """
    return View(match, names, SHOWN).state(match)


class View:
    """Builds the states of one game; the parts that are equal in all versions are built once.

    `kingdoms` gives the form of each kingdom in a state: `SHOWN`, or `WRITTEN` if the state becomes JSON.
    """

    def __init__(self, match: Match, names: Mapping[str, str | None], kingdoms: "KingdomCache[Any]") -> None:
        rules, players = match.rules, match.players
        self._names = names
        self._cache = kingdoms
        self._origins = rules.origins
        self._rules = RULES.write(rules)
        self._rounds, self._deck = _lengths(rules, players)
        self._agreement = _agreement(match.created.options)
        self._sitting: tuple[object, ...] = ()
        self._players: list[State] = []
        self._laid: tuple[object, ...] = ()
        self._kingdoms: list[Any] = []

    def state(self, match: Match) -> State:
        """The state at the version of this match of the game; callers must not modify it."""
        game = match.game
        seen = {
            "id": match.id,
            "version": match.head.version,
            "turn_version": match.turn_version,
            "hash": match.head.hash,
            "status": match.status.value,
            "rules": self._rules,
            "round": game.round if game else 0,
            "rounds": self._rounds,
            "deck_left": self._deck - game.dealt if game else self._deck,
            "players": self._seated(match),
            "to_act": _to_act(game) if game else None,
            "line": _slots(game.line) if game else [],
            "next_line": _slots(game.next_line) if game else [],
            "kingdoms": self._grown(game) if game else [],
            "ranking": [list(place) for place in match.result.ranking] if match.result else None,
        }
        if self._origins:
            seen |= origins_view.table(game.shared if game else SharedTable())
        return seen | self._agreement | _passing(match)

    def _seated(self, match: Match) -> list[State]:
        """The players by seat, cached because few events change them; not cached with clocks (vacations)."""
        sitting = (match.sitters, match.reasons, match.stand_ins)
        if sitting != self._sitting or match.clocks:
            self._sitting, self._players = sitting, _players(match, self._names)
        return self._players

    def _grown(self, game: Game) -> list[Any]:
        """The kingdoms by seat, cached like the players."""
        laid = (game.kingdoms, game.shared.totems)
        if laid != self._laid:
            of = self._cache.of
            self._laid, self._kingdoms = laid, [of(game, Seat(seat)) for seat in range(game.players)]
        return self._kingdoms


@lru_cache(maxsize=64)
def _lengths(rules: Rules, players: int) -> tuple[int, int]:
    """The number of rounds, and of dominoes in the deck."""
    return rules.rounds(players), rules.deck_size(players)


@lru_cache(maxsize=64)
def _agreement(options: Options) -> State:
    """The public options of the table."""
    agreed = OPTIONS.write(options)
    series = options.series
    told = (series.kind if series else "", "clock", "on_timeout", "absent", "hints", "rated")
    stand_in = {"stand_in": plain_name(options.stand_in)} if options.stand_in else {}
    return {name: agreed[name] for name in told if name in agreed} | stand_in | _deal(options)


def _deal(options: Options) -> State:
    """The game whose known deal is played again, if there is one."""
    return {"deal": options.deal.game} if options.deal else {}


def _passing(match: Match) -> State:
    """The members that only some games or versions have; they come last, so that changes keep the order."""
    seen: State = {}
    if match.created.options.clock:
        seen["deadline"] = match.deadline
    if match.agreed:
        seen["agreed"] = list(match.agreed)
    if match.end_cause:
        seen["end_cause"] = match.end_cause.value
    if match.abort_cause:
        seen["abort_cause"] = match.abort_cause
    if match.result:
        left = match.game.left if match.game else ()
        seen["outcome"] = outcome(match.result.ranking, match.result.scores, left)
    return seen


def _to_act(game: Game) -> State | None:
    """The seat to act, and the types of moves that it can make."""
    seat = game.mover
    if seat is None:
        return None
    if game.stage is Stage.PLACE:
        return {"seat": seat, "types": ["place"] if placements_of(game, seat) else ["discard"]}
    return {"seat": seat, "types": _TYPES[game.stage]}


_TYPES = {
    Stage.CHOOSE_FIRST: ["choose"],
    Stage.CHOOSE: ["choose"],
    Stage.FIRE: ["fire"],
    Stage.TOTEM: ["totem"],
    Stage.RECRUIT: ["recruit", "pass"],
    Stage.TAKE: ["take"],
    Stage.PUT: ["put"],
}


@lru_cache(maxsize=1_024)
def _slots(line: tuple[Slot, ...]) -> list[State]:
    """The slots of a line; cached, because most events change one line at most."""
    return [{"domino": slot.domino, "seat": slot.seat} for slot in line]


def kingdom_of(game: Game, seat: Seat) -> State:
    """The kingdom of one seat, in the form of a state."""
    kingdom, counted = game.kingdoms[seat], score(game, seat)
    origins = game.rules.origins
    return {
        "seat": seat,
        "cells": origins_view.cells(kingdom) if origins else _cells(kingdom),
        "discarded": list(kingdom.discarded),
        "score": origins_view.score(counted) if origins else _score(counted),
    }


class KingdomCache(Generic[T]):
    """A cache of kingdoms in the form of `make`; a move changes one kingdom, so the others are reused.

    The key is the identity of the kingdom: comparing two equal kingdoms takes as long as building the form.
    """

    def __init__(self, make: Callable[[Game, Seat], T], size: int) -> None:
        self._make = make
        self._kept = LruCache[tuple[int, Seat], tuple[tuple[object, ...], T]](size)

    def of(self, game: Game, seat: Seat) -> T:
        """The kingdom of a seat; callers must not modify it."""
        kingdom = game.kingdoms[seat]
        needed = (kingdom, game.rules, game.players, game.shared.totems)
        key = id(kingdom), seat
        kept = self._kept.get(key)
        if kept and kept[0] == needed:
            return kept[1]
        shown = self._make(game, seat)
        self._kept.keep(key, (needed, shown))
        return shown


def _written(game: Game, seat: Seat) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(kingdom_of(game, seat)))


SHOWN = KingdomCache(kingdom_of, 2_000)
"""Kingdoms as objects, about 10 KB each at the end of a game."""

WRITTEN = KingdomCache(_written, 2_000)
"""Kingdoms as JSON, about 1.5 KB each at the end of a game."""


def _cells(kingdom: Kingdom) -> list[State]:
    return [cell for placement in kingdom.placements for cell in _cells_of(placement)]


@lru_cache(maxsize=8_192)
def _cells_of(placement: Placement) -> list[State]:
    """Both squares of a placed domino of the base game; cached, because many states contain them."""
    return [
        {
            "x": square.x,
            "y": square.y,
            "terrain": half.terrain.word,
            "crowns": half.crowns,
            "domino": domino,
        }
        for square, half, domino in cells_of(placement, DOMINOES)
    ]


def _score(counted: Score) -> State:
    return {
        "total": counted.total,
        "regions": [
            {
                "terrain": region.terrain.word,
                "squares": region.squares,
                "crowns": region.crowns,
                "points": region.points,
            }
            for region in counted.regions
        ],
        "middle_kingdom": counted.middle_kingdom,
        "harmony": counted.harmony,
        "largest_region": counted.largest_region,
        "crowns": counted.crowns,
    }


def summary(match: Match, names: Mapping[str, str | None]) -> State:
    """A game in a list: the data to identify it and to see whose turn it is."""
    game = match.game
    seen: State = {
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
    if match.created.options.clock:
        seen["deadline"] = match.deadline
    return seen | _deal(match.created.options) | _result(match)


def _result(match: Match) -> State:
    """The points of the seats and the seats by place of a scored game; empty for other games."""
    if match.result is None:
        return {}
    points = [score.total for score in match.result.scores]
    return {"points": points, "ranking": [list(seats) for seats in match.result.ranking]}


def _players(match: Match, names: Mapping[str, str | None]) -> list[State]:
    return [_player(match, Seat(seat), names) for seat in range(len(match.sitters))]


def sitting(seat: int, sitter: Sitter, names: Mapping[str, str | None]) -> State:
    """The holder of a seat in a game or a series; `bot` is present only for a bot."""
    seen = {"seat": seat, "player": sitter.player, "name": names.get(sitter.player)}
    if sitter.bot is None:
        return seen
    policy = plain_name(sitter.bot)
    return seen | {"name": f"{policy.capitalize()} bot", "bot": policy}


def _player(match: Match, seat: Seat, names: Mapping[str, str | None]) -> State:
    """The holder of a seat; with `bot` for a bot, `away` while a bot stands in, `left`, or `vacation`."""
    sitter, reasons = match.sitters[seat], dict(match.reasons)
    seen = sitting(seat, sitter, names)
    if sitter.bot is not None:
        return seen
    if seat in reasons:
        return seen | {"left": reasons[seat].value}
    away = {"away": True} if match.policy_of(seat) else {}
    return seen | away | (_vacation(match, match.clocks.seats[seat].vacations) if match.clocks else {})


def _vacation(match: Match, taken: tuple[Span, ...]) -> State:
    """The end of a vacation that is in progress at this version, unless the player ends it earlier."""
    last = end(taken if match.status is Status.ACTIVE else ())
    return {"vacation": last} if match.at < last else {}

"""Random games by random rules, with players who leave and come, and forgeries of their moves."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from harness.audit.audits import tables_of
from harness.audit.forging import Record, chained, written
from harness.games import seeded
from kingdomino.machine import legal_commands
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import Absent, Options
from replays.match.aggregate import Match, Sitter
from replays.match.deciding.decisions import Refusal

KINDS = [
    *(
        (players, Rules(edition=edition, first_line=line))
        for players, edition, line in product((2, 3, 4), Edition, FirstLine)
    ),
    *((players, Rules(game=GameKind.ORIGINS, mode=mode)) for players, mode in product((2, 3, 4), Mode)),
    *((players, Rules(no_limit=True)) for players in (2, 3, 4)),
    (2, Rules(mighty_duel=True)),
]
"""Every number of players with every edition, first line and mode, and the variants."""

LEAVING, TAKING_OVER = 0.02, 0.02
"""How likely somebody leaves before a move, and how likely a seat that was left is taken over."""

VALUES = {
    "domino": range(1, 49),
    "x": range(-4, 5),
    "y": range(-4, 5),
    "fires": range(1, 4),
    "to": range(4),
    "direction": ["east", "north", "west", "south"],
    "source": ["board", "stack"],
    "resource": ["mammoth", "fish", "mushroom", "flint"],
    "caveman": ["hunter", "painter", "shaman", "warrior1", "warrior3"],
    "squares": [[[0, 1], [1, 0]], [[0, 1]], [[1, 1], [-1, -1], [0, 2], [2, 0]], []],
}
"""Values of the members of moves that a forger may write."""

MOVES = {"DominoChosen", "DominoPlaced", "DominoDiscarded", "FirePlaced", "TotemGiven"} | {
    "CavemanPaid",
    "CavemanTaken",
    "CavemanPut",
    "RecruitingDeclined",
}


def random_game(number: int) -> tuple[GameId, list[Record]]:
    """The scored game with this number, always the same; the kinds of games come in turn."""
    random = seeded(number)
    players, rules = KINDS[number % len(KINDS)]
    if not rules.no_limit:
        rules = replace(rules, middle_kingdom=random.random() < 0.5, harmony=random.random() < 0.5)
    tables = tables_of(number)
    absent = random.choice([None, Absent.END, Absent.DISCARD])
    options = Options(absent=absent) if absent else Options()
    first, *others = (Sitter(f"player-{seat}", None) for seat in range(players))
    new = NewTable(rules, players, first.player, first, options)
    match = tables.create(new_game_id(random.randbytes(16)), new).after
    for other in others:
        match = tables.join(match, other).after
    _play(tables, match, random, leaving=LEAVING if number % 3 == 0 else 0)
    tables.settle(match.id)
    return match.id, [{**event.record, "hash": event.hash} for event in tables.log.read(match.id)]


def _play(tables: Tables, match: Match, random: Random, leaving: float) -> None:
    while (now := match.game) is not None and (mover := now.mover) is not None:
        if random.random() < leaving:
            match = _left(tables, match, random)
        elif now.left and random.random() < TAKING_OVER:
            match = _taken_over(tables, match, random)
        elif match.policy_of(mover) is not None:
            match = tables.play_bot(match)
        else:
            choice = random.choice(legal_commands(now))
            match = tables.move(match, Move(match.sitters[mover].player, choice, match.head.version)).after


def _left(tables: Tables, match: Match, random: Random) -> Match:
    sitter = random.choice(match.sitters)
    try:
        return Attendance(tables).resign(match, sitter.player).after
    except Refusal:
        return match


def _taken_over(tables: Tables, match: Match, random: Random) -> Match:
    seat = random.choice(sorted(match.game.left)) if match.game else 0
    try:
        return Attendance(tables).take_over(match, f"visitor-{match.head.version}", seat).after
    except Refusal:
        return match


def lines_of(game: GameId, events: list[Record]) -> bytes:
    """The events in the form of `events.ndjson`, with the hashes of their chain."""
    return written(chained(game, events))


def forged_moves(events: list[Record], random: Random, count: int) -> Iterator[list[Record]]:
    """Copies of a record in each of which one move says something else; it ends with that move."""
    moves = [event["version"] for event in events if event["type"] in MOVES and event["data"]]
    for version in random.sample(moves, min(count, len(moves))):
        move = events[version - 1]
        yield [*events[: version - 1], {**move, "data": _forged(move["data"], random)}]


def _forged(data: dict[str, Any], random: Random) -> dict[str, Any]:
    name = random.choice(sorted(data))
    return {**data, name: random.choice([value for value in VALUES[name] if value != data[name]])}

"""What is legal in Origins' own steps, and why not (R21-R29)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from kingdomino.board.camp import RESOURCES
from kingdomino.board.grid import Square
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.events import DominoChosen, Event
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    OriginsCommand,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.origins_events import (
    CavemanPaid,
    CavemanPut,
    CavemanTaken,
    FireLost,
    FirePlaced,
    OriginsEvent,
    RecruitingDeclined,
    TotemGiven,
)
from kingdomino.game.table import Origin, Volcano
from kingdomino.origins import recruiting, territory, totems
from kingdomino.rules.violations import RuleViolation


def automatic(game: Game, chance: Chance) -> OriginsEvent | None:
    """What happens by itself: the board is refilled, a token finds no square, a totem changes hands."""
    refilled = recruiting.refill(game, chance)
    if refilled:
        return refilled
    if game.stage is not Stage.FIRE:
        return totems.due(game)
    seat, volcano = _erupting(game)
    if territory.fire_squares(game.kingdoms[seat], volcano):
        return None
    return FireLost(seat, volcano.fires)


def _erupting(game: Game) -> tuple[Seat, Volcano]:
    if game.mover is None or game.shared.volcano is None:
        raise ValueError("no volcano erupts")
    return game.mover, game.shared.volcano


def pairs(game: Game) -> list[ChoosePair]:
    """The two ways to take two positions of the first line: the outer and the inner ones (R21)."""
    first, second, third, fourth = (slot.domino for slot in game.line)
    return [ChoosePair((first, fourth)), ChoosePair((second, third))]


def judge_pair(game: Game, seat: Seat, command: ChoosePair) -> tuple[Event, ...]:
    """Both chiefs on the first line (R21)."""
    if not game.rules.neolithic(game.players):
        raise RuleViolation("choice/single", "choose one domino: pairs are for two players in Origins")
    wanted: set[DominoNumber] = set(command.dominoes)
    for pair in pairs(game):
        if wanted == set(pair.dominoes):
            return tuple(DominoChosen(seat, domino) for domino in pair.dominoes)
    outer, inner = (f"{a} and {b}" for a, b in (pair.dominoes for pair in pairs(game)))
    raise RuleViolation("choice/pair", f"choose {outer}, or {inner}")


def _fires(game: Game, seat: Seat) -> list[PutFire]:
    _, volcano = _erupting(game)
    return [PutFire(square) for square in territory.fire_squares(game.kingdoms[seat], volcano)]


def _judge_fire(game: Game, seat: Seat, command: PutFire) -> tuple[Event, ...]:
    _, volcano = _erupting(game)
    allowed = territory.fire_squares(game.kingdoms[seat], volcano)
    if command.square not in allowed:
        raise RuleViolation(
            "fire/square",
            f"the fire goes on a square at most {volcano.reach} away from ({volcano.square.x}, "
            f"{volcano.square.y}) that has no fire and is no volcano: {_listed(allowed)}",
        )
    return (FirePlaced(seat, *command.square, volcano.fires),)


def _totems(game: Game, _: Seat) -> list[GiveTotem]:
    contest = totems.contest(game)
    return [GiveTotem(contest.resource, leader) for leader in contest.leaders] if contest else []


def _judge_totem(game: Game, seat: Seat, command: GiveTotem) -> tuple[Event, ...]:
    if command not in _totems(game, seat):
        choices = ", ".join(f"{c.resource.value} to seat {c.to}" for c in _totems(game, seat))
        raise RuleViolation("totem/choice", f"the totem goes to one of those who have most: {choices}")
    return (TotemGiven(seat, command.resource, command.to),)


def _recruits(game: Game, seat: Seat) -> Iterator[Recruit | Pass]:
    for source in recruiting.sources(game, seat):
        for squares in territory.payments(game.kingdoms[seat], source):
            yield Recruit(source, squares)
    yield Pass()


def _judge_recruit(game: Game, seat: Seat, command: Recruit) -> tuple[Event, ...]:
    if command.source not in recruiting.sources(game, seat):
        price = territory.PRICE[command.source]
        raise RuleViolation(
            "recruit/source",
            f"nothing can be had from the {command.source.value}: it takes {price} different resources "
            "and a tile that is left there",
        )
    price, kingdom = territory.PRICE[command.source], game.kingdoms[seat]
    paid = [_kind_at(game, seat, square) for square in command.squares]
    if len(paid) != price or len(set(paid)) != price or None in paid:
        raise RuleViolation(
            "recruit/payment",
            f"name {price} squares with {price} different resources of your own; you have "
            + ", ".join(
                f"{count} {resource.value}"
                for resource, count in zip(RESOURCES, territory.counts(kingdom), strict=True)
            ),
        )
    ordered = sorted(command.squares, key=lambda square: _kind_at(game, seat, square) or 0)
    return (CavemanPaid(seat, command.source, tuple(ordered)),)


def _kind_at(game: Game, seat: Seat, square: Square) -> int | None:
    """The index of the resource that lies on a square of the seat's territory."""
    kingdom = game.kingdoms[seat]
    if not kingdom.grid.holds(*square):
        return None
    at = territory.bit(kingdom.grid, square)
    return next((i for i, board in enumerate(kingdom.camp.resources) if board & at), None)


def _judge_pass(_: Game, seat: Seat, __: Pass) -> tuple[Event, ...]:
    return (RecruitingDeclined(seat),)


def _takes(game: Game, _: Seat) -> list[TakeCaveman]:
    return [TakeCaveman(caveman) for caveman in recruiting.on_offer(game)]


def _judge_take(game: Game, seat: Seat, command: TakeCaveman) -> tuple[Event, ...]:
    offered = recruiting.on_offer(game)
    if command.caveman not in offered:
        where = "on the board" if game.shared.paid is Origin.BOARD else "in the stack"
        kinds = ", ".join(caveman.value for caveman in offered)
        raise RuleViolation("caveman/not-there", f"there is no {command.caveman.value} {where}, but {kinds}")
    return (CavemanTaken(seat, command.caveman),)


def _puts(game: Game, seat: Seat) -> list[PutCaveman]:
    return [PutCaveman(square) for square in territory.caveman_squares(game.kingdoms[seat])]


def _judge_put(game: Game, seat: Seat, command: PutCaveman) -> tuple[Event, ...]:
    allowed = territory.caveman_squares(game.kingdoms[seat])
    if command.square not in allowed:
        raise RuleViolation(
            "caveman/square",
            "a caveman goes on a square of yours with no fire, resource or caveman that is no volcano: "
            + _listed(allowed),
        )
    return (CavemanPut(seat, *command.square),)


def _listed(squares: Iterable[Square]) -> str:
    return ", ".join(f"({square.x}, {square.y})" for square in squares)


Judge = Callable[[Game, Seat, Any], tuple[Event, ...]]

JUDGES: Mapping[type, tuple[tuple[Stage, ...], Judge]] = {
    ChoosePair: ((Stage.CHOOSE_FIRST,), judge_pair),
    PutFire: ((Stage.FIRE,), _judge_fire),
    GiveTotem: ((Stage.TOTEM,), _judge_totem),
    Recruit: ((Stage.RECRUIT,), _judge_recruit),
    Pass: ((Stage.RECRUIT,), _judge_pass),
    TakeCaveman: ((Stage.TAKE,), _judge_take),
    PutCaveman: ((Stage.PUT,), _judge_put),
}
"""For each kind of command the stages it belongs to, and who judges it."""

LEGAL: Mapping[Stage, Callable[[Game, Seat], Iterable[OriginsCommand]]] = {
    Stage.FIRE: _fires,
    Stage.TOTEM: _totems,
    Stage.RECRUIT: _recruits,
    Stage.TAKE: _takes,
    Stage.PUT: _puts,
}
"""For each stage the commands that are legal in it."""

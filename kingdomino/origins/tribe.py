"""Tribe mode: cavemen, which are paid for with resources (R26, R29, R30)."""

from collections.abc import Iterator, Sequence

from kingdomino.base.flow import next_turn
from kingdomino.base.variant import Judge
from kingdomino.board.camp import RESOURCES, CampPoints, Caveman
from kingdomino.board.dominoes import Half
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game, Stage, to_act
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event
from kingdomino.game.origins_commands import Pass, PutCaveman, Recruit, TakeCaveman
from kingdomino.game.origins_events import (
    BoardRefilled,
    CavemanPaid,
    CavemanPut,
    CavemanTaken,
    RecruitingDeclined,
)
from kingdomino.game.table import BOARD_SIZE, TILES, Origin, SharedTable, without
from kingdomino.origins import territory
from kingdomino.origins.discovery import Discovery, listed
from kingdomino.origins.scoring import caveman_points
from kingdomino.rules import Rules
from kingdomino.rules.violations import RuleViolation


class Tribe(Discovery):
    """Origins with resources and cavemen."""

    def __init__(self) -> None:
        super().__init__()
        self.judges |= {
            Recruit: Judge((Stage.RECRUIT,), _judge_recruit),
            Pass: Judge((Stage.RECRUIT,), _judge_pass),
            TakeCaveman: Judge((Stage.TAKE,), _judge_take),
            PutCaveman: Judge((Stage.PUT,), _judge_put),
        }
        self.listers |= {Stage.RECRUIT: _recruits, Stage.TAKE: _takes, Stage.PUT: _puts}
        self.evolvers |= {
            BoardRefilled: _board_refilled,
            CavemanPaid: _caveman_paid,
            CavemanTaken: _caveman_taken,
            CavemanPut: _caveman_put,
            RecruitingDeclined: _declined,
        }

    def table_at_start(self) -> SharedTable:
        """The table with the whole stack face down (R29)."""
        return SharedTable(stack=TILES, shuffled=TILES)

    def automatic(self, game: Game, chance: Chance) -> Event | None:
        """The next automatic event: the board is refilled after a line was dealt (R29)."""
        return _refill(game, chance) or super().automatic(game, chance)

    def with_camp(self, kingdom: Kingdom, covered: Sequence[tuple[Square, Half]]) -> Kingdom:
        """The territory with resources where no fire is printed (R26)."""
        return territory.with_resources(kingdom, covered)

    def after_dealing(self, shared: SharedTable) -> SharedTable:
        """The table, marked for a refill of the board if one is possible (R29)."""
        return shared._replace(refill=bool(shared.stack) and len(shared.board) < BOARD_SIZE)

    def after_step_two(self, game: Game, seat: Seat) -> Game:
        """The game after a choice: recruiting, if the seat can pay for it (R29)."""
        if payable(game, seat):
            return to_act(game, Stage.RECRUIT, seat)
        return super().after_step_two(game, seat)

    def idle_event(self, game: Game, seat: Seat) -> Event | None:
        """The automatic event of an idle seat; it recruits nobody (R32)."""
        if game.stage is Stage.RECRUIT:
            return RecruitingDeclined(seat)
        return super().idle_event(game, seat)

    def camp_points(self, rules: Rules, kingdom: Kingdom) -> CampPoints:
        """The points of the cavemen (R30)."""
        return CampPoints(Points(0), caveman_points(rules, kingdom))


def payable(game: Game, seat: Seat) -> list[Origin]:
    """The sources from which the seat can buy a caveman now: it has the resources, and there is a tile."""
    kinds = sum(count > 0 for count in territory.counts(game.kingdoms[seat]))
    tiles = {Origin.BOARD: game.shared.board, Origin.STACK: game.shared.stack}
    return [source for source in Origin if tiles[source] and kinds >= territory.PRICE[source]]


def _on_offer(game: Game) -> list[Caveman]:
    """The kinds that may be taken from the paid source, each once."""
    tiles = game.shared.board if game.shared.paid is Origin.BOARD else game.shared.stack
    return [caveman for caveman in Caveman if caveman in tiles]


def _refill(game: Game, chance: Chance) -> BoardRefilled | None:
    """The event that moves tiles from the stack to the board after a line was dealt, or None."""
    shared = game.shared
    if not shared.refill:
        return None
    order = chance.stack(shared.shuffles, shared.shuffled)
    need = min(BOARD_SIZE - len(shared.board), len(shared.stack))
    return BoardRefilled(order[shared.drawn : shared.drawn + need])


def _recruits(game: Game, seat: Seat) -> Iterator[Recruit | Pass]:
    for source in payable(game, seat):
        for squares in territory.payments(game.kingdoms[seat], source):
            yield Recruit(source, squares)
    yield Pass()


def _judge_recruit(game: Game, seat: Seat, command: Recruit) -> tuple[Event, ...]:
    if command.source not in payable(game, seat):
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
    """The index of the resource on a square of the seat's territory, or None."""
    kingdom = game.kingdoms[seat]
    if not kingdom.grid.holds(*square):
        return None
    at = territory.bit(kingdom.grid, square)
    return next((i for i, board in enumerate(kingdom.camp.resources) if board & at), None)


def _judge_pass(_: Game, seat: Seat, __: Pass) -> tuple[Event, ...]:
    return (RecruitingDeclined(seat),)


def _takes(game: Game, _: Seat) -> list[TakeCaveman]:
    return [TakeCaveman(caveman) for caveman in _on_offer(game)]


def _judge_take(game: Game, seat: Seat, command: TakeCaveman) -> tuple[Event, ...]:
    offered = _on_offer(game)
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
            + listed(allowed),
        )
    return (CavemanPut(seat, *command.square),)


def _board_refilled(game: Game, event: BoardRefilled) -> Game:
    shared = game.shared
    return game._replace(
        shared=shared._replace(
            board=(*shared.board, *event.cavemen),
            stack=without(shared.stack, event.cavemen),
            refill=False,
        )
    )


def _caveman_paid(game: Game, event: CavemanPaid) -> Game:
    poorer = territory.spend(game.kingdoms[event.seat], event.squares)
    game = game._replace(shared=game.shared._replace(paid=event.source), stage=Stage.TAKE)
    return game.with_kingdom(event.seat, poorer)


def _caveman_taken(game: Game, event: CavemanTaken) -> Game:
    shared, taken = game.shared, (event.caveman,)
    if shared.paid is Origin.BOARD:
        shared = shared._replace(board=without(shared.board, taken))
    else:
        stack = without(shared.stack, taken)
        shared = shared._replace(stack=stack, shuffled=stack, shuffles=shared.shuffles + 1)
    return game._replace(shared=shared._replace(paid=None, hand=event.caveman), stage=Stage.PUT)


def _caveman_put(game: Game, event: CavemanPut) -> Game:
    hand = game.shared.hand
    if hand is None:
        raise ValueError("a caveman was put that nobody had taken")
    settled = territory.put_caveman(game.kingdoms[event.seat], Square(event.x, event.y), hand)
    game = game._replace(shared=game.shared._replace(hand=None))
    return next_turn(game.with_kingdom(event.seat, settled))


def _declined(game: Game, _: RecruitingDeclined) -> Game:
    return next_turn(game)

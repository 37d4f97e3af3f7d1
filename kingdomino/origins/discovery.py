"""Discovery mode: volcanoes and their fires, which the other modes have too (R22-R25)."""

from collections.abc import Iterable, Sequence

from kingdomino.base.first_choice import DRAWN, FirstChoice
from kingdomino.base.variant import Judge, Variant
from kingdomino.board.dominoes import Half
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom, Placement, cells_of
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage, to_act
from kingdomino.game.chance import Chance
from kingdomino.game.events import DominoPlaced, Event
from kingdomino.game.origins_commands import PutFire
from kingdomino.game.origins_events import FireLost, FirePlaced
from kingdomino.game.table import Volcano
from kingdomino.origins import territory
from kingdomino.origins.neolithic import NEOLITHIC
from kingdomino.rules import Rules
from kingdomino.rules.violations import RuleViolation


class Discovery(Variant):
    """Origins with fires only."""

    def __init__(self) -> None:
        super().__init__()
        self.judges[PutFire] = Judge((Stage.FIRE,), _judge_fire)
        self.listers[Stage.FIRE] = _fires
        self.evolvers[FirePlaced] = self._fire_placed
        self.evolvers[FireLost] = self._fire_lost

    def first_choice(self, rules: Rules, players: int) -> FirstChoice:  # noqa: ARG002 - a hook
        """Both chiefs of a player at once with two players (R21), else one king after the other (R20)."""
        return NEOLITHIC if players == 2 else DRAWN

    def automatic(self, game: Game, chance: Chance) -> Event | None:
        """The next automatic event; a volcano's token that can go on no square is lost (R23)."""
        if game.stage is Stage.FIRE:
            seat, volcano = _erupting(game)
            if not territory.fire_squares(game.kingdoms[seat], volcano):
                return FireLost(seat, volcano.fires)
        return super().automatic(game, chance)

    def lay(self, kingdom: Kingdom, placement: Placement) -> tuple[Kingdom, Volcano | None]:
        """The territory with the domino, and the volcano on it, if any."""
        cells = cells_of(placement, kingdom.dominoes)
        covered = [(cell.square, cell.half) for cell in cells]
        return self.with_camp(kingdom.place(placement), covered), territory.volcano_of(covered)

    def with_camp(self, kingdom: Kingdom, covered: Sequence[tuple[Square, Half]]) -> Kingdom:  # noqa: ARG002
        """The territory with the objects that come with squares just covered: in this mode none."""
        return kingdom

    def after_step_one(self, game: Game, seat: Seat) -> Game:
        """The game after a placement: a volcano just placed erupts first (R23)."""
        if game.shared.volcano:
            return to_act(game, Stage.FIRE, seat)
        return self.after_fire(game, seat)

    def after_fire(self, game: Game, seat: Seat) -> Game:
        """The game when no volcano erupts, or none any more."""
        return super().after_step_one(game, seat)

    def _placed(self, game: Game, event: DominoPlaced) -> Game:
        placement = Placement(event.domino, event.x, event.y, event.direction)
        land, volcano = self.lay(game.kingdoms[event.seat], placement)
        shared = game.shared._replace(volcano=volcano)
        return self._after_domino(game._replace(shared=shared), event, land)

    def _fire_placed(self, game: Game, event: FirePlaced) -> Game:
        burnt = territory.put_fire(game.kingdoms[event.seat], Square(event.x, event.y), event.fires)
        return self.after_fire(_quiet(game).with_kingdom(event.seat, burnt), event.seat)

    def _fire_lost(self, game: Game, event: FireLost) -> Game:
        return self.after_fire(_quiet(game), event.seat)


def _quiet(game: Game) -> Game:
    return game._replace(shared=game.shared._replace(volcano=None))


def _erupting(game: Game) -> tuple[Seat, Volcano]:
    if game.mover is None or game.shared.volcano is None:
        raise ValueError("no volcano erupts")
    return game.mover, game.shared.volcano


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
            f"{volcano.square.y}) that has no fire and is no volcano: {listed(allowed)}",
        )
    return (FirePlaced(seat, *command.square, volcano.fires),)


def listed(squares: Iterable[Square]) -> str:
    """Squares in the form in which refusals list them."""
    return ", ".join(f"({square.x}, {square.y})" for square in squares)

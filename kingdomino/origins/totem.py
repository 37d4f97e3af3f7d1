"""Totem mode: resources on the territories, and the holders of the totems (R26-R28)."""

from collections.abc import Sequence
from typing import NamedTuple

from kingdomino.base.variant import Judge
from kingdomino.board.camp import RESOURCES, CampPoints, Resource
from kingdomino.board.dominoes import Half
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game, Stage, to_act
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event
from kingdomino.game.origins_commands import GiveTotem
from kingdomino.game.origins_events import TotemGiven, TotemReturned, TotemTaken
from kingdomino.origins import territory
from kingdomino.origins.discovery import Discovery
from kingdomino.origins.scoring import resource_points, totem_points
from kingdomino.rules import Rules
from kingdomino.rules.violations import RuleViolation

_WITHOUT_TOTEMS = (Stage.FIRE, Stage.OVER)
"""The stages in which no totem changes hands: before the fire of a placed domino, and after the end."""


class Totem(Discovery):
    """Origins with resources and totems."""

    def __init__(self) -> None:
        super().__init__()
        self.judges[GiveTotem] = Judge((Stage.TOTEM,), _judge_totem)
        self.listers[Stage.TOTEM] = _totems
        self.evolvers[TotemTaken] = _totem_taken
        self.evolvers[TotemReturned] = _totem_returned
        self.evolvers[TotemGiven] = self._totem_given

    def automatic(self, game: Game, chance: Chance) -> Event | None:
        """The next automatic event: after the fire, totems change hands (R27)."""
        due = None if game.stage in _WITHOUT_TOTEMS else _due(game)
        return due or super().automatic(game, chance)

    def with_camp(self, kingdom: Kingdom, covered: Sequence[tuple[Square, Half]]) -> Kingdom:
        """The territory with resources where no fire is printed (R26)."""
        return territory.with_resources(kingdom, covered)

    def after_fire(self, game: Game, seat: Seat) -> Game:
        """The game after the fire: a totem that its holder has to give away comes before the choice (R27)."""
        contest = _contest(game)
        return to_act(game, Stage.TOTEM, contest.holder) if contest else super().after_fire(game, seat)

    def camp_points(self, rules: Rules, kingdom: Kingdom) -> CampPoints:
        """The points of each resource left (R28)."""
        return CampPoints(resource_points(rules, kingdom), Points(0))

    def table_points(self, game: Game, seat: Seat) -> Points:
        """The points of the totems (R28)."""
        return totem_points(game, seat)

    def _totem_given(self, game: Game, event: TotemGiven) -> Game:
        return self.after_step_one(_with_holder(game, event.resource, event.to), event.seat)


class Contest(NamedTuple):
    """A totem whose holder was overtaken by several players who tie for most: the holder chooses one."""

    resource: Resource
    holder: Seat
    leaders: tuple[Seat, ...]


def _due(game: Game) -> TotemTaken | TotemReturned | None:
    """The event of the next totem that changes hands without a choice."""
    for resource, holder, leaders in _standings(game):
        if leaders and holder not in leaders and len(leaders) == 1:
            return TotemTaken(leaders[0], resource)
        if holder is not None and not leaders:
            return TotemReturned(holder, resource)
    return None


def _contest(game: Game) -> Contest | None:
    """The first totem that its holder has to give to one of several players."""
    for resource, holder, leaders in _standings(game):
        if holder is not None and holder not in leaders and len(leaders) > 1:
            return Contest(resource, holder, leaders)
    return None


def _standings(game: Game) -> list[tuple[Resource, Seat | None, tuple[Seat, ...]]]:
    """For each resource its holder and the seats that have the most of it; no seat leads with none."""
    columns = zip(*(territory.counts(kingdom) for kingdom in game.kingdoms), strict=True)
    return [
        (resource, holder, _leaders(column))
        for resource, holder, column in zip(RESOURCES, game.shared.totems, columns, strict=True)
    ]


def _leaders(column: tuple[int, ...]) -> tuple[Seat, ...]:
    most = max(column)
    return tuple(Seat(seat) for seat, count in enumerate(column) if count == most) if most else ()


def _totems(game: Game, _: Seat) -> list[GiveTotem]:
    contest = _contest(game)
    return [GiveTotem(contest.resource, leader) for leader in contest.leaders] if contest else []


def _judge_totem(game: Game, seat: Seat, command: GiveTotem) -> tuple[Event, ...]:
    if command not in _totems(game, seat):
        choices = ", ".join(f"{c.resource.value} to seat {c.to}" for c in _totems(game, seat))
        raise RuleViolation("totem/choice", f"the totem goes to one of those who have most: {choices}")
    return (TotemGiven(seat, command.resource, command.to),)


def _totem_taken(game: Game, event: TotemTaken) -> Game:
    return _with_holder(game, event.resource, event.seat)


def _totem_returned(game: Game, event: TotemReturned) -> Game:
    return _with_holder(game, event.resource, None)


def _with_holder(game: Game, resource: Resource, holder: Seat | None) -> Game:
    totems = list(game.shared.totems)
    totems[RESOURCES.index(resource)] = holder
    return game._replace(shared=game.shared._replace(totems=tuple(totems)))

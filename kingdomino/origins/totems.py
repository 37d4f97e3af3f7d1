"""Who holds the totems (R27)."""

from typing import NamedTuple

from kingdomino.board.camp import RESOURCES, Resource
from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.origins_events import TotemReturned, TotemTaken
from kingdomino.origins.territory import counts
from kingdomino.rules import Mode


class Contest(NamedTuple):
    """A totem whose holder has been overtaken by several who tie for most: the holder chooses."""

    resource: Resource
    holder: Seat
    leaders: tuple[Seat, ...]


def due(game: Game) -> TotemTaken | TotemReturned | None:
    """The next totem that changes hands without anybody's choice."""
    for resource, holder, leaders in _standings(game):
        if leaders and holder not in leaders and len(leaders) == 1:
            return TotemTaken(leaders[0], resource)
        if holder is not None and not leaders:
            return TotemReturned(holder, resource)
    return None


def contest(game: Game) -> Contest | None:
    """The first totem that its holder has to give to one of several."""
    for resource, holder, leaders in _standings(game):
        if holder is not None and holder not in leaders and len(leaders) > 1:
            return Contest(resource, holder, leaders)
    return None


def _standings(game: Game) -> list[tuple[Resource, Seat | None, tuple[Seat, ...]]]:
    """For each resource its holder, and the seats that have most of it; nobody leads with none."""
    if game.rules.mode is not Mode.TOTEM:
        return []
    columns = zip(*(counts(kingdom) for kingdom in game.kingdoms), strict=True)
    return [
        (resource, holder, _leaders(column))
        for resource, holder, column in zip(RESOURCES, game.shared.totems, columns, strict=True)
    ]


def _leaders(column: tuple[int, ...]) -> tuple[Seat, ...]:
    most = max(column)
    return tuple(Seat(seat) for seat, count in enumerate(column) if count == most) if most else ()

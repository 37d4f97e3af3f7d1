"""Applying events to a game: `evolve` never refuses a fact."""

from kingdomino.board.kingdom import Kingdom
from kingdomino.game import Game
from kingdomino.game.events import Event, GameStarted
from kingdomino.machine.variants import VARIANTS, variant_of


def start(event: GameStarted) -> Game:
    """The game at its beginning: only castles, no line dealt, no king drawn (R1)."""
    rules, players = event.rules, event.players
    castle = Kingdom.empty(rules.limit(players), rules.dominoes)
    return Game(rules, players, (castle,) * players, shared=variant_of(rules).table_at_start())


def evolve(game: Game, event: Event) -> Game:
    """The game after the event; the first event, `GameStarted`, is for `start`.

    Raises `KeyError` for an event that does not exist in this variant, which no decided game contains.
    """
    rules = game.rules
    try:
        change = VARIANTS[rules.game][rules.mode].evolvers[type(event)]
    except KeyError:
        raise KeyError(f"{type(event).__name__} is no event of this game") from None
    return change(game, event)

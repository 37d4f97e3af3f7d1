"""The turn machine: the events of a command, or its refusal (R5-R10, R20-R29).

`decide` checks a command and adds the events that follow without a choice; `evolve` (see `evolving`) applies
the events one by one. The rules that differ between games are in the variant (`variants`).
"""

from collections.abc import Sequence

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.game.events import Event, GameStarted
from kingdomino.machine.evolving import evolve, start
from kingdomino.machine.variants import VARIANTS, variant_of
from kingdomino.rules import Rules, check
from kingdomino.rules.violations import RuleViolation

_NOW = {
    Stage.CHOOSE_FIRST: "choose a domino",
    Stage.PLACE: "place the domino under the king",
    Stage.CHOOSE: "choose a domino",
    Stage.FIRE: "put the volcano's fire",
    Stage.TOTEM: "give the totem to one of those who have more",
    Stage.RECRUIT: "recruit a caveman or pass",
    Stage.TAKE: "take the caveman paid for",
    Stage.PUT: "put the caveman taken on a square",
}


def begin(rules: Rules, players: int, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """The game when all seats are occupied, and the events that led to it, `GameStarted` first.

    Raises `RuleViolation` with a `rules/…` code if these rules cannot be played.
    """
    check(rules, players)
    started = GameStarted(rules, players)
    return settle(start(started), (started,), chance)


def decide(game: Game, seat: Seat, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events of a command: its own, then those that follow without a choice.

    Raises `RuleViolation` with a code of `violations.CODES` if the rules refuse it.
    """
    return advance(game, seat, command, chance)[1]


def advance(game: Game, seat: Seat, command: Command, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """The game after a command, and its events as from `decide`."""
    events = judge(game, seat, command)
    for event in events:
        game = evolve(game, event)
    return settle(game, events, chance)


def judge(game: Game, seat: Seat, command: Command) -> tuple[Event, ...]:
    """The command's own events, without those that follow; raises `RuleViolation`."""
    if game.stage is Stage.OVER:
        raise RuleViolation("game/over", "the game has ended")
    if seat != game.mover:
        raise RuleViolation("turn/not-yours", f"seat {game.mover} is to act, not seat {seat}")
    rules = game.rules
    judged = VARIANTS[rules.game][rules.mode].judges.get(type(command))
    if judged is None or game.stage not in judged.stages:
        raise RuleViolation("turn/wrong-action", f"seat {seat} is to {_NOW[game.stage]} now")
    return judged.decide(game, seat, command)


def settle(game: Game, events: tuple[Event, ...], chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """The game after all automatic events that are due, and the given events followed by these."""
    while (event := automatic(game, chance)) is not None:
        game = evolve(game, event)
        events = (*events, event)
    return game, events


def automatic(game: Game, chance: Chance) -> Event | None:
    """The next event that needs no choice; None if a player is to act or the game is over."""
    rules = game.rules  # looked up here, as at every event: calling `variant_of` would double the cost
    event = VARIANTS[rules.game][rules.mode].automatic(game, chance)
    return event or (_idle(game) if game.mover in game.idle else None)


def _idle(game: Game) -> Event | None:
    """The next event of an idle seat (R32); a move begun before is finished in the first legal way."""
    if game.mover is None or game.stage is Stage.OVER:
        return None
    variant = variant_of(game.rules)
    event = variant.idle_event(game, game.mover)
    way = None if event else next(iter(variant.listers[game.stage](game, game.mover)), None)
    return judge(game, game.mover, way)[0] if way else event


def legal_commands(game: Game) -> Sequence[Command]:
    """Every command that the seat to act may give; empty if no seat is to act."""
    if game.mover is None or game.stage is Stage.OVER:
        return ()
    return list(variant_of(game.rules).listers[game.stage](game, game.mover))

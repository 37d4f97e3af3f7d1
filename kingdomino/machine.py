"""The turn machine: what a command leads to, or why it is refused (R5-R10).

The flow of a game is read off here: `decide` checks a command and adds what follows from it without anybody's
choice; `evolve` (see `evolution`) applies the events one by one.
"""

from collections.abc import Sequence

from kingdomino.chance import Chance
from kingdomino.commands import Choose, Command, Discard, Place
from kingdomino.dominoes import DOMINOES
from kingdomino.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
)
from kingdomino.evolution import evolve, start
from kingdomino.game import Game, Stage
from kingdomino.grid import CASTLE, Square
from kingdomino.kingdom import Kingdom, LegalPlacements, Placement, canonical_placement
from kingdomino.numbers import DominoNumber, Seat
from kingdomino.rules import FirstLine, Rules, check
from kingdomino.violations import RuleViolation


def begin(rules: Rules, players: int, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """The game when all seats are taken, and the events that led there, `GameStarted` first.

    Refused with a `rules/…` code where these rules cannot be played.
    """
    check(rules, players)
    started = GameStarted(rules, players)
    return _settle(start(started), (started,), chance)


def decide(game: Game, seat: Seat, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events a command leads to: its own, then those that need nobody's choice.

    Raises `RuleViolation` with a code of `violations.CODES` where the rules refuse it.
    """
    return advance(game, seat, command, chance)[1]


def advance(game: Game, seat: Seat, command: Command, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """`decide`, together with the game after its events."""
    event = _judge(game, seat, command)
    return _settle(evolve(game, event), (event,), chance)


def legal_commands(game: Game) -> Sequence[Command]:
    """Every command that the seat to act may give; empty when nobody is to act."""
    if game.mover is None or game.stage is Stage.OVER:
        return ()
    domino = game.domino_in_hand
    if domino is None:
        return [Choose(free) for free in game.free_dominoes]
    placements = LegalPlacements(game.kingdoms[game.mover], DOMINOES[domino])
    return [Place(placement) for placement in placements] or [Discard(domino)]


def _settle(game: Game, events: tuple[Event, ...], chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Add everything that happens by itself."""
    while (event := _automatic(game, chance)) is not None:
        game = evolve(game, event)
        events = (*events, event)
    return game, events


def _automatic(game: Game, chance: Chance) -> Event | None:
    """What happens next without anybody's choice, if anything does."""
    if game.next_line or game.stage is Stage.OVER:
        return None
    if game.stage is Stage.CHOOSE_FIRST:
        return _before_round_one(game, chance)
    if game.mover is None:
        return GameEnded()
    left_over = next((slot.domino for slot in game.line if slot.seat is None), None)
    if left_over is not None:
        return DominoLeftOver(left_over)
    return _next_line(game, chance) if game.deck_left else None


def _before_round_one(game: Game, chance: Chance) -> Event | None:
    """The first line, then the kings: one at a time when drawn, else all at once (R5)."""
    if game.dealt == 0:
        return _next_line(game, chance)
    one_by_one = game.rules.first_line is FirstLine.DRAWN
    if game.drawn == len(chance.kings) or (one_by_one and game.waiting):
        return None
    return KingDrawn(chance.kings[game.drawn])


def _next_line(game: Game, chance: Chance) -> LineDealt:
    end = game.dealt + game.rules.line_size(game.players)
    return LineDealt(tuple(sorted(chance.deck[game.dealt : end])))


def _judge(game: Game, seat: Seat, command: Command) -> Event:
    if seat != game.mover:
        raise _out_of_turn(game, seat)
    placing, choosing = game.stage is Stage.PLACE, isinstance(command, Choose)
    if placing is choosing:
        now = "place the domino under the king" if placing else "choose a domino"
        raise RuleViolation("turn/wrong-action", f"seat {seat} is to {now} now")
    if isinstance(command, Choose):
        return _judge_choice(game, seat, command.domino)
    if isinstance(command, Place):
        return _judge_placement(game, seat, command.placement)
    return _judge_discard(game, seat, command.domino)


def _out_of_turn(game: Game, seat: Seat) -> RuleViolation:
    if game.stage is Stage.OVER:
        return RuleViolation("game/over", "the game has ended")
    return RuleViolation("turn/not-yours", f"seat {game.mover} is to act, not seat {seat}")


def _judge_placement(game: Game, seat: Seat, placement: Placement) -> DominoPlaced:
    if placement.domino != game.domino_in_hand:
        raise RuleViolation(
            "placement/wrong-domino",
            f"domino {game.domino_in_hand} is to be placed, not domino {placement.domino}",
        )
    kingdom = game.kingdoms[seat]
    if not kingdom.allows(placement):
        raise _misplaced(kingdom, placement)
    return DominoPlaced(seat, *canonical_placement(placement))


def _misplaced(kingdom: Kingdom, placement: Placement) -> RuleViolation:
    """Why a placement that is not legal is not."""
    _, x, y, direction = placement
    halves = (Square(x, y), Square(x + direction.dx, y + direction.dy))
    for square in halves:
        if square == CASTLE or _has(kingdom, kingdom.occupied, square):
            what = "the castle" if square == CASTLE else "another domino"
            return RuleViolation("placement/occupied", f"({square.x}, {square.y}) is covered by {what}")
    for square in halves:
        if kingdom.grid.limit is not None and not _has(kingdom, kingdom.free, square):
            return RuleViolation(
                "placement/too-large",
                f"with ({square.x}, {square.y}) the kingdom would be larger than "
                f"{kingdom.grid.limit}x{kingdom.grid.limit} squares, castle included",
            )
    return RuleViolation(
        "placement/no-match",
        "no half of the domino lies beside the castle or beside a square of its own terrain",
    )


def _has(kingdom: Kingdom, board: int, square: Square) -> bool:
    return kingdom.grid.holds(*square) and bool(board >> kingdom.grid.index(*square) & 1)


def _judge_discard(game: Game, seat: Seat, domino: DominoNumber) -> DominoDiscarded:
    if domino != game.domino_in_hand:
        raise RuleViolation(
            "discard/wrong-domino", f"domino {game.domino_in_hand} is in turn, not domino {domino}"
        )
    placements = LegalPlacements(game.kingdoms[seat], DOMINOES[domino])
    if placements:
        raise RuleViolation(
            "discard/placeable",
            f"domino {domino} can be placed in {len(placements)} ways, so it must be placed",
        )
    return DominoDiscarded(seat, domino)


def _judge_choice(game: Game, seat: Seat, domino: DominoNumber) -> DominoChosen:
    for offered, taken_by in game.offer:
        if offered == domino:
            if taken_by is None:
                return DominoChosen(seat, domino)
            raise RuleViolation("choice/taken", f"seat {taken_by} has a king on domino {domino}")
    on_offer = ", ".join(str(free) for free in game.free_dominoes)
    raise RuleViolation("choice/not-offered", f"domino {domino} is not on offer; free are {on_offer}")

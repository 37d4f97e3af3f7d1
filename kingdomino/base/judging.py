"""Legal moves of the two steps in both games, placing and choosing, and refusals of illegal ones (R6-R10)."""

from collections.abc import Iterable

from kingdomino.board.grid import CASTLE, Square
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Choose, Discard, Place
from kingdomino.game.events import DominoChosen, DominoDiscarded, DominoPlaced
from kingdomino.rules.violations import RuleViolation


def step_one(game: Game, seat: Seat) -> Iterable[Place | Discard]:
    """Every placement of the domino under the acting king, or its discard."""
    placements = placements_of(game, seat)
    return [Place(placement) for placement in placements] or [Discard(placements.domino)]


def step_two(game: Game, _: Seat) -> Iterable[Choose]:
    """Every choice of a domino on which no king stands."""
    return single_choices(game)


def single_choices(game: Game) -> list[Choose]:
    """A choice for each domino on offer on which no king stands."""
    return [Choose(domino) for domino in game.free_dominoes]


def placements_of(game: Game, seat: Seat) -> LegalPlacements:
    """The legal placements of the domino in hand."""
    kingdom, domino = game.kingdoms[seat], game.domino_in_hand
    if domino is None:
        raise ValueError("nobody has a domino in hand")
    return LegalPlacements(kingdom, kingdom.dominoes[domino])


def judge_placement(game: Game, seat: Seat, command: Place) -> tuple[DominoPlaced]:
    """The event of the placement; raises `RuleViolation` if it is not legal."""
    placement = command.placement
    if placement.domino != game.domino_in_hand:
        raise RuleViolation(
            "placement/wrong-domino",
            f"domino {game.domino_in_hand} is to be placed, not domino {placement.domino}",
        )
    kingdom = game.kingdoms[seat]
    if not kingdom.allows(placement):
        raise _misplaced(kingdom, placement)
    return (DominoPlaced(seat, *kingdom.canonical(placement)),)


def _misplaced(kingdom: Kingdom, placement: Placement) -> RuleViolation:
    """The refusal of an illegal placement."""
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


def judge_discard(game: Game, seat: Seat, command: Discard) -> tuple[DominoDiscarded]:
    """The event of the discard; raises `RuleViolation` if the domino can be placed (R10)."""
    domino = command.domino
    if domino != game.domino_in_hand:
        raise RuleViolation(
            "discard/wrong-domino", f"domino {game.domino_in_hand} is in turn, not domino {domino}"
        )
    placements = placements_of(game, seat)
    if placements:
        raise RuleViolation(
            "discard/placeable",
            f"domino {domino} can be placed in {len(placements)} ways, so it must be placed",
        )
    return (DominoDiscarded(seat, domino),)


def judge_choice(game: Game, seat: Seat, command: Choose) -> tuple[DominoChosen]:
    """The event of choosing one domino; raises `RuleViolation` if it is not free."""
    check_free(game, command.domino)
    return (DominoChosen(seat, command.domino),)


def check_free(game: Game, domino: DominoNumber) -> None:
    """Refuse a domino that is not on offer (`choice/not-offered`) or already has a king (`choice/taken`)."""
    for offered, king in game.offer:
        if offered == domino:
            if king is not None:
                raise RuleViolation("choice/taken", f"seat {king} has a king on domino {domino}")
            return
    on_offer = ", ".join(map(str, game.free_dominoes))
    raise RuleViolation("choice/not-offered", f"domino {domino} is not on offer; free are {on_offer}")

"""Neolithic: with two players in Origins both chiefs of a player choose from the first line at once (R21)."""

from collections.abc import Sequence

from kingdomino.base.first_choice import FirstChoice
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance, Source
from kingdomino.game.commands import Choose
from kingdomino.game.events import DominoChosen, Event, KingDrawn
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.rules.violations import RuleViolation


def pairs(game: Game) -> list[ChoosePair]:
    """The two possible pairs of positions in the first line: the outer and the inner ones (R21)."""
    first, second, third, fourth = (slot.domino for slot in game.line)
    return [ChoosePair((first, fourth)), ChoosePair((second, third))]


class _Neolithic(FirstChoice):
    """Both chiefs of the player drawn first choose; then the other player's get the rest."""

    in_pairs = True

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:
        """Shuffle the players with the purpose `kings`."""
        shuffled = source.shuffled("kings", [Seat(seat) for seat in range(players)])
        return tuple(seat for seat in shuffled for _ in range(each))

    def due(self, game: Game, chance: Chance) -> Event | None:
        """A chief is drawn, or one of the second player's is put on the rest, which leaves no choice."""
        each = game.rules.kings_each(game.players)
        if game.drawn % each or not game.waiting:
            return KingDrawn(chance.kings[game.drawn])
        if game.drawn == len(chance.kings):
            return DominoChosen(game.waiting[0], game.free_dominoes[0])
        return None

    def legal(self, game: Game) -> Sequence[ChoosePair]:
        """The outer pair and the inner one."""
        return pairs(game)

    def judge(self, game: Game, seat: Seat, command: Choose | ChoosePair) -> tuple[Event, ...]:
        """The events of putting both chiefs on the first line; raises `RuleViolation` (`choice/pair`)."""
        if isinstance(command, Choose):
            raise RuleViolation("choice/pair", "choose two dominoes of the first line at once")
        wanted: set[DominoNumber] = set(command.dominoes)
        for pair in pairs(game):
            if wanted == set(pair.dominoes):
                return tuple(DominoChosen(seat, domino) for domino in pair.dominoes)
        outer, inner = (f"{a} and {b}" for a, b in (pair.dominoes for pair in pairs(game)))
        raise RuleViolation("choice/pair", f"choose {outer}, or {inner}")

    def idle(self, game: Game) -> DominoNumber:
        """The domino that an idle seat's chief takes: of the outer pair (R32)."""
        free = game.free_dominoes
        return free[-1] if len(free) < len(game.offer) else free[0]

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:  # noqa: ARG002 - a hook
        """A reason unless the waiting chiefs belong to one seat."""
        return None if len(set(drawn)) == 1 else "both kings of a seat are drawn together"


NEOLITHIC = _Neolithic()

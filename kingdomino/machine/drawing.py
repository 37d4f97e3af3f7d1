"""The draws of a whole game, made once at its beginning."""

from functools import cache

from kingdomino.board.numbers import DominoNumber
from kingdomino.game.chance import Chance, Source
from kingdomino.machine.variants import variant_of
from kingdomino.rules import DOMINO_COUNT, Rules


def draw(rules: Rules, players: int, source: Source) -> Chance:
    """All draws of a game with these rules.

    Purposes: `deck` shuffles the dominoes 1 to 48, of which the first `rules.deck_size(players)` take part
    (R2). `kings` shuffles all kings in order of seats (R5 drawn). `seats` shuffles the players (R5
    alternating) or draws the first one (R5 seated). With two players in Origins `kings` shuffles the players
    (R21). `cavemen/<n>` shuffles the stack for the n-th time (R29).
    """
    numbers = [DominoNumber(number) for number in range(1, DOMINO_COUNT + 1)]
    first_choice = variant_of(rules).first_choice(rules, players)
    return Chance(
        source.shuffled("deck", numbers),
        first_choice.kings(players, rules.kings_each(players), source),
        # Drawn once the tiles are known, and cached, so that a repeated call gives the same order.
        cache(lambda number, tiles: source.shuffled(f"cavemen/{number}", tiles)),
    )

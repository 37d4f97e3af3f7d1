"""The second version of strong: exact endings of duels, legal choices, and stronger playouts."""

from functools import partial

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import NO_CHANCE, Chance
from kingdomino.game.commands import Command
from kingdomino.kernel.foresight.duels import solved
from kingdomino.kernel.foresight.search import best_move, plain_move
from kingdomino.kernel.tables import Position
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.policies import BOTS, GREEDY, STRONG, command, policy_named
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.scoring import score
from service.cli.simulating.parts import RepeatableSource

pytestmark = pytest.mark.slow

BOTH = Rules(middle_kingdom=True, harmony=True)
DUEL = Rules(mighty_duel=True, middle_kingdom=True, harmony=True)
MOST_LEAVES = 4000
"""The size of an ending that the brute force still counts out."""


class TooLargeError(Exception):
    """The brute force has counted `MOST_LEAVES` ends."""


class Brute:
    """Minimax over all commands of the pure rules, without any knowledge of kingdoms."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.leaves = 0

    def lead(self, game: Game) -> int:
        """The lead of the seat if both play best."""
        if game.mover is None:
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                raise TooLargeError
            totals = [score(game, Seat(seat)).total for seat in range(2)]
            return totals[self.seat] - totals[1 - self.seat]
        found = [self.lead(_after(game, made)) for made in legal_commands(game)]
        return max(found) if game.mover == self.seat else min(found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", [Rules(), BOTH, DUEL], ids=["plain", "bonuses", "mighty"])
def test_a_duels_ending_is_exact(rules: Rules) -> None:
    """The lead that is promised, and that of the move, are those of a brute force of the pure rules."""
    stages = set()
    for seed in range(6):
        game, chance = _begun(rules, 2, seed + 1)
        draws = partial(RepeatableSource(seed).below, "bot")
        while (seat := game.mover) is not None:
            found = solved(Position.of(game))
            assert found is None or not game.deck_left
            if found is not None and len(legal_commands(game)) > 1:
                number, lead = found
                made = Position.of(game).legal()[number]
                try:
                    leads = Brute(seat).lead(game), Brute(seat).lead(_after(game, made))
                except TooLargeError:
                    pass
                else:
                    assert leads == (lead, lead)
                    stages.add((game.stage, bool(game.next_line)))
            game, _ = advance(game, seat, command(GREEDY, game, seat, draws), chance)
    assert {(Stage.PLACE, False), (Stage.CHOOSE, True)} <= stages


def test_only_endings_of_duels_are_searched_to_the_end() -> None:
    """With a line still to come, or with three players, something is hidden: nothing is promised."""
    for players in (2, 3):
        assert solved(Position.of(_begun(BOTH, players, 1)[0])) is None


TABLES = [
    (2, Rules()),
    (2, DUEL),
    (3, Rules(Edition.SECOND, FirstLine.SEATED)),
    (3, Rules(harmony=True)),
    (4, BOTH),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_decision_is_legal_and_repeated(players: int, rules: Rules) -> None:
    """From the first choice to the last placement, a position and a seed give one legal command."""
    game, chance = _begun(rules, players, 3)
    others = 0
    for turn in range(200):
        if (seat := game.mover) is None:
            break
        position = Position.of(game)
        made = best_move(position, 12, 4, turn)
        assert made == best_move(Position.of(game), 12, 4, turn)
        assert position.legal() == legal_commands(game)
        others += made != best_move(position, 12, 4, turn + 1000)
        game, _ = advance(game, seat, legal_commands(game)[made], chance)
    assert game.mover is None
    assert others, "the seed decides nothing"


def test_a_finished_game_is_refused() -> None:
    """There is no move in a game that is over."""
    game, chance = _begun(Rules(), 2, 1)
    while (seat := game.mover) is not None:
        game, _ = advance(game, seat, legal_commands(game)[0], chance)
    with pytest.raises(ValueError, match="over"):
        best_move(Position.of(game), 12, 4, 1)


def test_playouts_are_stronger_than_greedy_ones() -> None:
    """The policy of the playouts alone beats greedy in most duels."""
    won = sum(_lead_of_playouts(seed, Seat(seed % 2)) > 0 for seed in range(40))
    assert won > 24


def test_new_games_get_the_second_version_and_old_ones_keep_the_first() -> None:
    """A record that names strong-1 is replayed by strong-1."""
    assert BOTS["strong"].stored_name == "strong-2"
    assert policy_named("strong-1") is STRONG
    assert policy_named("strong-2") is BOTS["strong"].policy is not STRONG


def _lead_of_playouts(seed: int, own: Seat) -> int:
    game, chance = _begun(BOTH, 2, seed + 1)
    draws = partial(RepeatableSource(seed).below, "bot")
    turn = 0
    while (seat := game.mover) is not None:
        turn += 1
        if seat == own:
            made = legal_commands(game)[plain_move(Position.of(game), turn)]
        else:
            made = command(GREEDY, game, seat, draws)
        game, _ = advance(game, seat, made, chance)
    totals = [score(game, Seat(each)).total for each in range(2)]
    return totals[own] - totals[1 - own]


def _after(game: Game, made: Command) -> Game:
    return advance(game, game.mover or Seat(0), made, NO_CHANCE)[0]


def _begun(rules: Rules, players: int, seed: int) -> tuple[Game, Chance]:
    chance = draw(rules, players, RepeatableSource(seed))
    return begin(rules, players, chance)[0], chance

"""The search of the strong bot: repeatable, legal, and better than the policy that it plays out with."""

import pytest

from kingdomino.game.commands import Discard
from kingdomino.kernel import search
from kingdomino.kernel.tables import Position
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import BOTS, RANDOM, STRONG, command
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.simulation import play_many
from kingdomino.tally import Tally
from service.cli.simulating.parts import SeededSource

TABLES = [
    (2, Rules()),
    (2, Rules(mighty_duel=True, middle_kingdom=True, harmony=True)),
    (3, Rules(Edition.SECOND, FirstLine.SEATED)),
    (3, Rules(harmony=True)),
    (4, Rules(middle_kingdom=True, harmony=True)),
]
"""Every number of players, limit and way of the first line."""


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_decision_is_legal_and_repeated(players: int, rules: Rules) -> None:
    """From the first choice to the last placement, with a few playouts."""
    source = SeededSource(players)
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    turn = 0
    while (seat := game.mover) is not None:
        position, turn = Position.of(game), turn + 1
        legal = position.legal()
        found = search.best_move(position, 12, 4, turn)
        assert found == search.best_move(Position.of(game), 12, 4, turn)
        assert 0 <= found < len(legal)
        game, _ = advance(game, seat, legal[found], chance)
    assert turn > 20


def test_a_forced_move_needs_no_playout() -> None:
    """With one legal move there is nothing to compare."""
    rules, source = Rules(), SeededSource(3)
    chance = draw(rules, 2, source)
    game, _ = begin(rules, 2, chance)
    while (seat := game.mover) is not None:
        position = Position.of(game)
        if len(position.legal()) == 1:
            assert search.best_move(position, 1, 1, 0) == 0
            found = position.legal()[0]
            assert isinstance(found, Discard) or found in position.legal()
        game, _ = advance(game, seat, command(RANDOM, game, seat, lambda bound: bound - 1), chance)


def test_it_beats_the_full_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of its playouts against three of them, it wins more than half of the games."""
    monkeypatch.setattr("kingdomino.policies.strong.PLAYOUTS", 75)
    names = ["strong", "full-greedy", "full-greedy", "full-greedy"]
    policies = [STRONG, *(BOTS[name].policy for name in names[1:])]
    tally = Tally(names)
    rules = Rules(middle_kingdom=True, harmony=True)
    for played in play_many(rules, policies, 16, SeededSource(5)):
        tally.count(played)
    assert tally.standings()["strong"].wins > 8

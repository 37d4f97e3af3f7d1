"""Each policy still makes the moves of its vectors: a released version of a policy never changes."""

import json
from pathlib import Path
from typing import Any

import pytest

from kingdomino.kernel import state
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.policies import BOTS, command, plain_name
from replays.encoding.forms import RULES
from tests.conformance.vectors.bots import ORIGINS, SplitMix, dealt, text

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("bots.json").read_text("utf-8"))


def test_there_is_a_vector_for_every_bot() -> None:
    """The vectors cover every bot's present version, in the order of the registry, then those of Origins."""
    first = [bot.stored_name for bot in BOTS.values()]
    assert [vector["policy"] for vector in VECTORS[: len(first)]] == first
    assert [
        (plain_name(vector["policy"]), RULES.read(vector["rules"]), vector["players"])
        for vector in VECTORS[len(first) :]
    ] == ORIGINS


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "vector", VECTORS, ids=[f"{vector['policy']}-{vector['rules'].get('mode', 'base')}" for vector in VECTORS]
)
def test_the_moves_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    """All moves are checked, but only every seventh for Origins and slow bots; slow bots need the kernel."""
    bot, rules, players = BOTS[plain_name(vector["policy"])], RULES.read(vector["rules"]), vector["players"]
    chance = dealt(rules, players)
    assert (list(chance.deck), list(chance.kings)) == (vector["deck"], vector["kings"])
    if bot.is_slow and not state().runs:
        assert not bot.is_offered
        return
    game, _ = begin(rules, players, chance)
    for number, move in enumerate(vector["moves"]):
        seat = game.mover
        assert seat is not None
        if number % (7 if bot.is_slow or rules.origins else 1) == 0:
            assert text(command(bot.policy, game, seat, SplitMix(number).below)) == move
        made = next(each for each in legal_commands(game) if text(each) == move)
        game, _ = advance(game, seat, made, chance)
    assert game.mover is None

"""Each policy still makes the moves of its vectors: a released version of a policy never changes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.kernel import state
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.policies import BOTS, Below, command, plain_name, policy_named, stored_names
from kingdomino.policies.outlook import Outlook
from kingdomino.policies.policy import best
from kingdomino.policies.steady import WIDTH
from replays.encoding.forms import RULES
from tests.conformance.vectors.bots import DEAL, LAST_DEAL, LAST_ROUND, ORIGINS, SplitMix, dealt, text

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("bots.json").read_text("utf-8"))


def test_there_is_a_vector_for_every_bot() -> None:
    """The vectors are of all versions of every bot in the order of the registry, of Origins, of steady."""
    first = stored_names()
    assert [vector["policy"] for vector in VECTORS[: len(first)]] == first
    assert [
        (vector["policy"], RULES.read(vector["rules"]), vector["players"]) for vector in VECTORS[len(first) :]
    ] == [*ORIGINS, LAST_ROUND]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "vector",
    VECTORS,
    ids=[
        f"{number}-{vector['policy']}-{vector['rules'].get('mode', 'base')}"
        for number, vector in enumerate(VECTORS)
    ],
)
def test_the_moves_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    """All moves are checked, but only every seventh for Origins and slow bots; slow bots need the kernel."""
    bot, policy = BOTS[plain_name(vector["policy"])], policy_named(vector["policy"])
    assert policy is not None
    rules, players = RULES.read(vector["rules"]), vector["players"]
    chance = dealt(rules, players, LAST_DEAL if vector is VECTORS[-1] else DEAL)
    assert (list(chance.deck), list(chance.kings)) == (vector["deck"], vector["kings"])
    if bot.is_slow and not state().runs:
        assert not bot.is_offered
        return
    game, _ = begin(rules, players, chance)
    for number, move in enumerate(vector["moves"]):
        seat = game.mover
        assert seat is not None
        if number % (7 if bot.is_slow or rules.origins else 1) == 0:
            assert text(command(policy, game, seat, SplitMix(number).below)) == move
        made = next(each for each in legal_commands(game) if text(each) == move)
        game, _ = advance(game, seat, made, chance)
    assert game.mover is None


def misread(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    """Place as steady where no domino is on offer, but without the dominoes under its other kings."""
    outlook, kingdom = Outlook.of(game, seat), game.kingdoms[seat]
    worth = {each: outlook.worth(kingdom.place(each)) for each in placements}
    promising = sorted(placements, key=lambda each: worth[each], reverse=True)[:WIDTH]
    return best(promising, [worth[each] for each in promising], below)


def test_the_last_vector_tells_two_readings_apart() -> None:
    """If no domino is on offer, steady counts the dominoes under its other kings: else it moves otherwise."""
    vector, policy = VECTORS[-1], BOTS["steady"].policy
    chance = dealt(RULES.read(vector["rules"]), vector["players"], LAST_DEAL)
    game, _ = begin(RULES.read(vector["rules"]), vector["players"], chance)
    apart = []
    for number, move in enumerate(vector["moves"]):
        seat = game.mover
        assert seat is not None
        if game.stage is Stage.PLACE and not game.free_dominoes:
            other = text(command(replace(policy, place=misread), game, seat, SplitMix(number).below))
            apart += [(number, move, other)] * (move != other)
        made = next(each for each in legal_commands(game) if text(each) == move)
        game, _ = advance(game, seat, made, chance)
    assert apart == [(45, "place 23 -2 1 south", "place 23 -2 -1 south")]

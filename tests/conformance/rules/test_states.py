"""The worked states of docs/understand/states.md: each is reached in a game and has the published hash.

`python -m tests.conformance.rules.test_states` prints the states for the page.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import orjson

from harness.audit.audits import BASE, TOTEM, TRIBE
from harness.games import seeded
from kingdomino.game import Game, Stage
from kingdomino.game.events import GameStarted
from kingdomino.machine import advance, begin, draw, evolve, legal_commands, start
from kingdomino.rules import Rules
from replays.encoding.canonical import canonical
from replays.encoding.drift import rules_state, state_hash
from service.cli.simulating.parts import RepeatableSource

PAGE = Path(__file__).parents[3] / "docs" / "understand" / "states.md"
WORKED = re.compile(r"^## ([a-z-]+)\n\n    (\{.*\})\n\n    ([0-9a-f]{64})$", re.MULTILINE)
GAMES = {"over": BASE, "choose-first": BASE, "place": BASE, "choose": BASE, "fire": TRIBE, "totem": TOTEM}
GAMES |= {"recruit": TRIBE, "take": TRIBE, "put": TRIBE}
"""The rules of the game in which each stage is shown."""

PLAYERS = {stage: 3 if stage is Stage.TOTEM else 2 for stage in Stage}
"""The number of players for each stage; a tie of several others for a totem needs three."""


@cache
def worked() -> dict[str, tuple[bytes, str]]:
    """The states and hashes on the page, by stage."""
    return {stage: (state.encode(), hash_) for stage, state, hash_ in WORKED.findall(PAGE.read_text("utf-8"))}


def test_each_stage_has_a_worked_state() -> None:
    """Each stage has a state in canonical JSON, whose SHA-256 is the published hash."""
    assert set(worked()) == {stage.value for stage in Stage}
    for stage, (state, hash_) in worked().items():
        value = orjson.loads(state)
        assert canonical(value) == state, stage
        assert value["stage"] == stage
        assert hashlib.sha256(state).hexdigest() == hash_, stage


def test_each_worked_state_is_reached() -> None:
    """Random games by the program reach exactly the published states."""
    for stage, (_, hash_) in worked().items():
        assert hash_ == state_hash(first_at(Stage(stage))), stage


def test_the_first_choice_stands_in_the_line() -> None:
    """In round 0 the dominoes on offer are in `line`, and there is no next line yet."""
    value = orjson.loads(worked()["choose-first"][0])
    assert (value["round"], value["next_line"], len(value["line"])) == (0, [], 4)
    dealt = canonical({**value, "drawn": 0, "waiting": [], "mover": None})
    chance = draw(BASE, 2, RepeatableSource(1))
    _, (started, line, *_) = begin(BASE, 2, chance)
    assert isinstance(started, GameStarted)
    after = evolve(start(started), line)
    assert hashlib.sha256(dealt).hexdigest() == state_hash(after)
    assert f"\n    {state_hash(after)}\n" in PAGE.read_text("utf-8").partition("\n## ")[0]


def first_at(stage: Stage) -> Game:
    """The first state of this stage in random games with the seeds 1, 2, 3 … in order."""
    return next(game for game in states(GAMES[stage.value], PLAYERS[stage]) if game.stage is stage)


def states(rules: Rules, players: int) -> Iterator[Game]:
    """Every state at the beginning of a step of a turn, and the last state of each game."""
    for seed in count(1):
        random, chance = seeded(seed), draw(rules, players, RepeatableSource(seed))
        game, _ = begin(rules, players, chance)
        yield game
        while game.mover is not None:
            game, _ = advance(game, game.mover, random.choice(legal_commands(game)), chance)
            yield game


def main() -> None:
    """Print the sections of the page with the worked states."""
    for stage in Stage:
        game = first_at(stage)
        print(f"## {stage.value}\n\n    {canonical(rules_state(game)).decode()}\n\n    {state_hash(game)}\n")


if __name__ == "__main__":
    main()

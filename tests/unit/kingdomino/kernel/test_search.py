"""The search of the strong bot: repeatable, legal, and stronger than its playout policy."""

from functools import partial

import pytest

from kingdomino.board.camp import Caveman, FireToken
from kingdomino.board.grid import Square
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.game.events import SeatLeft
from kingdomino.game.table import TILES, SharedTable, Volcano
from kingdomino.kernel.search.moves import SEARCHED, best_command
from kingdomino.kernel.search.worlds import counted
from kingdomino.machine import advance, begin, draw, evolve, legal_commands, settle
from kingdomino.machine.variants import first_choice
from kingdomino.policies import BOTS, GREEDY, STEADY, command
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from kingdomino.scoring import score
from kingdomino.simulation import play_many
from kingdomino.simulation.tally import Tally
from service.cli.simulating.parts import RepeatableSource

pytestmark = pytest.mark.slow


def origins(mode: Mode) -> Rules:
    """Origins with both bonuses."""
    return Rules(game=GameKind.ORIGINS, mode=mode, middle_kingdom=True, harmony=True)


ORIGINS = [(players, origins(mode)) for players, mode in zip((4, 2, 3), Mode, strict=True)]
TABLES = [
    (2, Rules()),
    (2, Rules(mighty_duel=True, middle_kingdom=True, harmony=True)),
    (3, Rules(Edition.SECOND, FirstLine.SEATED)),
    (3, Rules(harmony=True)),
    (4, Rules(middle_kingdom=True, harmony=True)),
    *ORIGINS,
]
"""Every number of players, limit, kind of first line and mode."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_decision_is_legal_and_repeated(players: int, rules: Rules) -> None:
    """From the first choice to the last placement, a search with few playouts is legal and repeatable."""
    game, chance = _begun(rules, players)
    seen = set()
    for turn in range(200):
        if (seat := game.mover) is None:
            break
        seen.add(game.stage)
        made = _searched(game, turn)
        assert made == _searched(game, turn)
        assert made in legal_commands(game)
        game, _ = advance(game, seat, made, chance)
    assert game.mover is None
    assert not rules.origins or Stage.FIRE in seen


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_it_counts_as_the_rules_do(players: int, rules: Rules) -> None:
    """R11-R31: at every turn of a greedy game the points are the rules', with fires, totems and cavemen."""
    game, chance = _begun(rules, players)
    draws = partial(RepeatableSource(9).below, "bot")
    turns = 0
    while (seat := game.mover) is not None:
        if game.stage in SEARCHED - {Stage.FIRE}:
            turns += 1
            assert counted(game) == [score(game, Seat(each)).total for each in range(players)]
        game, _ = advance(game, seat, command(GREEDY, game, seat, draws), chance)
    assert turns > 20
    assert counted(game) == [score(game, Seat(each)).total for each in range(players)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mode", Mode)
def test_the_last_domino_is_placed_best(mode: Mode) -> None:
    """When nothing is unknown, the search finds the placement with the most points, the token's included."""
    draws = partial(RepeatableSource(4).below, "bot")
    found = 0
    for seed in range(4):
        game, chance = _begun(origins(mode), 4, seed)
        while (seat := game.mover) is not None:
            legal = legal_commands(game)
            if game.stage is Stage.PLACE and len(game.line) == 1 and not game.next_line and len(legal) > 1:
                made = best_command(game, 1000, 1000, 1)
                assert _end(game, seat, made, chance) == max(_end(game, seat, e, chance) for e in legal)
                found += 1
            game, _ = advance(game, seat, command(GREEDY, game, seat, draws), chance)
    assert found


@pytest.mark.parametrize("stage", [Stage.RECRUIT, Stage.TAKE, Stage.PUT, Stage.TOTEM, Stage.OVER])
def test_other_stages_are_refused(stage: Stage) -> None:
    """The search refuses stages that it does not know, before it reads anything."""
    game, _ = _begun(origins(Mode.TRIBE), 4)
    with pytest.raises(ValueError, match="placed or chosen"):
        best_command(game._replace(stage=stage), 10, 4, 1)


def test_pairs_and_games_without_a_limit_are_refused() -> None:
    """R21, R17: the search refuses these games; steady plays them."""
    for rules in (origins(Mode.TOTEM), Rules(no_limit=True)):
        with pytest.raises(ValueError, match="placed or chosen"):
            best_command(_begun(rules, 2)[0], 10, 4, 1)


@pytest.mark.parametrize(
    ("shared", "message"),
    [
        (SharedTable(board=TILES[:5]), "more than 4 cavemen"),
        (SharedTable(stack=(*TILES, Caveman.SHAMAN)), "22 in the stack"),
        (SharedTable(totems=(Seat(4), None, None, None)), "none of 4"),
        (SharedTable(volcano=Volcano(Square(0, 0), 4)), "1 to 3 craters"),
    ],
)
def test_what_cannot_lie_there_is_refused(shared: SharedTable, message: str) -> None:
    """Impossible pieces are refused, so C code never writes beyond its boards."""
    with pytest.raises(ValueError, match=message):
        best_command(_begun(origins(Mode.TRIBE), 4)[0]._replace(shared=shared), 10, 4, 1)


def test_a_token_beside_the_territory_is_refused() -> None:
    """A token without a domino under it is refused, inside the frame or outside."""
    game, _ = _begun(origins(Mode.DISCOVERY), 4)
    for square in (Square(1, 0), Square(40, 0)):
        camp = game.kingdoms[0].camp._replace(tokens=(FireToken(square, 1),))
        kingdom = game.kingdoms[0]._replace(camp=camp)
        with pytest.raises(ValueError, match="where there is no domino"):
            best_command(game.with_kingdom(Seat(0), kingdom), 10, 4, 1)


@pytest.mark.parametrize("mode", Mode)
def test_idle_seats_are_played_out(mode: Mode) -> None:
    """R32: the search plays on although an idle seat discards its dominoes and never acts."""
    game, chance = _begun(origins(mode), 4)
    while game.round < 6:
        game, _ = advance(game, game.mover or Seat(0), _searched(game, 1), chance)
    away = Seat(((game.mover or 0) + 1) % 4)
    game, _ = settle(evolve(game, SeatLeft(away, idle=True)), (), chance)
    for turn in range(300):
        if (seat := game.mover) is None:
            break
        assert seat != away
        game, _ = advance(game, seat, _searched(game, turn), chance)
    assert game.mover is None


@pytest.mark.long
def test_it_beats_the_full_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of its playouts it wins more than half of the games against three full-greedy bots."""
    monkeypatch.setattr("kingdomino.policies.farsighted.PLAYOUTS", 75)
    names = ["strong", "full-greedy", "full-greedy", "full-greedy"]
    assert _won(Rules(middle_kingdom=True, harmony=True), names, 8) > 4


@pytest.mark.long
def test_it_beats_steady_in_origins(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of its playouts it wins more than half of the games for two."""
    monkeypatch.setattr("kingdomino.policies.strong.PLAYOUTS", 75)
    assert _won(origins(Mode.TOTEM), ["strong", "steady"], 3) > 1.5


def _won(rules: Rules, names: list[str], games: int) -> float:
    tally = Tally(names)
    for played in play_many(rules, [BOTS[name].policy for name in names], games, RepeatableSource(5)):
        tally.count(played)
    return float(tally.standings()["strong"].wins)


def _begun(rules: Rules, players: int, seed: int = 0) -> tuple[Game, Chance]:
    chance = draw(rules, players, RepeatableSource(seed or players))
    return begin(rules, players, chance)[0], chance


def _searched(game: Game, seed: int) -> Command:
    """The choice of a search with few playouts, or steady's in the stages that the search does not know."""
    pair = game.stage is Stage.CHOOSE_FIRST and first_choice(game).in_pairs
    if game.stage in SEARCHED and not pair:
        return best_command(game, 12, 4, seed)
    return command(STEADY, game, game.mover or Seat(0), lambda _: 0)


def _end(game: Game, seat: Seat, made: Command, chance: Chance) -> int:
    """The seat's points after its last placement, with the token on its best square."""
    game, _ = advance(game, seat, made, chance)
    puts = [advance(game, seat, each, chance)[0] for each in legal_commands(game)] or [game]
    return max(score(each, seat).total for each in puts)

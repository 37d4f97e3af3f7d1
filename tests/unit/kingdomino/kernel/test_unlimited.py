"""Kingdoms without a limit: the kernel's best placements and ends of games are those of the rules."""

import random

import pytest

from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Place
from kingdomino.game.events import GameStarted, SeatLeft
from kingdomino.kernel.unlimited import best_placements, endings
from kingdomino.machine import evolve, legal_commands, settle, start
from kingdomino.review.decisions import ALL, PublicPosition, decisions
from kingdomino.review.evaluator import PureEvaluator
from kingdomino.review.outcomes import ended, estimate
from kingdomino.review.searching import UnlimitedEvaluator
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.scoring import live_total
from tests.unit.kingdomino.review.games import game_of

pytestmark = pytest.mark.slow

TABLES = [
    (2, Rules(no_limit=True)),
    (3, Rules(Edition.SECOND, FirstLine.SEATED, no_limit=True)),
    (4, Rules(first_line=FirstLine.ALTERNATING, no_limit=True)),
]


def streams(name: str) -> random.Random:
    """A reproducible random stream for each name."""
    return random.Random(f"test/{name}")  # noqa: S311 - a test


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_best_placements_are_those_of_the_rules(players: int, rules: Rules) -> None:
    """For every domino on the table and every seat, in random and in greedy games, each placement once."""
    for policy in ("random", "greedy"):
        for step in game_of(rules, [policy] * players, 5)[::7]:
            game = step.game
            if game is None or game.mover is None:
                continue
            for slot in (*game.line, *game.next_line):
                for seat in range(players):
                    compare_best(game, Seat(seat), slot.domino)


def compare_best(game: Game, seat: Seat, domino: DominoNumber) -> None:
    """Compare the gain and the placements that have it."""
    kingdom = game.kingdoms[seat]
    now = live_total(game, kingdom)
    gains = {
        placement: live_total(game, kingdom.place(placement)) - now
        for placement in LegalPlacements(kingdom, kingdom.dominoes[domino])
    }
    best = max(gains.values(), default=-1000)
    gain, placements = best_placements(game, seat, domino)
    assert gain == best
    assert sorted(placements, key=str) == sorted([p for p, own in gains.items() if own == best], key=str)


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_last_rounds_end_alike(players: int, rules: Rules) -> None:
    """In the last round the outcomes after every move that leaves no draw are those of the rules."""
    compared = 0
    for decision in decisions(game_of(rules, ["random"] * players, 6)):
        game = decision.position.game
        if game.next_line or len(game.line) > 1 or game.stage is not Stage.PLACE or game.deck_left:
            continue
        for command in legal_commands(game):
            by_kernel = UnlimitedEvaluator(streams).outcomes(decision.position, command, range(2))
            assert by_kernel == PureEvaluator(streams).outcomes(decision.position, command, range(2))
            compared += isinstance(command, Place)
    assert compared


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_idle_seats_and_ends_count_as_the_rules_do(players: int, rules: Rules) -> None:
    """A game that is over, or that everybody has left, has the points and places of the rules (R12, R32)."""
    for seed, step in enumerate(game_of(rules, ["random"] * players, 8)[12::9]):
        assert step.game is not None
        gone = step.game
        for seat in range(players):
            if seed % 3 and gone.mover is not None:
                gone = evolve(gone, SeatLeft(Seat(seat), idle=True))
        if gone.deck_left or (gone.mover is not None and not gone.idle):
            continue
        wanted = ended(settle(gone, (), None)[0])  # type: ignore[arg-type]  # nothing is left to draw
        [(points, first)] = endings(gone, [], [seed])
        assert points == wanted.points
        assert [first >> seat & 1 for seat in range(players)] == [part > 0 for part in wanted.shares]


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_decision_is_played_out(players: int, rules: Rules) -> None:
    """From the beginning and after every command; a deal repeats."""
    beginning = PublicPosition(0, start(GameStarted(rules, players)), ALL)
    assert len(UnlimitedEvaluator(streams).outcomes(beginning, None, range(4))) == 4
    for decision in decisions(game_of(rules, ["random"] * players, 7)):
        for command in (None, decision.command):
            first = UnlimitedEvaluator(streams).outcomes(decision.position, command, range(3))
            assert first == UnlimitedEvaluator(streams).outcomes(decision.position, command, range(3))


@pytest.mark.long
def test_expectations_agree_within_their_error() -> None:
    """The kernel and the rules play the same policy, so their means differ by chance only."""
    rules = Rules(no_limit=True)
    made = list(decisions(game_of(rules, ["greedy"] * 3, 6)))
    for decision in (made[1], made[len(made) // 2]):
        by_kernel = UnlimitedEvaluator(streams).outcomes(decision.position, decision.command, range(2_000))
        by_rules = PureEvaluator(streams).outcomes(decision.position, decision.command, range(40))
        for seat in range(3):
            one, other = (
                estimate([each.points[seat] for each in outcomes]) for outcomes in (by_kernel, by_rules)
            )
            assert abs(one.mean - other.mean) <= 4 * (one.error + other.error)


def test_what_cannot_be_is_refused() -> None:
    """A limit, and kingdoms larger than 12 dominoes reach, are refused before C code reads them."""
    game = game_of(TABLES[0][1], ["random"] * 2, 1)[-1].game
    assert game is not None
    kingdom = game.kingdoms[0]
    far = kingdom.placements[0]._replace(x=25)
    for placements in ((far, *kingdom.placements[1:]), kingdom.placements * 2):
        wrong = game.with_kingdom(Seat(0), kingdom._replace(placements=placements))
        with pytest.raises(ValueError, match="12 dominoes"):
            endings(wrong, [], [1])
    with pytest.raises(ValueError, match="without a limit"):
        endings(game_of(Rules(), ["random"] * 2, 1)[-1].game, [], [1])  # type: ignore[arg-type]

"""Draws that chance can have given (R3-R5, R21, R29)."""

import random
from collections.abc import Iterable, Iterator

import pytest

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event, GameStarted, KingDrawn, LineDealt
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.machine import advance, automatic, begin, evolve, legal_commands, start
from kingdomino.machine.plausible import DRAWS, agreeing, why_impossible
from kingdomino.rules import Edition, FirstLine, Mode, Rules
from tests.games import deck, origins, seats, shuffling

TABLES = [
    *((players, Rules(first_line=first)) for players in (2, 3, 4) for first in FirstLine),
    (3, Rules(edition=Edition.SECOND)),
    (2, Rules(mighty_duel=True)),
    *((players, origins(mode)) for players in (2, 3, 4) for mode in Mode),
]


def kings(players: int, rules: Rules) -> list[int]:
    """One order of the kings that the rules allow to be drawn."""
    if rules.neolithic(players):
        return [1, 1, 0, 0]
    return [(seat + 1) % players for seat in range(players)] * rules.kings_each(players)


def played(players: int, rules: Rules) -> list[Event]:
    """The events of a random game."""
    choices = random.Random(7)  # noqa: S311 - a test
    order = choices.sample(range(1, 49), 48)
    chance = Chance(deck(*order), seats(*kings(players, rules)), shuffling(3))
    game, happened = begin(rules, players, chance)
    events = list(happened)
    while commands := legal_commands(game):
        assert game.mover is not None
        game, happened = advance(game, game.mover, choices.choice(commands), chance)
        events += happened
    return events


def draws(events: Iterable[Event], players: int, rules: Rules) -> Iterator[tuple[Game, Event]]:
    """Every draw of a game, with the state just before it."""
    game = start(GameStarted(rules, players))
    for event in events:
        if isinstance(event, GameStarted):
            continue
        if isinstance(event, DRAWS):
            yield game, event
        game = evolve(game, event)


def dealt_before(events: Iterable[Event], draw: Event) -> set[DominoNumber]:
    """The dominoes of all lines before this draw."""
    dealt: set[DominoNumber] = set()
    for event in events:
        if event is draw:
            break
        if isinstance(event, LineDealt):
            dealt |= set(event.dominoes)
    return dealt


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_what_was_drawn_is_possible_and_agreed_with(players: int, rules: Rules) -> None:
    """No draw of a real game is impossible, and `agreeing` makes the rules repeat each draw."""
    events = played(players, rules)
    found = list(draws(events, players, rules))
    assert sum(isinstance(draw, LineDealt) for _, draw in found) == rules.rounds(players)
    for game, draw in found:
        assert why_impossible(game, draw, dealt_before(events, draw)) is None
        assert automatic(game, agreeing(game, draw)) == draw


def after(players: int, rules: Rules, *first: Event) -> Game:
    """A game that begins with these draws."""
    game = start(GameStarted(rules, players))
    for event in first:
        game = evolve(game, event)
    return game


def line(*numbers: int) -> LineDealt:
    """A line of these dominoes."""
    return LineDealt(tuple(DominoNumber(number) for number in numbers))


def king(seat: int) -> KingDrawn:
    """A king of this seat."""
    return KingDrawn(Seat(seat))


SEATED, ALTERNATING = Rules(first_line=FirstLine.SEATED), Rules(first_line=FirstLine.ALTERNATING)
FOUR = line(1, 2, 3, 4)


@pytest.mark.parametrize(
    ("game", "draw", "why"),
    [
        (after(4, Rules()), line(1, 2, 3), "a line has 4 dominoes, not 3"),
        (after(4, Rules()), line(1, 2, 4, 3), "ascending"),
        (after(4, Rules()), line(1, 2, 3, 3), "each domino once"),
        (after(4, Rules()), line(1, 2, 3, 48), "dealt before: 48"),
        (after(4, Rules(), FOUR, king(2)), king(2), "seat 2 has no king left"),
        (after(2, Rules(), FOUR, king(1), king(1)), king(1), "seat 1 has no king left"),
        (after(3, SEATED, line(1, 2, 3), king(1)), king(0), "the order of seats"),
        (after(2, ALTERNATING, FOUR, king(1)), king(1), "every player has a king before any has the second"),
        (after(2, ALTERNATING, FOUR, king(1), king(0)), king(0), "in the same order"),
        (after(2, origins(), FOUR, king(1)), king(0), "both kings of a seat"),
        (after(4, origins(Mode.TRIBE), FOUR), BoardRefilled((Caveman.HUNTER,)), "takes 4 tiles, not 1"),
        (
            after(4, origins(Mode.TRIBE), FOUR),
            BoardRefilled((Caveman.HUNTER, Caveman.HUNTER, Caveman.HUNTER, Caveman.FISHER)),
            "not in the stack: hunter",
        ),
    ],
)
def test_what_cannot_have_been_drawn_is_named(game: Game, draw: Event, why: str) -> None:
    """The sentence names what is impossible; domino 48 counts as dealt before."""
    reason = why_impossible(game, draw, {DominoNumber(48)})
    assert reason is not None
    assert why in reason


def test_events_that_nobody_draws_are_never_impossible() -> None:
    """Only draws can be impossible."""
    assert why_impossible(after(4, Rules()), GameStarted(Rules(), 4), ()) is None

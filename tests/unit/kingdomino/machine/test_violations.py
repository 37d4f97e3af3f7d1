"""Each refusal code is reached by some command, and a refusal changes nothing."""

from collections.abc import Callable
from functools import partial

import pytest

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom, parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.table import TILES, Origin
from kingdomino.machine import begin, decide
from kingdomino.rules import GameKind, Mode, Rules, check_fields
from kingdomino.rules.versions import VERSIONS
from kingdomino.rules.violations import CODES, RuleViolation
from tests.drawing import kingdom, territory
from tests.games import Played, begun, deck, origins, placing, seats

FIRST_CHOICE = begun(4, dominoes=[24, 36, 47, 48, 1, 2, 3, 4])
"""Seat 0 is to choose from 24, 36, 47, 48."""

TO_PLACE = FIRST_CHOICE.chooses(24, 36, 47, 48)
"""Seat 0 has to place domino 24 (forest with a crown, wheat); 1, 2, 3, 4 will be on offer."""

TO_CHOOSE = TO_PLACE.places("24@1,0e").chooses(2).places("36@1,0e")
"""Seat 1 has to choose; seat 0 stands on domino 2."""


def place(played: Played, text: str, land: Kingdom | None = None) -> None:
    """Try a placement of seat 0, in its own kingdom or in `land`."""
    game = played.game
    if land is not None:
        game = game._replace(kingdoms=(land, *game.kingdoms[1:]))
    decide(game, Seat(0), Place(parse_placement(text)), played.chance)


def give(played: Played, seat: int, command: Command) -> None:
    """Try a command of this seat."""
    decide(played.game, Seat(seat), command, played.chance)


def start(players: int, **options: int) -> None:
    """Try to begin a game."""
    begin(Rules(**options), players, Chance(deck(), seats(0, 1, 2, 3)))  # type: ignore[arg-type]


PAIRS = begun(2, origins(), kings=[0, 0, 1, 1])
"""Seat 0 has to choose a pair of dominoes 1, 2, 3, 4 in a game of Origins."""

VOLCANO = placing(48, Kingdom.empty(5, ORIGINS_DOMINOES), *[Kingdom.empty(5, ORIGINS_DOMINOES)] * 2).places(
    "48@1,0e"
)
"""Seat 0 has to put a fire, which can only go to (1, 0)."""

FISH = territory("## L0", "## fi")
CONTEST = (
    placing(28, FISH, FISH, FISH, mode=Mode.TOTEM, totems=(None, Seat(0), None, None))
    .places("28@0,1n")
    .does(PutFire(Square(1, 0)))
)
"""Seat 0 burnt its fish and has to give the totem to seat 1 or 2."""

RECRUITING = (
    placing(
        1,
        territory("## G0 L0 J0", "## ma fi mu"),
        *[Kingdom.empty(5, ORIGINS_DOMINOES)] * 2,
        mode=Mode.TRIBE,
        board=TILES[:4],
        stack=TILES[4:],
        shuffled=TILES[4:],
    )
    .places("1@0,1n")
    .chooses(2)
)
"""Seat 0 has a mammoth, a fish and a mushroom; hunters and fishers lie on the board."""

TAKING = RECRUITING.does(Recruit(Origin.BOARD, (Square(1, 0), Square(2, 0))))
PUTTING = TAKING.does(TakeCaveman(Caveman.HUNTER))


def recruit(source: Origin, *squares: tuple[int, int]) -> None:
    """Try to pay with the resources on these squares."""
    give(RECRUITING, 0, Recruit(source, tuple(Square(x, y) for x, y in squares)))


def domino(number: int) -> DominoNumber:
    """The domino with this number."""
    return DominoNumber(number)


REFUSED: dict[str, list[Callable[[], None]]] = {
    "rules/version": [lambda: start(2, version=0), lambda: start(2, version=VERSIONS.newest.number + 1)],
    "rules/players": [lambda: start(1), lambda: start(5)],
    "rules/mighty-duel-players": [lambda: start(3, mighty_duel=True)],
    "rules/no-limit-mix": [lambda: start(2, no_limit=True, harmony=True)],
    "rules/meaningless": [
        lambda: check_fields(GameKind.ORIGINS, ["edition"]),
        lambda: check_fields(GameKind.KINGDOMINO, ["mode", "harmony"]),
    ],
    "choice/pair": [
        lambda: give(PAIRS, 0, Choose(domino(1))),
        lambda: give(PAIRS, 0, ChoosePair((domino(1), domino(2)))),
        lambda: give(PAIRS, 0, ChoosePair((domino(1), domino(1)))),
        lambda: give(PAIRS, 0, ChoosePair((domino(4), domino(48)))),
    ],
    "choice/single": [
        lambda: give(FIRST_CHOICE, 0, ChoosePair((domino(24), domino(48)))),
        lambda: give(begun(3, origins()), 0, ChoosePair((domino(1), domino(4)))),
    ],
    "fire/square": [
        partial(give, VOLCANO, 0, PutFire(Square(x, y))) for x, y in ((0, 0), (2, 0), (1, 1), (3, 0), (99, 0))
    ],
    "totem/choice": [
        lambda: give(CONTEST, 0, GiveTotem(Resource.FISH, Seat(0))),
        lambda: give(CONTEST, 0, GiveTotem(Resource.FISH, Seat(3))),
        lambda: give(CONTEST, 0, GiveTotem(Resource.FLINT, Seat(1))),
    ],
    "recruit/source": [lambda: recruit(Origin.STACK, (1, 0), (2, 0), (3, 0), (0, 1))],
    "recruit/payment": [
        lambda: recruit(Origin.BOARD),
        lambda: recruit(Origin.BOARD, (1, 0)),
        lambda: recruit(Origin.BOARD, (1, 0), (1, 0)),
        lambda: recruit(Origin.BOARD, (1, 0), (0, 1)),
        lambda: recruit(Origin.BOARD, (1, 0), (2, 0), (3, 0)),
        lambda: recruit(Origin.BOARD, (1, 0), (99, -99)),
    ],
    "caveman/not-there": [
        lambda: give(TAKING, 0, TakeCaveman(Caveman.SHAMAN)),
        lambda: give(TAKING, 0, TakeCaveman(Caveman.WARRIOR3)),
    ],
    "caveman/square": [
        partial(give, PUTTING, 0, PutCaveman(Square(x, y))) for x, y in ((0, 0), (3, 0), (-1, 0), (99, 0))
    ],
    "game/over": [
        lambda: give(begun(2).plays(), 0, Choose(domino(1))),
        lambda: give(begun(2).plays(), 1, Place(parse_placement("1@1,0e"))),
        lambda: give(begun(2).plays(), 1, Discard(domino(1))),
    ],
    "turn/not-yours": [
        lambda: give(FIRST_CHOICE, 1, Choose(domino(24))),
        lambda: give(TO_PLACE, 1, Place(parse_placement("36@1,0e"))),
        lambda: give(TO_CHOOSE, 0, Choose(domino(1))),
    ],
    "turn/wrong-action": [
        lambda: give(FIRST_CHOICE, 0, Place(parse_placement("24@1,0e"))),
        lambda: give(FIRST_CHOICE, 0, Discard(domino(24))),
        lambda: give(TO_PLACE, 0, Choose(domino(1))),
        lambda: give(TO_PLACE, 0, PutFire(Square(1, 0))),
        lambda: give(TO_PLACE, 0, Pass()),
        lambda: give(VOLCANO, 0, Choose(domino(1))),
        lambda: give(CONTEST, 0, Choose(domino(1))),
        lambda: give(RECRUITING, 0, PutCaveman(Square(-1, 0))),
        lambda: give(TAKING, 0, Pass()),
        lambda: give(PUTTING, 0, TakeCaveman(Caveman.HUNTER)),
        lambda: give(TO_CHOOSE, 1, Place(parse_placement("36@3,0e"))),
        lambda: give(TO_CHOOSE, 1, Discard(domino(36))),
    ],
    "placement/wrong-domino": [lambda: place(TO_PLACE, "36@1,0e")],
    "placement/occupied": [
        lambda: place(TO_PLACE, "24@0,0e"),
        lambda: place(TO_PLACE, "24@1,0w"),
        lambda: place(TO_PLACE, "24@2,0e", parse_kingdom("36@1,0e")),
        lambda: place(TO_PLACE, "24@3,0w", parse_kingdom("36@1,0e")),
        lambda: place(TO_PLACE, "24@4,0e", parse_kingdom("36@2,0w 1@3,0e")),
        lambda: place(TO_PLACE, "24@2,0n", kingdom("## F0 F0")),
    ],
    "placement/too-large": [
        lambda: place(TO_PLACE, "24@5,0w", parse_kingdom("36@2,0w 1@3,0n")),
        lambda: place(TO_PLACE, "24@-1,0w", parse_kingdom("36@2,0w 1@3,0n")),
        lambda: place(TO_PLACE, "24@4,0e"),
        lambda: place(TO_PLACE, "24@99,-99e"),
        lambda: place(TO_PLACE, "24@0,-5n"),
        lambda: place(TO_PLACE, "24@-1,0n", kingdom("## W0 W0 F0 F0")),
    ],
    "placement/no-match": [
        lambda: place(TO_PLACE, "24@1,1e"),
        lambda: place(TO_PLACE, "24@3,0e"),
        lambda: place(TO_PLACE, "24@3,0e", kingdom("## W0 S0")),
        lambda: place(TO_PLACE, "24@4,0w", parse_kingdom("36@1,0e")),
        lambda: place(TO_PLACE, "24@30,0e", Kingdom.empty(None)),
        lambda: place(TO_PLACE, "24@24,24e", Kingdom.empty(None)),
    ],
    "discard/wrong-domino": [lambda: give(TO_PLACE, 0, Discard(domino(36)))],
    "discard/placeable": [lambda: give(TO_PLACE, 0, Discard(domino(24)))],
    "choice/not-offered": [
        lambda: give(FIRST_CHOICE, 0, Choose(domino(1))),
        lambda: give(TO_CHOOSE, 1, Choose(domino(47))),
        lambda: give(TO_CHOOSE, 1, Choose(domino(24))),
        lambda: give(TO_CHOOSE, 1, Choose(domino(99))),
    ],
    "choice/taken": [
        lambda: give(TO_CHOOSE, 1, Choose(domino(2))),
        lambda: give(FIRST_CHOICE.chooses(47), 1, Choose(domino(47))),
    ],
}


@pytest.mark.parametrize(
    ("code", "attempt"),
    [pytest.param(code, attempt, id=code) for code, attempts in REFUSED.items() for attempt in attempts],
)
def test_what_the_rules_forbid_is_refused_by_its_code(code: str, attempt: Callable[[], None]) -> None:
    """The code names the broken rule, and the text is a sentence for the player."""
    with pytest.raises(RuleViolation) as refused:
        attempt()
    assert refused.value.code == code
    assert refused.value.text
    assert str(refused.value) == f"{code}: {refused.value.text}"


def test_every_code_is_reached() -> None:
    """Every declared code has a test."""
    assert set(REFUSED) == set(CODES)


def test_who_is_to_act_comes_before_what_is_done() -> None:
    """A command that is wrong in two ways is first refused for the turn."""
    game: Game = TO_PLACE.game
    with pytest.raises(RuleViolation) as refused:
        decide(game, Seat(3), Choose(domino(99)), TO_PLACE.chance)
    assert refused.value.code == "turn/not-yours"

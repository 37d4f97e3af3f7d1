"""The gain of a placement is its effect on the score; a domino on offer is judged by its best placement."""

from collections.abc import Iterator
from random import Random

import pytest

from kingdomino.analysis.gains import PUTTING, Fits, Gain, can_be_complete, gains, offers, placement_gain
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.notation import parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Place
from kingdomino.game.origins_commands import PutCaveman, PutFire
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Region, score
from service.cli.simulating.parts import RepeatableSource
from tests.drawing import kingdom, territory
from tests.games import begun, placing

pytestmark = pytest.mark.slow

BONUSES = Rules(middle_kingdom=True, harmony=True)
RULES = [
    (4, BONUSES),
    (2, Rules(mighty_duel=True, middle_kingdom=True, harmony=True)),
    (3, Rules(no_limit=True)),
    *((3, Rules(game=GameKind.ORIGINS, mode=mode, middle_kingdom=True, harmony=True)) for mode in Mode),
]


def moments(players: int, rules: Rules, seed: int | None = None) -> Iterator[tuple[Game, Game]]:
    """Each state of a random game, paired with the state after the next command."""
    random = Random(seed or players)  # noqa: S311 - a test
    chance = draw(rules, players, RepeatableSource(seed or players))
    game, _ = begin(rules, players, chance)
    while game.mover is not None:
        chosen = random.choice(legal_commands(game))
        after, _ = advance(game, game.mover, chosen, chance)
        yield game, after
        game = after


@pytest.mark.parametrize(("players", "rules"), RULES, ids=str)
def test_a_gain_is_the_difference_that_the_placement_makes(players: int, rules: Rules) -> None:
    """The points are the difference of the scores, in every mode; commands that put nothing have no gain."""
    seen = 0
    for game, made in moments(players, rules):
        seat, commands = game.mover, legal_commands(game)[:30]
        assert seat is not None
        before, after = score(game, seat), score(made, seat)
        for command, found in zip(commands, gains(game, commands), strict=True):
            assert (found is not None) == isinstance(command, PUTTING)
            if isinstance(command, Place) and (command.placement,) == made.kingdoms[seat].placements[-1:]:
                assert found is not None
                assert found.points == after.total - before.total
                assert set(found.regions) <= set(after.regions)
                seen += 1
    assert seen > 10


@pytest.mark.parametrize("mode", Mode)
def test_a_fire_and_a_caveman_bring_what_the_score_then_says(mode: Mode) -> None:
    """The gain includes what the fire burns and a totem lost by it."""
    seen = 0
    for game, made in moments(3, Rules(game=GameKind.ORIGINS, mode=mode)):
        seat = game.mover
        assert seat is not None
        before, after = game.kingdoms[seat].camp, made.kingdoms[seat].camp
        commands = legal_commands(game)
        for command, found in zip(commands, gains(game, commands), strict=True):
            fire = isinstance(command, PutFire) and after.tokens != before.tokens
            caveman = isinstance(command, PutCaveman) and after.cavemen != before.cavemen
            put = after.tokens[-1:] if fire else after.cavemen[-1:] if caveman else ()
            if isinstance(command, PutFire | PutCaveman) and [each.square for each in put] == [
                command.square
            ]:
                assert found is not None
                assert found.points == score(made, seat).total - score(game, seat).total
                seen += 1
    assert seen > 0


def test_a_fire_costs_a_totem_that_goes_to_one_of_several() -> None:
    """R27: the totem is surely lost in a tie of others, so it is no part of the gain, whoever gets it."""
    seen = 0
    for game, made in moments(3, Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM), seed=10):
        if game.stage is not Stage.FIRE or made.stage is not Stage.TOTEM:
            continue
        seat, put = game.mover, made.kingdoms[game.mover or 0].camp.tokens[-1]
        assert seat is not None
        [found] = gains(game, [PutFire(put.square)])
        assert found is not None
        for given in legal_commands(made):
            after, _ = advance(made, seat, given, NO_CHANCE)
            assert found.points == score(after, seat).total - score(game, seat).total
        seen += 1
    assert seen > 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "rules"), RULES, ids=str)
def test_the_best_of_an_offer_is_the_best_of_all_its_places(players: int, rules: Rules) -> None:
    """An offer has a best placement if one is legal; a tried placement gives the next state's offers."""
    tried = 0
    for game, after in moments(players, rules):
        seat = game.mover
        assert seat is not None
        land = game.kingdoms[seat]
        for offer in offers(game, seat):
            assert (offer.best is None) == (not LegalPlacements(land, land.dominoes[offer.domino]))
            assert (offer.fits is Fits.NOW) == (offer.best is not None)
        laid = after.kingdoms[seat].placements[-1:]
        if laid != land.placements[-1:] and game.stage is Stage.PLACE and after.stage is Stage.CHOOSE:
            assert offers(game, seat, *laid) == offers(after, seat)
            assert placement_gain(game, seat, *laid) == gains(game, [Place(*laid)])[0]
            tried += 1
    assert tried > 10


def gain_of(game: Game, text: str) -> Gain:
    """The gain of a placement, written as in `24@1,0e`."""
    [found] = gains(game, [Place(parse_placement(text))])
    assert found is not None
    return found


def test_a_gain_names_its_regions_and_lost_bonuses() -> None:
    """24 is forest with a crown and wheat; at three columns from the castle it loses the middle (R14)."""
    game = begun(4, BONUSES, dominoes=[24, 36, 47, 48, 1, 2, 3, 4]).chooses(24, 36, 47, 48).game
    near = gain_of(game, "24@1,0e")
    assert (near.points, near.bonuses) == (1, {})
    assert {(region.terrain, region.points) for region in near.regions} == {
        (Terrain.WHEAT, 0),
        (Terrain.FOREST, 1),
    }
    assert (near.middle_kingdom, near.harmony) == (True, True)
    wide = game.with_kingdom(Seat(0), kingdom("## W0 W0"))
    [far, *_] = [found for found in gains(wide, legal_commands(wide)) if found and found.bonuses]
    assert far.bonuses == {"middle_kingdom": -10}
    assert far.points == sum(region.points for region in far.regions) - 10
    assert far.middle_kingdom is False


def test_without_the_bonuses_nothing_is_said_of_them() -> None:
    """R14 and R15 are options: without them a gain has None for both."""
    game = begun(4, dominoes=[24, 36, 47, 48, 1, 2, 3, 4]).chooses(24, 36, 47, 48).game
    found = gain_of(game, "24@1,0e")
    assert (found.middle_kingdom, found.harmony) == (None, None)


def test_one_region_is_named_once() -> None:
    """A double joins one region; a volcano joins none (R22)."""
    game = begun(4, dominoes=[1, 36, 47, 48, 5, 2, 3, 4]).chooses(1, 36, 47, 48).game
    assert gain_of(game, "1@1,0e").regions == (Region(Terrain.WHEAT, 2, 0),)
    bare = territory("##", "##")
    volcanic = placing(28, bare, bare, mode=Mode.DISCOVERY).game
    [first, *_] = legal_commands(volcanic)
    [found] = gains(volcanic, [first])
    assert found is not None
    assert [region.terrain for region in found.regions] == [Terrain.DESERT]


FULL = """
    L0 L0 L0 L0 L0
    L0 .  L0 L0 L0
    L0 L0 ## L0 L0
    L0 L0 L0 L0 L0
    L0 L0 L0 .  L0
"""
ODD = """
    L0 L0 L0 L0 L0
    L0 .  .  .  L0
    L0 L0 ## L0 L0
    L0 L0 L0 L0 L0
    L0 L0 L0 L0 .
"""
EVEN = """
    L0 L0 L0 L0 L0
    L0 .  .  L0 L0
    L0 L0 ## L0 L0
    L0 L0 L0 L0 L0
    L0 L0 L0 L0 L0
"""
LONE = """
    L0 L0 L0
    L0 .  L0
    L0 L0 ##
"""


@pytest.mark.parametrize(
    ("drawn", "reachable"), [("##", True), (EVEN, True), (FULL, False), (ODD, False), (LONE, False)]
)
def test_gaps_that_no_domino_fills_lose_harmony(drawn: str, *, reachable: bool) -> None:
    """A lone gap loses harmony at any time, an odd gap once the kingdom has its full size (R15)."""
    assert can_be_complete(kingdom(drawn)) is reachable


def test_a_discard_loses_harmony() -> None:
    """R15: a kingdom with a discard cannot be complete."""
    assert not can_be_complete(kingdom("##").discard(DominoNumber(7)))


CLOSED = """
    L0 L0 L0 L0 L0
    L0 L0 L0 L0 L0
    L0 L0 ## L0 L0
    L0 L0 L0 L0 L0
    F0 F0 .  .  L0
"""


def test_a_domino_that_fits_nowhere_is_said_to_be_lost() -> None:
    """3, forest, fits; 1, wheat, has no place, and no domino of the seat could make one."""
    game = begun(4, dominoes=[5, 36, 47, 48, 1, 3, 7, 13]).chooses(5, 36, 47, 48).game
    closed = game.with_kingdom(Seat(0), kingdom(CLOSED))
    found = {offer.domino: offer for offer in offers(closed, Seat(0))}
    assert found[DominoNumber(3)].fits is Fits.NOW
    assert found[DominoNumber(1)] == (1, Fits.NOWHERE, None)


def test_a_domino_may_fit_later() -> None:
    """A domino fits later if one that the seat still has to place brings its terrain."""
    game = begun(4, dominoes=[24, 36, 47, 48, 1, 3, 7, 13]).chooses(24, 36, 47, 48).game
    walled = """
        .  .  F0 F0 F0
        L0 L0 F0 F0 F0
        L0 L0 ## F0 F0
        L0 L0 L0 L0 L0
    """
    closed = game.with_kingdom(Seat(0), kingdom(walled))
    found = {offer.domino: offer.fits for offer in offers(closed, Seat(0))}
    assert found[DominoNumber(1)] is Fits.LATER, "24 has wheat"


def test_a_domino_to_be_discarded_makes_no_place() -> None:
    """5, forest, fits nowhere and is discarded, so 4, forest too, will not fit either."""
    game = begun(4, dominoes=[5, 36, 47, 48, 1, 4, 7, 13]).chooses(5, 36, 47, 48).game
    walled = """
        .  .  L0 L0 L0
        L0 L0 L0 L0 L0
        L0 L0 ## L0 L0
        L0 L0 L0 L0 L0
    """
    closed = game.with_kingdom(Seat(0), kingdom(walled))
    found = {offer.domino: offer.fits for offer in offers(closed, Seat(0))}
    assert found[DominoNumber(4)] is Fits.NOWHERE


def test_a_placement_that_is_not_the_seats_own_is_refused() -> None:
    """A foreign domino or an illegal placement is refused with the code of the rules."""
    game = begun(4, dominoes=[24, 36, 47, 48, 1, 2, 3, 4]).chooses(24, 36, 47, 48).game
    for text, code in (("36@1,0e", "placement/wrong-domino"), ("24@0,0e", "placement/occupied")):
        with pytest.raises(RuleViolation) as refused:
            offers(game, Seat(0), parse_placement(text))
        assert refused.value.code == code
        with pytest.raises(RuleViolation) as refused:
            placement_gain(game, Seat(0), parse_placement(text))
        assert refused.value.code == code


@pytest.mark.parametrize(("players", "rules"), RULES, ids=str)
def test_a_placement_of_a_later_turn_has_its_gain(players: int, rules: Rules) -> None:
    """From the choice of a domino on, the gain is that of its later turn, if the kingdom is the same then."""
    chosen: dict[DominoNumber, Game] = {}
    seen = 0
    for game, after in moments(players, rules):
        seat = game.mover
        assert seat is not None
        for slot in game.next_line:
            if slot.seat is not None:
                chosen.setdefault(slot.domino, game)
        laid = after.kingdoms[seat].placements[-1:]
        if game.stage is not Stage.PLACE or laid == game.kingdoms[seat].placements[-1:]:
            continue
        before = chosen.get(laid[0].domino)
        if before and before.kingdoms[seat] == game.kingdoms[seat] and before.shared == game.shared:
            assert placement_gain(before, seat, *laid) == gains(game, [Place(*laid)])[0]
            seen += 1
    assert seen > 3


def test_placing_a_domino_that_is_to_be_discarded_is_refused() -> None:
    """5, forest, fits nowhere (R10): its placement is refused with the code of the rules."""
    game = begun(4, dominoes=[5, 36, 47, 48, 1, 3, 7, 13]).chooses(5, 36, 47, 48).game
    walled = """
        .  .  L0 L0 L0
        L0 L0 L0 L0 L0
        L0 L0 ## L0 L0
        L0 L0 L0 L0 L0
    """
    with pytest.raises(RuleViolation) as refused:
        offers(game.with_kingdom(Seat(0), kingdom(walled)), Seat(0), parse_placement("5@-2,2e"))
    assert refused.value.code == "placement/no-match"


def test_nobody_gains_before_and_after_a_game() -> None:
    """Without a seat to act there are no gains."""
    assert gains(begun(2).plays().game, ()) == []


def test_squares_are_those_of_the_kingdom() -> None:
    """The gap of the drawing is where the tests above expect it."""
    land = kingdom(LONE)
    assert land.free >> land.grid.index(*Square(-1, 1)) & 1

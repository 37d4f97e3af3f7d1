"""Whole games of legal commands that Hypothesis picks agree with a simple reference (R1-R12, R14-R17)."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import Direction
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.notation import parse_kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import DominoLeftOver, Event, GameEnded, GameStarted
from kingdomino.machine import advance, begin, decide, evolve, legal_commands, start
from kingdomino.policies import BOTS, command, quick
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.rules.violations import CODES, RuleViolation
from kingdomino.scoring import score
from tests import reference
from tests.drawing import draw, format_kingdom, kingdom
from tests.games import Played, as_move
from tests.sampling import examples

MOST_MOVES = 96
"""The maximum number of commands of a game: 4 kings, 12 rounds, 2 steps."""

CEILINGS = {5: 143, 7: 287, None: 24 * 39}
"""Upper bounds on the score of a kingdom, bonuses included, by its limit: 5x5, 7x7 or none (F)."""

EXAMPLES = examples(40)


@st.composite
def rule_sets(draw_: st.DrawFn) -> tuple[Rules, int]:
    """Compatible rules, and a number of players."""
    edition, first_line = draw_(st.sampled_from(Edition)), draw_(st.sampled_from(FirstLine))
    kind = draw_(st.sampled_from(["limit", "limit", "limit", "mighty duel", "no limit"]))
    if kind == "no limit":
        return Rules(edition, first_line, no_limit=True), draw_(st.integers(2, 4))
    middle, harmony = draw_(st.booleans()), draw_(st.booleans())
    duel = kind == "mighty duel"
    rules = Rules(edition, first_line, middle, harmony, mighty_duel=duel)
    return rules, 2 if duel else draw_(st.integers(2, 4))


class Walk(NamedTuple):
    """A game's rules and draws, and picks from 0 to 255 that choose among the legal commands."""

    rules: Rules
    players: int
    chance: Chance
    picks: bytes

    def steps(self) -> Iterator[tuple[Played, int]]:
        """The game before each command, with the pick, and the game at its end, with a pick of 0."""
        played = Played(*begin(self.rules, self.players, self.chance), self.chance)
        for pick in self.picks:
            if played.game.mover is None:
                break
            yield played, pick
            commands = legal_commands(played.game)
            played = played.does(commands[pick * len(commands) // 256])
        yield played, 0

    def end(self) -> Played:
        """The game at its end."""
        return list(self.steps())[-1][0]


@st.composite
def walks(draw_: st.DrawFn) -> Walk:
    """Whole games over all rules, players, decks and orders of kings."""
    rules, players = draw_(rule_sets())
    each = rules.kings_each(players)
    deck = draw_(st.permutations([DominoNumber(n) for n in range(1, 49)]))
    kings = draw_(st.permutations([Seat(s) for s in range(players)] * each))
    picks = draw_(st.binary(min_size=MOST_MOVES, max_size=MOST_MOVES))
    return Walk(rules, players, Chance(tuple(deck), tuple(kings)), picks)


def table_of(walk: Walk) -> reference.Table:
    """The beginning of the same game in the reference."""
    rules, chance = walk.rules, walk.chance
    return reference.Table.begin(
        walk.players, rules.edition.value, chance.deck, chance.kings, rules.limit(walk.players)
    )


def cells_of(land: Kingdom) -> reference.Cells:
    """A kingdom's squares in the form of the reference."""
    return {(c.square.x, c.square.y): (c.half.terrain.word, c.half.crowns) for c in land.cells()}


@given(walks())
@EXAMPLES
def test_a_game_runs_as_the_plain_reference_says(walk: Walk) -> None:
    """Mover, legal commands (each once) and kingdoms agree before each command (R2-R10)."""
    table = table_of(walk)
    for played, pick in walk.steps():
        game = played.game
        commands = legal_commands(game)
        moves = [as_move(command) for command in commands]
        assert game.mover == table.mover
        assert len(moves) == len(set(moves))
        assert set(moves) == table.moves()
        for land, plain in zip(game.kingdoms, table.lands, strict=True):
            assert cells_of(land) == plain.cells
            assert tuple(p.domino for p in land.placements) == plain.placed
            assert land.discarded == plain.discarded
        if moves:
            table = table.after(moves[pick * len(moves) // 256])
    assert game.stage is Stage.OVER


@given(walks())
@EXAMPLES
def test_scores_are_those_of_a_plain_flood_fill(walk: Walk) -> None:
    """All live scores are those of the reference, and never above the ceilings (R11, R12, R14, R15, F)."""
    rules = walk.rules
    for played, _ in walk.steps():
        for seat, land in enumerate(played.game.kingdoms):
            result = score(played.game, Seat(seat))
            plain = reference.regions(cells_of(land))
            assert sorted((r.terrain.word, r.squares, r.crowns) for r in result.regions) == plain
            middle = reference.Land(cells_of(land)).in_middle((rules.limit(walk.players) or 5) // 2)
            complete = len(land.placements) == (24 if rules.mighty_duel else 12)
            assert result.middle_kingdom == (10 if rules.middle_kingdom and middle else 0)
            assert result.harmony == (5 if rules.harmony and complete else 0)
            points = sum(squares * crowns for _, squares, crowns in plain)
            assert result.total == points + result.middle_kingdom + result.harmony
            assert result.total <= CEILINGS[rules.limit(walk.players)]
            assert result.largest_region == max((squares for _, squares, _ in plain), default=0)
            assert result.crowns == sum(crowns for _, _, crowns in plain)


@given(walks())
@EXAMPLES
def test_dominoes_are_conserved_and_kingdoms_keep_their_limit(walk: Walk) -> None:
    """Every domino in play is in the deck, in a line, in a kingdom, discarded or left over, once (R2-R10)."""
    rules, players = walk.rules, walk.players
    size = rules.deck_size(players)
    for played, _ in walk.steps():
        game = played.game
        left = [event.domino for event in played.events if isinstance(event, DominoLeftOver)]
        lying = [slot.domino for slot in (*game.line, *game.next_line)]
        placed = [p.domino for land in game.kingdoms for p in land.placements]
        discarded = [domino for land in game.kingdoms for domino in land.discarded]
        dealt = sorted([*left, *lying, *placed, *discarded])
        assert dealt == sorted(walk.chance.deck[: game.dealt])
        assert len(dealt) + game.deck_left == size
        for line in (game.line, game.next_line):
            assert list(line) == sorted(line, key=lambda slot: slot.domino)
        for land in game.kingdoms:
            covered = [(cell.square.x, cell.square.y) for cell in land.cells()]
            assert len(set(covered)) == len(covered) == 2 * len(land.placements)
            assert (0, 0) not in covered
            assert reference.fits_limit(set(covered), rules.limit(walk.players))


@given(walks())
@EXAMPLES
def test_a_game_is_never_stuck_and_ends_once_after_all_turns(walk: Walk) -> None:
    """A game has kings x rounds placing turns and as many choices, and ends with `GameEnded` (R2, R7)."""
    played = walk.end()
    game, kings = played.game, walk.rules.kings(walk.players)
    assert game.mover is None
    assert game.deck_left == 0
    assert game.line == game.next_line == ()
    assert [event for event in played.events if isinstance(event, GameEnded)] == [played.events[-1]]
    steps = [type(event).__name__ for event in played.events]
    assert steps.count("DominoPlaced") + steps.count("DominoDiscarded") == kings * game.rounds
    assert steps.count("DominoChosen") == kings * game.rounds
    assert steps.count("KingDrawn") == kings
    assert steps.count("LineDealt") == game.rounds
    for land in game.kingdoms:
        assert len(land.placements) + len(land.discarded) == walk.rules.dominoes_each(walk.players)


@given(walks())
@EXAMPLES
def test_a_prefix_of_the_events_folds_to_the_game_then(walk: Walk) -> None:
    """`reduce(evolve, events)` is the game before every command."""
    folded: Game | None = None
    known: tuple[Event, ...] = ()
    for played, _ in walk.steps():
        assert played.events[: len(known)] == known
        for event in played.events[len(known) :]:
            if folded is None:
                assert isinstance(event, GameStarted)
                folded = start(event)
            else:
                folded = evolve(folded, event)
        known = played.events
        assert folded == played.game


@given(walks())
@EXAMPLES
def test_every_kingdom_is_read_as_it_is_written(walk: Walk) -> None:
    """A kingdom is the same after it is written as a line or as a drawing and parsed again."""
    for land in walk.end().game.kingdoms:
        assert parse_kingdom(format_kingdom(land), walk.rules.limit(walk.players)) == land
        drawn = kingdom(draw(land), walk.rules.limit(walk.players))
        assert (drawn.free, drawn.touch, drawn.terrains, drawn.crowns) == (
            land.free,
            land.touch,
            land.terrains,
            land.crowns,
        )


@given(walks(), st.sampled_from([DominoNumber(n) for n in DOMINOES]), st.integers(0, MOST_MOVES))
@EXAMPLES
def test_a_list_of_placements_agrees_with_itself_and_the_reference(
    walk: Walk, number: DominoNumber, moment: int
) -> None:
    """Length, truth, order and indexes agree with the list, for any domino in any kingdom met (R8, R9)."""
    steps = [played.game for played, _ in walk.steps()]
    for land in steps[min(moment, len(steps) - 1)].kingdoms:
        placements = LegalPlacements(land, DOMINOES[number])
        listed = list(placements)
        assert len(placements) == len(listed)
        assert bool(placements) == bool(listed)
        assert [placements[i] for i in range(len(listed))] == listed
        assert [placements[-i - 1] for i in range(len(listed))] == listed[::-1]
        assert all(land.allows(p) and land.canonical(p) == p for p in listed)
        plain = reference.placements(cells_of(land), number, walk.rules.limit(walk.players))
        assert {as_move(Place(p))[2] for p in listed} == plain
        assert len(listed) == len(plain)


def unlisted(game: Game, reach: int) -> Iterator[Command]:
    """All commands that are not listed, on the board and beyond it, for all visible dominoes."""
    listed = set(legal_commands(game))
    sight = sorted({slot.domino for slot in (*game.line, *game.next_line)} | {DominoNumber(1)})
    hand = game.domino_in_hand or sight[0]
    land = game.kingdoms[0]  # any kingdom can canonicalize placements
    yield from {Choose(domino) for domino in sight} - listed
    yield from {Discard(domino) for domino in sight} - listed
    span = range(-reach, reach + 1)
    for x, y, direction in product(span, span, Direction):
        placement = Placement(hand, x, y, direction)
        if Place(land.canonical(placement)) not in listed:
            yield Place(placement)
    yield from (Place(Placement(domino, 1, 0, Direction.EAST)) for domino in sight if domino != hand)


def assert_refused(played: Played, seat: Seat, command_: Command) -> str:
    """Assert that the command is refused; the code of the refusal."""
    with pytest.raises(RuleViolation) as refused:
        decide(played.game, seat, command_, played.chance)
    assert refused.value.code in CODES
    return refused.value.code


@given(walks(), st.sets(st.integers(0, MOST_MOVES), min_size=3, max_size=5))
@examples(25)
def test_what_is_not_listed_is_refused_and_changes_nothing(walk: Walk, moments: set[int]) -> None:
    """Commands that are not listed raise a code of the rules and leave the game as it was."""
    for number, (played, _) in enumerate(walk.steps()):
        game = played.game
        if number not in moments or game.mover is None:
            continue
        before = game._replace()
        codes = {assert_refused(played, game.mover, command_) for command_ in unlisted(game, 6)}
        assert codes
        assert "turn/not-yours" not in codes
        assert played.game == before


@given(walks(), st.integers(0, MOST_MOVES))
@examples(25)
def test_nobody_else_can_act(walk: Walk, moment: int) -> None:
    """The mover's legal commands are refused to other seats (R6), and after the end to all (R7)."""
    steps = [played for played, _ in walk.steps()]
    played, last = steps[min(moment, len(steps) - 2)], steps[-1]
    for seat in (Seat(s) for s in range(walk.players)):
        for command_ in legal_commands(played.game):
            if seat != played.game.mover:
                assert assert_refused(played, seat, command_) == "turn/not-yours"
            assert assert_refused(last, seat, command_) == "game/over"


@given(walks(), st.sampled_from(quick()))
@examples(20)
def test_policies_only_do_what_is_listed(walk: Walk, name: str) -> None:
    """Every policy returns a legal command in any position, and the same one for the same draws."""
    for played, pick in list(walk.steps())[:-1:7]:
        game, mover = played.game, played.game.mover
        assert mover is not None

        def below(bound: int, pick: int = pick) -> int:
            return pick * bound // 256

        given_ = command(BOTS[name].policy, game, mover, below)
        assert given_ in legal_commands(game)
        assert given_ == command(BOTS[name].policy, game, mover, below)
        advance(game, mover, given_, played.chance)


def total_after(played: Played, mover: Seat, command_: Command) -> int:
    """The mover's live score after the command."""
    game, _ = advance(played.game, mover, command_, played.chance)
    return score(game, mover).total


@given(walks(), st.integers(0, MOST_MOVES))
@EXAMPLES
def test_greedy_leaves_no_better_placement(walk: Walk, moment: int) -> None:
    """No listed placement has a higher live score, bonuses included, for the lowest and highest draws."""
    placing = [played for played, _ in walk.steps() if played.game.stage is Stage.PLACE]
    played = placing[min(moment, len(placing) - 1)]
    mover = played.game.mover
    assert mover is not None
    most = max(total_after(played, mover, command_) for command_ in legal_commands(played.game))
    for below in (lambda _: 0, lambda bound: bound - 1):
        assert total_after(played, mover, command(BOTS["greedy"].policy, played.game, mover, below)) == most

"""Whole games of Origins agree with a simple reference and conserve all pieces (R20-R31)."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.board.camp import RESOURCES, Caveman, Resource
from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.grid import Direction, Square
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import (
    DominoDiscarded,
    DominoLeftOver,
    Event,
    GameEnded,
    GameStarted,
)
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.origins_events import (
    CavemanPaid,
    FireLost,
    FirePlaced,
    RecruitingDeclined,
)
from kingdomino.game.table import TILES, Origin
from kingdomino.machine import begin, decide, evolve, legal_commands, start
from kingdomino.origins.territory import counts, resource_of, squares_of
from kingdomino.policies import BOTS, command, quick
from kingdomino.rules import GameKind, Mode, Rules
from kingdomino.rules.violations import CODES, RuleViolation
from kingdomino.scoring import live_total, score
from tests import reference_origins as reference
from tests.games import Played, as_origins_move, shuffling
from tests.reference import XY
from tests.sampling import examples

EXAMPLES = examples(25)


class Walk(NamedTuple):
    """A game that a seed determines: deck, chiefs, stack, and choices among the legal commands."""

    rules: Rules
    players: int
    seed: int

    @property
    def chance(self) -> Chance:
        """The draws; both chiefs of a player are adjacent (R21)."""
        generator = random.Random(self.seed)  # noqa: S311 - a test
        deck = generator.sample([DominoNumber(n) for n in range(1, 49)], 48)
        seats = generator.sample([Seat(s) for s in range(self.players)], self.players)
        each = self.rules.kings_each(self.players)
        return Chance(tuple(deck), tuple(s for s in seats for _ in range(each)), shuffling(self.seed))

    def steps(self) -> Iterator[tuple[Played, Command | None]]:
        """The game before each command, with the command, and the game at its end, with None."""
        generator = random.Random(-self.seed)  # noqa: S311 - a test
        chance = self.chance
        played = Played(*begin(self.rules, self.players, chance), chance)
        while commands := legal_commands(played.game):
            taken = generator.choice(commands)
            yield played, taken
            played = played.does(taken)
        yield played, None

    def end(self) -> Played:
        """The game at its end."""
        return list(self.steps())[-1][0]


@st.composite
def walks(draw: st.DrawFn, mode: Mode | None = None) -> Walk:
    """Whole games of every mode, number of players and bonus."""
    rules = Rules(
        game=GameKind.ORIGINS,
        mode=mode or draw(st.sampled_from(Mode)),
        middle_kingdom=draw(st.booleans()),
        harmony=draw(st.booleans()),
    )
    return Walk(rules, draw(st.integers(2, 4)), draw(st.integers(1, 2**32)))


def table_of(walk: Walk) -> reference.Table:
    """The beginning of the same game in the reference."""
    chance = walk.chance
    return reference.Table.begin(
        walk.players, walk.rules.mode.value, chance.deck, chance.kings, shuffling(walk.seed)
    )


def xy(square: Square) -> XY:
    """A square in the form of the reference."""
    return square.x, square.y


def land_of(kingdom: Kingdom) -> reference.Land:
    """A territory in the form of the reference."""
    camp = kingdom.camp
    boards = zip(RESOURCES, camp.resources, strict=True)
    return reference.Land(
        cells={
            xy(cell.square): (cell.half.terrain.word, cell.half.craters or cell.half.crowns)
            for cell in kingdom.cells()
        },
        tokens={xy(square): fires for square, fires in camp.tokens},
        resources={
            xy(square): kind.value for kind, board in boards for square in squares_of(kingdom.grid, board)
        },
        cavemen={xy(square): caveman.value for square, caveman in camp.cavemen},
        placed=tuple(placement.domino for placement in kingdom.placements),
        discarded=kingdom.discarded,
    )


@given(walks())
@examples(20)
def test_a_game_runs_and_scores_as_the_plain_reference_says(walk: Walk) -> None:
    """Mover, legal commands (each once), territories and scores agree before each command (R20-R31)."""
    table = table_of(walk)
    for played, taken in walk.steps():
        game, shared = played.game, played.game.shared
        moves = [as_origins_move(command_) for command_ in legal_commands(game)]
        assert len(moves) == len(set(moves))
        assert set(moves) == table.moves()
        assert game.mover == (table.seat if moves else None)
        assert [land_of(kingdom) for kingdom in game.kingdoms] == list(table.lands)
        assert dict(zip((r.value for r in RESOURCES), shared.totems, strict=True)) == table.totems
        assert [caveman.value for caveman in shared.board] == list(table.board)
        assert Counter(caveman.value for caveman in shared.stack) == Counter(table.stack)
        assert_scores(game, walk, table)
        if taken is not None:
            table = table.after(as_origins_move(taken))
    assert played.game.stage is Stage.OVER


def assert_scores(game: Game, walk: Walk, table: reference.Table) -> None:
    """Assert that every live score is the reference's (R11, R12, R22, R24, R28, R30, R31)."""
    for seat, (kingdom, land) in enumerate(zip(game.kingdoms, table.lands, strict=True)):
        result, plain = score(game, Seat(seat)), land.regions()
        assert sorted((r.terrain.word, r.squares, r.crowns) for r in result.regions) == plain
        assert result.largest_region == max((squares for _, squares, _ in plain), default=0)
        assert result.crowns == sum(map(land.fires, land.cells))
        reach, dominoes = (3, 24) if walk.players == 2 else (2, 12)
        central = all(reference.distance(at, (0, 0)) <= reach for at in land.cells)
        assert result.middle_kingdom == 10 * (walk.rules.middle_kingdom and central)
        assert result.harmony == 5 * (walk.rules.harmony and len(land.placed) == dominoes)
        assert result.cavemen == land.caveman_points()
        assert result.total == table.points(seat) + result.middle_kingdom + result.harmony
        assert live_total(game, kingdom) == result.total - result.totems


def dealt(numbers: list[DominoNumber]) -> Counter[Resource]:
    """The resources that come with these dominoes (R26)."""
    halves = [half for number in numbers for half in ORIGINS_DOMINOES[number][1:]]
    return Counter(resource for half in halves if (resource := resource_of(half)))


def tokens(numbers: list[DominoNumber]) -> Counter[int]:
    """The tokens of the volcanoes on these dominoes, by their fires (R22)."""
    halves = [half for number in numbers for half in ORIGINS_DOMINOES[number][1:]]
    return Counter(half.craters for half in halves if half.craters)


class Tally:
    """Counts the pieces that leave the game from one command to the next."""

    def __init__(self, walk: Walk) -> None:
        self.played = next(walk.steps())[0]
        self.spent: Counter[Resource] = Counter()
        self.burnt: Counter[Resource] = Counter()
        self.burnt_tiles: Counter[Caveman] = Counter()
        self.lost: Counter[int] = Counter()
        self.gone: list[DominoNumber] = []

    def add(self, played: Played) -> None:
        """Count the events since the last call."""
        game = self.played.game
        for event in played.events[len(self.played.events) :]:
            self._count(game, event)
            game = evolve(game, event)
        assert game == played.game
        self.played = played

    def _count(self, game: Game, event: Event) -> None:
        match event:
            case DominoDiscarded(_, domino) | DominoLeftOver(domino):
                self.gone.append(domino)
            case FireLost(_, fires):
                self.lost[fires] += 1
            case CavemanPaid(seat, _, squares):
                self.spent.update(lying(game.kingdoms[seat], square) for square in squares)
            case FirePlaced(seat, x, y):
                kingdom = game.kingdoms[seat]
                if kind := land_of(kingdom).resources.get((x, y)):
                    self.burnt[Resource(kind)] += 1
                self.burnt_tiles.update(t.caveman for t in kingdom.camp.cavemen if t.square == (x, y))


def lying(kingdom: Kingdom, square: Square) -> Resource:
    """The resource on this square."""
    return Resource(land_of(kingdom).resources[xy(square)])


@given(walks())
@EXAMPLES
def test_everything_is_conserved(walk: Walk) -> None:
    """Every domino, resource, token and tile is in a known place or left the game in a known way (R20-R29).

    Resources dealt = on territories + spent + destroyed + gone with dominoes + on the lines; tokens likewise,
    with the one to be put and those that found no square; 22 tiles = board + stack + hand + put + destroyed.
    """
    tally = Tally(walk)
    for played, _ in walk.steps():
        tally.add(played)
        game, shared = played.game, played.game.shared
        lines = [slot.domino for slot in (*game.line, *game.next_line)]
        placed = [p.domino for kingdom in game.kingdoms for p in kingdom.placements]
        assert sorted([*lines, *placed, *tally.gone]) == sorted(played.chance.deck[: game.dealt])
        put = Counter(fires for kingdom in game.kingdoms for _, fires in kingdom.camp.tokens)
        waiting = Counter([shared.volcano.fires] if shared.volcano else [])
        assert tokens(placed) == put + tally.lost + waiting
        on_territories = Counter(
            {r: sum(counts(k)[i] for k in game.kingdoms) for i, r in enumerate(RESOURCES)}
        )
        present = +on_territories + tally.spent + tally.burnt
        assert present == (dealt(placed) if walk.rules.resources else Counter())
        tiles = Counter(t.caveman for kingdom in game.kingdoms for t in kingdom.camp.cavemen)
        tiles += Counter((*shared.board, *shared.stack, *([shared.hand] if shared.hand else [])))
        assert tiles + tally.burnt_tiles == Counter(TILES if walk.rules.mode is Mode.TRIBE else ())
    assert Counter({1: 5, 2: 4, 3: 1}) == tokens(placed) + tokens(tally.gone)
    if walk.rules.resources:
        mammoths, fish, mushrooms, flints = RESOURCES
        assert present + dealt(tally.gone) == {mammoths: 16, fish: 13, mushrooms: 11, flints: 9}


@given(walks(Mode.TOTEM))
@EXAMPLES
def test_a_totem_lies_with_one_who_has_most(walk: Walk) -> None:
    """When a turn's totems are settled, nobody has more than the holder, and a sole leader holds it (R27)."""
    for played, _ in walk.steps():
        game = played.game
        if game.stage in {Stage.FIRE, Stage.TOTEM}:
            continue
        for index, holder in enumerate(game.shared.totems):
            column = [counts(kingdom)[index] for kingdom in game.kingdoms]
            if holder is not None:
                assert column[holder] == max(column) > 0
            else:
                assert max(column) == 0 or column.count(max(column)) > 1


@given(walks())
@EXAMPLES
def test_a_game_is_never_stuck_and_ends_once_after_all_turns(walk: Walk) -> None:
    """A game has 12 rounds with a turn for each chief, then `GameEnded` and no other event."""
    played = walk.end()
    game, kings = played.game, walk.rules.kings(walk.players)
    names = Counter(type(event).__name__ for event in played.events)
    assert game.mover is None
    assert game.deck_left == 0
    assert game.line == game.next_line == ()
    assert played.events[-1] == GameEnded()
    assert names["GameEnded"] == 1
    assert names["LineDealt"] == game.rounds == 12
    assert names["DominoPlaced"] + names["DominoDiscarded"] == names["DominoChosen"] == 12 * kings
    assert names["DominoLeftOver"] == (12 if walk.players == 3 else 0)
    assert names["CavemanPaid"] == names["CavemanTaken"] == names["CavemanPut"]
    if walk.rules.mode is not Mode.TRIBE:
        assert names["CavemanPaid"] == names["BoardRefilled"] == names["RecruitingDeclined"] == 0
    if walk.rules.mode is not Mode.TOTEM:
        assert names["TotemTaken"] == names["TotemGiven"] == names["TotemReturned"] == 0


@given(walks())
@EXAMPLES
def test_a_prefix_of_the_events_folds_to_the_game_then(walk: Walk) -> None:
    """`reduce(evolve, events)` is the game before every command, and events are only added."""
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


def otherwise_hidden(played: Played, seed: int) -> Chance:
    """The game's draws with another order of all tiles that are still face down."""
    chance, shared = played.chance, played.game.shared
    other = shuffling(seed)

    def stack(number: int, tiles: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
        if number > shared.shuffles:
            return other(number, tiles)
        order = chance.stack(number, tiles)
        return (*order[: shared.drawn], *other(number, order[shared.drawn :]))

    return Chance(chance.deck, chance.kings, stack)


@given(walks(Mode.TRIBE), st.integers(1, 2**32))
@examples(20)
def test_the_order_of_the_stack_shows_in_no_state(walk: Walk, other: int) -> None:
    """Games that differ only in the order of undrawn tiles are equal until a refill draws them (R29)."""
    for played, taken in walk.steps():
        game = played.game
        assert game.shared.stack == tuple(sorted(game.shared.stack, key=list(Caveman).index))
        if taken is None:
            break
        hidden = played._replace(chance=otherwise_hidden(played, other))
        after, otherwise = played.does(taken), hidden.does(taken)
        if not any(type(e).__name__ == "BoardRefilled" for e in after.events[len(played.events) :]):
            assert otherwise.game == after.game
            assert otherwise.events == after.events
        else:
            board, board_ = after.game.shared, otherwise.game.shared
            assert Counter(board.board + board.stack) == Counter(board_.board + board_.stack)


def unlisted(game: Game, generator: random.Random) -> Iterator[Command]:
    """A sample of commands of every kind that are not listed, on the board and beyond it."""
    listed = {as_origins_move(command_) for command_ in legal_commands(game)}
    numbers = sorted({slot.domino for slot in (*game.line, *game.next_line)} | {DominoNumber(1)})
    squares = [Square(x, y) for x, y in product(range(-8, 9), repeat=2)]
    some = generator.sample(squares, 40)
    pairs = [(a, b) for a, b in product(numbers, repeat=2)]
    commands: list[Command] = [
        *map(Choose, numbers),
        *map(Discard, numbers),
        *(ChoosePair(pair) for pair in pairs),
        *(PutFire(square) for square in squares),
        *(PutCaveman(square) for square in squares),
        *(TakeCaveman(caveman) for caveman in Caveman),
        *(GiveTotem(r, Seat(s)) for r, s in product(Resource, range(-1, 5))),
        *(Recruit(origin, tuple(generator.sample(some, size))) for origin in Origin for size in range(6)),
        *(Recruit(origin, (at,) * size) for origin in Origin for size in (2, 4) for at in some[:5]),
        Pass(),
    ]
    for domino, (x, y), direction in product(numbers, some, Direction):
        commands.append(Place(Placement(domino, x, y, direction)))
    commands += _payments(game)
    return (command_ for command_ in commands if as_origins_move(command_) not in listed)


def _payments(game: Game) -> list[Command]:
    """Payments with two or four successive squares that have resources, in own and others' territories."""
    paid: list[Command] = []
    for kingdom in game.kingdoms:
        squares = [Square(*at) for at in land_of(kingdom).resources]
        paid += [Recruit(Origin.BOARD, pair) for pair in pairwise(squares)]
        fours = zip(squares, squares[1:], squares[2:], squares[3:], strict=False)
        paid += [Recruit(Origin.STACK, four) for four in fours]
    return paid


@given(walks(), st.sets(st.integers(0, 150), min_size=4, max_size=6))
@examples(12)
def test_what_is_not_listed_is_refused_and_changes_nothing(walk: Walk, moments: set[int]) -> None:
    """Commands that are not listed raise a code of the rules and leave the game as it was."""
    for number, (played, _) in enumerate(walk.steps()):
        game = played.game
        if number not in moments or game.mover is None:
            continue
        before = game._replace()
        for command_ in unlisted(game, random.Random(number)):  # noqa: S311 - a test
            with pytest.raises(RuleViolation) as refused:
                decide(game, game.mover, command_, played.chance)
            assert refused.value.code in CODES
            assert refused.value.code not in {"turn/not-yours", "game/over"}
        assert played.game == before


@given(walks(), st.integers(0, 200))
@examples(20)
def test_what_is_listed_is_accepted_from_the_mover_alone(walk: Walk, moment: int) -> None:
    """Listed commands are accepted from the mover, and refused to others and after the end (R6)."""
    steps = [played for played, _ in walk.steps()]
    played, last = steps[min(moment, len(steps) - 2)], steps[-1]
    mover = played.game.mover
    assert mover is not None
    for command_ in legal_commands(played.game):
        events = decide(played.game, mover, command_, played.chance)
        assert events[0].seat == mover  # type: ignore[union-attr]
        assert isinstance(events[0], RecruitingDeclined) == isinstance(command_, Pass)
        with pytest.raises(RuleViolation, match="turn/not-yours"):
            decide(played.game, Seat((mover + 1) % walk.players), command_, played.chance)
        with pytest.raises(RuleViolation, match="game/over"):
            decide(last.game, mover, command_, last.chance)


@given(walks(), st.sampled_from(quick()))
@examples(15)
def test_policies_only_do_what_is_listed(walk: Walk, name: str) -> None:
    """Every policy returns a legal command in any position, and the same one for the same draws."""
    for played, _ in list(walk.steps())[:-1:9]:
        game, mover = played.game, played.game.mover
        assert mover is not None

        def below(bound: int) -> int:
            return bound // 2

        given_ = command(BOTS[name].policy, game, mover, below)
        assert given_ in legal_commands(game)
        assert given_ == command(BOTS[name].policy, game, mover, below)
        assert decide(game, mover, given_, played.chance)

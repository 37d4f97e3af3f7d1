"""Monte Carlo evaluation of the moves of a position (`docs/play/bots.md#strong`).

It plays the most promising moves to the end of the game many times, with a cheap greedy policy on all seats,
and halves their number in each round (sequential halving: Karnin, Koren, Somekh 2013). All numbers are integers,
so the same position and seed give the same move on every machine.
"""

from libc.stdint cimport uint8_t, uint64_t

from kingdomino.kernel.draws cimport Inner, inner_word
from kingdomino.kernel.kingdoms cimport DOMINOES, KINGDOMINO_KERNEL_SOURCES, STRIDE, Board, Kingdom, lowest
from kingdomino.kernel.search.camps cimport DISCOVERY, TOTEM, bit_of, fire_squares, fire_value
from kingdomino.kernel.search.worlds cimport (
    MARGIN, Regions, World, choose_in, deal_anew, discard_in, hole_cost, ignite, play_out, prospect, put_in, read_world,
    reward, value,
)
from kingdomino.kernel.tables cimport (
    CHOOSE, MOST_MOVES, NOBODY, PLACE, Move, Position, free_dominoes, legal_moves, read_game,
)

from kingdomino.board.grid import Square
from kingdomino.board.kingdom import DIRECTIONS, Placement
from kingdomino.game import Stage
from kingdomino.game.commands import Choose, Discard, Place
from kingdomino.game.origins_commands import PutFire

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    MOST_OPTIONS = 1024  # placements times free dominoes
    FIRE = 100           # the stage of Origins in which a token is put; `Move.domino` has the number of its fires

cdef struct Option:
    Move move
    int domino           # the domino chosen next; 0 for none
    int prior
    long total           # the sum of all rewards


cdef void _play(World *world, const Option *option) noexcept nogil:
    if option.move.stage == FIRE:
        ignite(world, world.seat, option.move.bit, option.move.domino)
    elif option.move.stage != PLACE:
        choose_in(world, option.move.domino)
    elif option.move.direction != NOBODY:
        put_in(world, option.move.direction, option.move.bit)
    else:
        discard_in(world)
    if option.domino:
        choose_in(world, option.domino)


cdef int _list(World *world, Option *into) noexcept nogil:
    """Write all moves with their priors, a placement once for each domino that can be chosen after it; return their number."""
    cdef World after
    cdef Move moves[MOST_MOVES]
    cdef int number = legal_moves(&world.table, moves), place, found = 0, prior
    for place in range(number):
        if world.table.stage != PLACE or moves[place].direction == NOBODY:
            into[found].move, into[found].domino, into[found].total = moves[place], 0, 0
            into[found].prior = 0 if world.table.stage == PLACE else prospect(world, world.seat, moves[place].domino)
            found += 1
            continue
        prior = value(world, world.seat, moves[place].domino, moves[place].direction, moves[place].bit)
        after = world[0]
        put_in(&after, moves[place].direction, moves[place].bit)
        found += _list_choices(&after, &moves[place], prior, hole_cost(after.table.kingdoms[world.seat].free), &into[found])
    return found


cdef int _list_choices(World *after, const Move *move, int prior, int holes, Option *into) noexcept nogil:
    """Write the move once for each domino that can be chosen after it, or alone; return the number of options.

    `prior` is the value of the move with the cost `holes`; with a domino the cost of the holes after it counts instead.
    """
    cdef uint8_t free[4]
    cdef int place, number = free_dominoes(&after.table, free) if after.table.stage == CHOOSE else 0
    for place in range(max(number, 1)):
        into[place].move, into[place].total = move[0], 0
        into[place].domino = free[place] if number else 0
        into[place].prior = prior + holes + prospect(after, after.seat, free[place]) if number else prior
    return max(number, 1)


cdef void _sort(Option *options, int number, bint by_total) noexcept nogil:
    """Sort the options, the best first; equal ones keep their order."""
    cdef int place, at
    cdef Option option
    for place in range(1, number):
        option, at = options[place], place
        while at and (
            options[at - 1].total < option.total if by_total else options[at - 1].prior < option.prior
        ):
            options[at] = options[at - 1]
            at -= 1
        options[at] = option


cdef Move _search(const World *world, Option *options, int number, int playouts, uint64_t seed) noexcept nogil:
    cdef World dealt, game
    cdef Inner inner, own
    cdef int rounds = 0, left = number, times, place
    cdef uint64_t word
    inner.state = seed
    while left > 1:
        left, rounds = (left + 1) // 2, rounds + 1
    left = number
    while left > 1:
        times = max(1, playouts // rounds // left)
        while times:
            times -= 1
            dealt = world[0]
            deal_anew(&dealt, &inner)
            word = inner_word(&inner)
            for place in range(left):
                game = dealt
                own.state = word
                _play(&game, &options[place])
                play_out(&game, &own)
                options[place].total += reward(&game)
        _sort(options, left, True)
        left = (left + 1) // 2
    return options[0].move


SEARCHED = frozenset({Stage.CHOOSE_FIRST, Stage.PLACE, Stage.FIRE, Stage.CHOOSE})
"""The stages in which `best_command` finds a command; from the first line it chooses one domino, never a pair."""


def best_command(game, int playouts, int width, uint64_t seed):
    """The best of the `width` most promising commands, by `playouts` playouts in all.

    Raises ValueError in a stage that is not in `SEARCHED`, for a pair (R21), without a limit (R17), and for a game that
    the rules cannot lead to.
    """
    cdef World world
    cdef Option options[MOST_OPTIONS]
    cdef Move chosen
    cdef int number
    cdef Position position
    pair = game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)
    if game.rules.no_limit or game.stage not in SEARCHED or pair:
        raise ValueError("a domino is to be placed or chosen here, within a limit, or a token to be put")
    position = read_game(_after_fire(game), None, None, DOMINOES if game.rules.origins else 0)
    read_world(&world, &position.table, game)
    number = _list_fires(&world, game.shared.volcano, options) if game.stage is Stage.FIRE else _list(&world, options)
    with nogil:
        _sort(options, number, False)
        chosen = _search(&world, options, min(number, width), playouts, seed)
    return _command(&world, &chosen)


cdef _after_fire(game):
    """The game with the stage and the seat to act after the token is put (R23)."""
    if game.stage is not Stage.FIRE:
        return game
    if game.next_line:
        return game._replace(stage=Stage.CHOOSE)
    kings = [slot.seat for slot in game.line if slot.seat is not None]
    return game._replace(stage=Stage.PLACE, mover=kings[0]) if kings else game._replace(stage=Stage.OVER, mover=None)


cdef int _list_fires(const World *world, volcano, Option *into):
    """Write every square for the token, once for each domino that can be chosen after it; return their number.

    In Discovery and Totem all squares of a region have the same prior, so only the lowest one is written.
    """
    cdef World after
    cdef Move move
    cdef const Kingdom *kingdom = &world.table.kingdoms[world.seat]
    cdef const Regions *regions = &world.regions[world.seat]
    cdef int at = bit_of(kingdom, volcano.square), bit, region, found = 0
    cdef Board rest = fire_squares(kingdom, at, volcano.craters)
    cdef uint64_t seen = 0
    move.stage, move.domino, move.direction = FIRE, volcano.fires, NOBODY
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        region = regions.region[regions.label[MARGIN + bit]]
        if world.camps.mode in (DISCOVERY, TOTEM) and seen >> region & 1:
            continue
        seen |= (<uint64_t>1) << region
        after = world[0]
        ignite(&after, world.seat, bit, volcano.fires)
        move.bit = bit
        found += _list_choices(
            &after, &move, fire_value(kingdom, &world.camps, world.seat, bit, volcano.fires), 0, &into[found]
        )
    return found


cdef object _command(const World *world, const Move *move):
    """The command of the rules."""
    cdef const Kingdom *kingdom = &world.table.kingdoms[world.seat]
    cdef int number = move.domino - DOMINOES if world.origins else move.domino
    square = Square(kingdom.x0 + move.bit % STRIDE, kingdom.y0 + move.bit // STRIDE)
    if move.stage == FIRE:
        return PutFire(square)
    if move.stage != PLACE:
        return Choose(number)
    if move.direction == NOBODY:
        return Discard(number)
    return Place(Placement(number, *square, DIRECTIONS[move.direction]))

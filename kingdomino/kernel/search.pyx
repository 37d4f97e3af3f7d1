"""Monte Carlo evaluation of the moves of a position (`docs/play/bots.md#strong`).

It plays the most promising moves to the end of the game many times, with a cheap greedy policy on all seats,
and halves their number in each round (sequential halving: Karnin, Koren, Somekh 2013). All numbers are whole,
so the same position and seed give the same move on every machine.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memmove, memset

from kingdomino.kernel.draws cimport Inner, inner_below, inner_word
from kingdomino.kernel.kingdoms cimport (
    KINGDOMINO_KERNEL_SOURCES, Board, Kingdom, STRIDE, TERRAINS, count, first_halves, lay, lowest,
)
from kingdomino.kernel.tables cimport (
    CHOOSE_FIRST, MOST_MOVES, NOBODY, OVER, PLACE, Move, Position, Table, choose, discard, free_dominoes, hand,
    legal_moves, play_move, points_of, put, redeal,
)

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import grid
from kingdomino.board.kingdom import DIRECTIONS

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    FRAME = 90           # bits of a kingdom's frame
    MARGIN = 11          # of labels, so that every bit has neighbours
    MOST_HALVES = 49     # that a kingdom has, and one more: region 0 is none
    MOST_OPTIONS = 1024  # placements times free dominoes
    NONE = -1000000
    TENTH = 10           # tenths of a point in a point

cdef int TERRAIN[49][2]
cdef int CROWNS[49][2]
cdef int STEP[4]
cdef Board FITS[8][90]   # by limit: the squares of the frame that fit with a bit into one kingdom

# What a playout counts beside the points that a placement brings, in tenths of a point.
cdef int HOLE = 30
cdef int OFF_CENTRE = 50

cdef struct Regions:
    # The regions of a kingdom: of every bit the half that lies there, of every half its region.
    uint8_t halves
    uint8_t label[112]
    uint8_t region[49]
    uint8_t terrain[49]
    uint8_t squares[49]
    uint8_t crowns[49]

cdef struct World:
    Table table
    Regions regions[4]

cdef struct Option:
    Move move
    int domino           # what is chosen next, 0 for nothing
    int prior
    long total           # of all rewards


def _read_tables():
    cdef int number, place, bit, other, limit
    for domino in DOMINOES.values():
        number = domino.number
        for place, half in enumerate((domino.a, domino.b)):
            TERRAIN[number][place], CROWNS[number][place] = half.terrain, half.crowns
    for place, direction in enumerate(DIRECTIONS):
        STEP[place] = direction.dx + direction.dy * STRIDE
    for limit in (5, 7):
        for bit in range(FRAME):
            FITS[limit][bit] = 0
            for other in range(FRAME):
                if other == bit or other % STRIDE == STRIDE - 1:
                    continue
                if abs(bit % STRIDE - other % STRIDE) < limit and abs(bit // STRIDE - other // STRIDE) < limit:
                    FITS[limit][bit] |= <Board>1 << other


_read_tables()


cdef inline int _touched(const Regions *regions, int bit, int terrain, int *found, int number) noexcept nogil:
    """Add the regions of the terrain beside the bit to those found, each once; how many there are then."""
    cdef int direction, half, region, place
    cdef bint new
    for direction in range(4):
        half = regions.label[MARGIN + bit + STEP[direction]]
        if half and regions.terrain[half] == terrain:
            region, new = regions.region[half], True
            for place in range(number):
                if found[place] == region:
                    new = False
            if new:
                found[number] = region
                number += 1
    return number


cdef inline int _joined(const Regions *regions, const int *found, int number, int squares, int crowns) noexcept nogil:
    """What the squares bring when they join these regions."""
    cdef int place, before = 0
    for place in range(number):
        squares += regions.squares[found[place]]
        crowns += regions.crowns[found[place]]
        before += regions.squares[found[place]] * regions.crowns[found[place]]
    return squares * crowns - before


cdef inline int _gain(const Regions *regions, int domino, int bit, int other) noexcept nogil:
    """The points that the domino brings to its regions (R11)."""
    cdef int found[8]
    cdef int number = _touched(regions, bit, TERRAIN[domino][0], found, 0)
    cdef int gain
    if TERRAIN[domino][0] == TERRAIN[domino][1]:
        number = _touched(regions, other, TERRAIN[domino][1], found, number)
        return _joined(regions, found, number, 2, CROWNS[domino][0] + CROWNS[domino][1])
    gain = _joined(regions, found, number, 1, CROWNS[domino][0])
    number = _touched(regions, other, TERRAIN[domino][1], found, 0)
    return gain + _joined(regions, found, number, 1, CROWNS[domino][1])


cdef inline void _add(Regions *regions, int bit, int terrain, int crowns) noexcept nogil:
    cdef int found[4]
    cdef int number = _touched(regions, bit, terrain, found, 0), place, half, own
    regions.halves += 1
    own = regions.halves
    regions.label[MARGIN + bit] = own
    regions.terrain[own], regions.region[own] = terrain, own
    regions.squares[own], regions.crowns[own] = 1, crowns
    for place in range(number):
        regions.squares[own] += regions.squares[found[place]]
        regions.crowns[own] += regions.crowns[found[place]]
        for half in range(1, own):
            if regions.region[half] == found[place]:
                regions.region[half] = own


cdef void _read_regions(const Kingdom *kingdom, Regions *into) noexcept nogil:
    cdef int terrain, bit
    cdef Board rest
    memset(into, 0, sizeof(Regions))
    for terrain in range(TERRAINS):
        rest = kingdom.land[terrain]
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            _add(into, bit, terrain, <int>(kingdom.crowns[0] >> bit & 1) + 2 * <int>(kingdom.crowns[1] >> bit & 1))


cdef inline int _lone(Board free) noexcept nogil:
    """How many free squares have no free one beside them."""
    return count(free & ~(free << 1 | free >> 1 | free << STRIDE | free >> STRIDE))


cdef inline int _outside(const Kingdom *kingdom, int bit) noexcept nogil:
    """Whether the castle cannot be in the middle of a kingdom with that square (R14)."""
    cdef int reach = kingdom.limit // 2
    cdef int x = kingdom.x0 + bit % STRIDE, y = kingdom.y0 + bit // STRIDE
    return not (-reach <= x <= reach and -reach <= y <= reach)


cdef inline int _value(const World *world, int seat, int domino, int bit, int other) noexcept nogil:
    """What a placement is worth to the cheap policy, in tenths of a point."""
    cdef const Kingdom *kingdom = &world.table.kingdoms[seat]
    cdef Board free = kingdom.free & FITS[kingdom.limit][bit] & FITS[kingdom.limit][other]
    cdef int value = TENTH * _gain(&world.regions[seat], domino, bit, other) - HOLE * _lone(free)
    if world.table.bonus.middle:
        value -= OFF_CENTRE * (_outside(kingdom, bit) + _outside(kingdom, other))
    return value


cdef inline int _best(
    const World *world, int seat, int domino, Inner *inner, int *direction, int *bit
) noexcept nogil:
    """The highest value of a placement of the domino, and one of those that have it; NONE where none is legal."""
    cdef Board masks[4]
    cdef int place, at, value, best = NONE, equals = 0
    if not first_halves(&world.table.kingdoms[seat], domino, masks):
        return NONE
    for place in range(4):
        while masks[place]:
            at = lowest(masks[place])
            masks[place] &= masks[place] - 1
            value = _value(world, seat, domino, at, at + STEP[place])
            if value > best:
                best, equals = value, 1
                direction[0], bit[0] = place, at
            elif value == best and inner is not NULL:
                equals += 1
                if inner_below(inner, equals) == 0:
                    direction[0], bit[0] = place, at
    return best


cdef inline int _prospect(const World *world, int seat, int domino) noexcept nogil:
    """The highest value of a placement of the domino, or that of the kingdom without it."""
    cdef int direction, bit, value = _best(world, seat, domino, NULL, &direction, &bit)
    return -HOLE * _lone(world.table.kingdoms[seat].free) if value == NONE else value


cdef void _put(World *world, int direction, int bit) noexcept nogil:
    """Place the domino in hand, and keep the regions."""
    cdef int seat = world.table.mover, domino = hand(&world.table)
    cdef Kingdom *kingdom = &world.table.kingdoms[seat]
    cdef Regions *regions = &world.regions[seat]
    cdef int x0 = kingdom.x0, y0 = kingdom.y0, shift
    put(&world.table, direction, bit)
    shift = x0 - kingdom.x0 + (y0 - kingdom.y0) * STRIDE
    if shift:
        _shift(regions, shift)
        bit += shift
    _add(regions, bit, TERRAIN[domino][0], CROWNS[domino][0])
    _add(regions, bit + STEP[direction], TERRAIN[domino][1], CROWNS[domino][1])


cdef void _shift(Regions *regions, int shift) noexcept nogil:
    """Move the labels with the kingdom's frame."""
    cdef uint8_t *first = &regions.label[MARGIN]
    if shift > 0:
        memmove(first + shift, first, FRAME - shift)
        memset(first, 0, shift)
    else:
        memmove(first, first - shift, FRAME + shift)
        memset(first + FRAME + shift, 0, -shift)


cdef void _step(World *world, Inner *inner) noexcept nogil:
    """One command of the cheap policy."""
    cdef Table *table = &world.table
    cdef uint8_t free[4]
    cdef int number, place, value, best = NONE, equals = 0, direction = 0, bit = 0, chosen = 0
    if table.stage == PLACE:
        if _best(world, table.mover, hand(table), inner, &direction, &bit) == NONE:
            discard(table)
        else:
            _put(world, direction, bit)
        return
    number = free_dominoes(table, free)
    if number == 1:
        choose(table, free[0])
        return
    for place in range(number):
        value = _prospect(world, table.mover, free[place])
        if value > best:
            best, equals, chosen = value, 1, free[place]
        elif value == best:
            equals += 1
            if inner_below(inner, equals) == 0:
                chosen = free[place]
    choose(table, chosen)


cdef int _reward(const Table *table, int seat) noexcept nogil:
    """The points of the seat, less those of the best other one."""
    cdef int other, most = NONE
    for other in range(table.players):
        if other != seat:
            most = max(most, points_of(table, other))
    return points_of(table, seat) - most


cdef void _play(World *world, const Option *option) noexcept nogil:
    if option.move.stage == PLACE and option.move.direction != NOBODY:
        _put(world, option.move.direction, option.move.bit)
    else:
        play_move(&world.table, &option.move)
    if option.domino:
        choose(&world.table, option.domino)


cdef int _list(const World *world, Option *into) noexcept nogil:
    """All moves with what they promise; a placement together with each domino that can be chosen after it."""
    cdef World base = world[0], after
    cdef Move moves[MOST_MOVES]
    cdef uint8_t free[4]
    cdef int seat = base.table.mover, number = legal_moves(&base.table, moves), place, chosen, found = 0, prior
    cdef int domino, frees, other
    for place in range(number):
        if base.table.stage != PLACE or moves[place].direction == NOBODY:
            into[found].move, into[found].domino, into[found].total = moves[place], 0, 0
            into[found].prior = 0 if base.table.stage == PLACE else _prospect(world, seat, moves[place].domino)
            found += 1
            continue
        domino = moves[place].domino
        other = moves[place].bit + STEP[moves[place].direction]
        prior = _value(world, seat, domino, moves[place].bit, other)
        after = base
        _put(&after, moves[place].direction, moves[place].bit)
        frees = free_dominoes(&after.table, free) if after.table.stage != PLACE and after.table.stage != OVER else 0
        if not frees:
            into[found].move, into[found].domino, into[found].total = moves[place], 0, 0
            into[found].prior = prior
            found += 1
        prior += HOLE * _lone(after.table.kingdoms[seat].free)
        for chosen in range(frees):
            into[found].move, into[found].domino, into[found].total = moves[place], free[chosen], 0
            into[found].prior = prior + _prospect(&after, seat, free[chosen])
            found += 1
    return found


cdef void _sort(Option *options, int number, bint by_total) noexcept nogil:
    """The best first; equals stay in their order."""
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
    cdef int seat = world.table.mover, rounds = 0, left = number, times, place
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
            redeal(&dealt.table, &inner)
            word = inner_word(&inner)
            for place in range(left):
                game = dealt
                own.state = word
                _play(&game, &options[place])
                while game.table.stage != OVER:
                    _step(&game, &own)
                options[place].total += _reward(&game.table, seat)
        _sort(options, left, True)
        left = (left + 1) // 2
    return options[0].move


def best_move(Position position, int playouts, int width, uint64_t seed) -> int:
    """The place, in `legal`, of the move that does best in so many playouts of the `width` most promising."""
    cdef World world
    cdef Option options[MOST_OPTIONS]
    cdef Move moves[MOST_MOVES]
    cdef Move chosen
    cdef int number, seat, place = 0
    if position.table.stage == OVER:
        raise ValueError("the game is over")
    world.table = position.table
    with nogil:
        for seat in range(world.table.players):
            _read_regions(&world.table.kingdoms[seat], &world.regions[seat])
        number = _list(&world, options)
        _sort(options, number, False)
        chosen = _search(&world, options, min(number, width), playouts, seed)
        number = legal_moves(&world.table, moves)
        for place in range(number):
            if (
                moves[place].domino == chosen.domino
                and moves[place].direction == chosen.direction
                and moves[place].bit == chosen.bit
            ):
                break
    return place

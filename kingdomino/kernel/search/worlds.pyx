"""A game that is played out, and the cheap policy that plays it on all seats (`docs/play/bots.md#strong`)."""

from libc.string cimport memmove, memset

from kingdomino.kernel.draws cimport inner_below
from kingdomino.kernel.kingdoms cimport (
    DOMINOES, FRAME, KINGDOMINO_KERNEL_SOURCES, Board, Kingdom, STRIDE, TERRAINS, count, first_halves, lowest,
)
from kingdomino.kernel.search.camps cimport (
    best_fire, brings, camp_points, count_resources, craters, put_fire, read_camps, recruit, refill, shift_camp,
    shuffle_stack,
)
from kingdomino.kernel.tables cimport (
    NOBODY, OVER, PLACE, Position, choose, discard, free_dominoes, hand, points_of, put, read_game, redeal,
)

from kingdomino.board.grid import grid
from kingdomino.board.kingdom import DIRECTIONS
from kingdomino.kernel.kingdoms import faces

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef int TERRAIN[97][2]
cdef int CROWNS[97][2]
cdef int STEP[4]
cdef Board FITS[8][90]   # by limit: the squares of the frame that fit into one kingdom with a bit

# Terms of a placement's value, in tenths of a point: a point, an isolated free square, a square off the centre.
cdef enum:
    TENTH = 10
    HOLE = 30
    OFF_CENTRE = 50


def _read_tables():
    cdef int number, place, bit, other, limit
    for number, halves in faces().items():
        for place, (terrain, crowns, _) in enumerate(halves):
            TERRAIN[number][place], CROWNS[number][place] = terrain, crowns
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
    """Add the neighbouring regions of this terrain to `found`, each once; return their new number."""
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
    """The points gained if the squares join these regions."""
    cdef int place, before = 0
    for place in range(number):
        squares += regions.squares[found[place]]
        crowns += regions.crowns[found[place]]
        before += regions.squares[found[place]] * regions.crowns[found[place]]
    return squares * crowns - before


cdef inline int _gain(const Regions *regions, int domino, int bit, int other) noexcept nogil:
    """The points that the domino adds to its regions (R11)."""
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
    """The number of free squares without a free neighbour."""
    return count(free & ~(free << 1 | free >> 1 | free << STRIDE | free >> STRIDE))


cdef inline int _outside(const Kingdom *kingdom, int bit) noexcept nogil:
    """True if the castle cannot be in the middle of a kingdom with this square (R14)."""
    cdef int reach = kingdom.limit // 2
    cdef int x = kingdom.x0 + bit % STRIDE, y = kingdom.y0 + bit // STRIDE
    return not (-reach <= x <= reach and -reach <= y <= reach)


cdef int hole_cost(Board free) noexcept nogil:
    """The cost of the isolated squares among these free squares, in tenths of a point."""
    return HOLE * _lone(free)


cdef int value(const World *world, int seat, int domino, int direction, int bit) noexcept nogil:
    """The value of a placement to the cheap policy, in tenths of a point."""
    return _value(world, seat, domino, bit, bit + STEP[direction])


cdef inline int _value(const World *world, int seat, int domino, int bit, int other) noexcept nogil:
    cdef const Kingdom *kingdom = &world.table.kingdoms[seat]
    cdef Board free = kingdom.free & FITS[kingdom.limit][bit] & FITS[kingdom.limit][other]
    cdef int value = TENTH * _gain(&world.regions[seat], domino, bit, other) - HOLE * _lone(free)
    if world.table.bonus.middle:
        value -= OFF_CENTRE * (_outside(kingdom, bit) + _outside(kingdom, other))
    if world.origins:
        value += brings(kingdom, &world.camps, seat, domino, other)
    return value


cdef int _best(
    const World *world, int seat, int domino, Inner *inner, int *direction, int *bit
) noexcept nogil:
    """Return the highest value of a placement of the domino, and write such a placement; NONE if none is legal."""
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


cdef int prospect(const World *world, int seat, int domino) noexcept nogil:
    """The highest value of a placement of the domino; if it fits nowhere, that of the kingdom without it."""
    cdef int direction, bit, value = _best(world, seat, domino, NULL, &direction, &bit)
    return -HOLE * _lone(world.table.kingdoms[seat].free) if value == NONE else value


cdef void put_in(World *world, int direction, int bit) noexcept nogil:
    """Place the domino in hand; a volcano's token goes to the square with the highest gain."""
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
    if world.origins:
        if shift:
            shift_camp(&world.camps.camp[seat], shift)
        _erupt(world, seat, bit + STEP[direction], craters(domino))
        refill(&world.table, &world.camps)


cdef void _shift(Regions *regions, int shift) noexcept nogil:
    """Move the labels with the kingdom's frame."""
    cdef uint8_t *first = &regions.label[MARGIN]
    if shift > 0:
        memmove(first + shift, first, FRAME - shift)
        memset(first, 0, shift)
    else:
        memmove(first, first - shift, FRAME + shift)
        memset(first + FRAME + shift, 0, -shift)


cdef void _erupt(World *world, int seat, int volcano, int craters) noexcept nogil:
    """Put the token of a volcano just placed (0 craters: none), and move the totems (R23, R27)."""
    cdef int at
    if craters:
        best_fire(&world.table.kingdoms[seat], &world.camps, seat, volcano, craters, &at)
        if at >= 0:
            ignite(world, seat, at, craters)
            return
    count_resources(&world.table, &world.camps, seat)


cdef void ignite(World *world, int seat, int at, int fires) noexcept nogil:
    """Put a token on this square."""
    cdef Regions *regions = &world.regions[seat]
    put_fire(&world.table.kingdoms[seat], &world.camps.camp[seat], at, fires)
    regions.crowns[regions.region[regions.label[MARGIN + at]]] += fires
    count_resources(&world.table, &world.camps, seat)


cdef void choose_in(World *world, int domino) noexcept nogil:
    """Choose the domino; in Tribe the seat recruits before it, since the order does not matter (R29)."""
    if world.origins:
        recruit(&world.table, &world.camps)
    choose(&world.table, domino)
    if world.origins:
        refill(&world.table, &world.camps)


cdef void discard_in(World *world) noexcept nogil:
    """Discard the domino in hand."""
    discard(&world.table)
    if world.origins:
        refill(&world.table, &world.camps)


cdef void deal_anew(World *world, Inner *inner) noexcept nogil:
    """Shuffle everything unknown."""
    redeal(&world.table, inner)
    if world.origins:
        shuffle_stack(&world.camps, inner)


cdef void play_out(World *world, Inner *inner) noexcept nogil:
    """Play to the end with the cheap policy on all seats."""
    while world.table.stage != OVER:
        _step(world, inner)


cdef void _step(World *world, Inner *inner) noexcept nogil:
    """Play one command of the cheap policy."""
    cdef Table *table = &world.table
    cdef uint8_t free[4]
    cdef int number, place, value, best = NONE, equals = 0, direction = 0, bit = 0, chosen = 0
    if table.stage == PLACE:
        if _best(world, table.mover, hand(table), inner, &direction, &bit) == NONE:
            discard_in(world)
        else:
            put_in(world, direction, bit)
        return
    number = free_dominoes(table, free)
    if number == 1:
        choose_in(world, free[0])
        return
    for place in range(number):
        value = prospect(world, table.mover, free[place])
        if value > best:
            best, equals, chosen = value, 1, free[place]
        elif value == best:
            equals += 1
            if inner_below(inner, equals) == 0:
                chosen = free[place]
    choose_in(world, chosen)


cdef int world_points(const World *world, int seat) noexcept nogil:
    """The present points of the seat, with those of Origins' objects."""
    cdef int points = points_of(&world.table, seat)
    return points + camp_points(&world.table, &world.camps, seat) if world.origins else points


cdef int reward(const World *world) noexcept nogil:
    """The points of `world.seat`, minus those of the best other seat."""
    cdef int other, most = NONE
    for other in range(world.table.players):
        if other != world.seat:
            most = max(most, world_points(world, other))
    return world_points(world, world.seat) - most


cdef read_world(World *world, Table *table, game):
    """Read the world of a game whose table was read; the seat to act looks for a move."""
    cdef int seat
    world.table, world.origins = table[0], game.rules.origins
    world.seat = NOBODY if game.mover is None else game.mover
    if world.origins:
        read_camps(&world.table, &world.camps, game)  # first, since regions count fires
    for seat in range(table.players):
        _read_regions(&world.table.kingdoms[seat], &world.regions[seat])


def counted(game) -> list:
    """The points of each seat as counted by the search; equal to those of the rules, also between turns."""
    cdef World world
    cdef Position position = read_game(game, None, None, DOMINOES if game.rules.origins else 0)
    read_world(&world, &position.table, game)
    return [world_points(&world, seat) for seat in range(game.players)]

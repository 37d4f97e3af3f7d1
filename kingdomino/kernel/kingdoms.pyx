"""Kingdoms on 128-bit boards: legal placements and points (R8, R9, R11, R14).

A board is a frame of 9x9 squares. With a limit of 5 these are all that a kingdom can use. With a limit of 7
the frame moves with the kingdom: a domino reaches 2 squares at most beyond the bounding box and never
beyond the limit, which are 9 columns and 9 rows at most. Bits ascend as in `kingdomino.board.grid`, so
placements come in the same order. The dominoes, the directions and the limits are those of `kingdomino`.
"""

from kingdomino.board.dominoes import DOMINOES as DOMINO_SET, ORIGINS_DOMINOES
from kingdomino.board.grid import grid
from kingdomino.board.kingdom import DIRECTIONS
from kingdomino.board.terrain import Terrain

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef bint DOUBLE[97]
cdef int DX[4]
cdef int DY[4]
cdef int STEP[4]
cdef int MIDDLE[8]   # by limit, the largest distance of a square from a castle in the middle, in x or y
cdef Board COLUMN    # the first column; a pattern of one row times COLUMN has it in every row


ORIGINS_TERRAINS = {
    Terrain.DESERT: 0, Terrain.JUNGLE: 1, Terrain.LAKE: 2, Terrain.GRASSLAND: 3, Terrain.QUARRY: 4, Terrain.VOLCANO: 5,
}


def faces() -> dict:
    """The halves of each domino by its number in the kernel: terrain, crowns (or fires) and craters of each half.

    The dominoes of Origins follow those of the base game; its six terrains have the numbers 0 to 5.
    """
    found = {number: (domino.a, domino.b) for number, domino in DOMINO_SET.items()}
    found |= {
        DOMINOES + number: [half._replace(terrain=ORIGINS_TERRAINS[half.terrain]) for half in (domino.a, domino.b)]
        for number, domino in ORIGINS_DOMINOES.items()
    }
    return {number: tuple([tuple(map(int, half)) for half in halves]) for number, halves in found.items()}


cdef void _read_tables():
    """Copy the dominoes and the geometry from the rules; raises ValueError if they do not fit the boards."""
    global COLUMN
    cdef int number, place
    known = faces()
    if set(known) != set(range(1, 2 * DOMINOES + 1)):
        raise ValueError(f"the kernel knows the dominoes 1 to {DOMINOES}")
    for number, halves in known.items():
        for place, (terrain, crowns, _) in enumerate(halves):
            if not (terrain < TERRAINS and crowns <= 3):
                raise ValueError(f"the kernel cannot hold domino {number}")
            TERRAIN[number][place], CROWNS[number][place] = terrain, crowns
        DOUBLE[number] = halves[0] == halves[1]
    for first in (0, DOMINOES):
        for terrain in range(TERRAINS):
            having = [n for n in range(first + 1, first + DOMINOES + 1) if terrain in (known[n][0][0], known[n][1][0])]
            if len(having) > MOST_REGIONS:
                raise ValueError(f"the kernel has no room for {len(having)} regions of one terrain")
    for place, direction in enumerate(DIRECTIONS):
        DX[place], DY[place] = direction.dx, direction.dy
        STEP[place] = direction.dx + direction.dy * STRIDE
    for limit in (5, 7):
        MIDDLE[<int>limit] = grid(limit).reach // 2
    COLUMN = 0
    for place in range(SIDE):
        COLUMN |= <Board>1 << place * STRIDE


_read_tables()


cdef void begin_kingdom(Kingdom *kingdom, int limit) noexcept nogil:
    """Set the kingdom to a castle alone in the middle of the frame; `limit` is 5 or 7."""
    cdef int terrain
    cdef Board castle = <Board>1 << (SIDE // 2 * STRIDE + SIDE // 2)
    kingdom.covered = castle
    for terrain in range(TERRAINS):
        kingdom.touch[terrain] = beside(castle)
        kingdom.land[terrain] = 0
    kingdom.crowns[0] = kingdom.crowns[1] = 0
    kingdom.left = kingdom.right = kingdom.low = kingdom.high = 0
    kingdom.x0 = kingdom.y0 = -(SIDE // 2)
    kingdom.limit = limit
    kingdom.placed = kingdom.discarded = 0
    _reframe(kingdom)


cdef inline int _origin(int at, int first, int last, int limit) noexcept nogil:
    """The new origin of the frame in one dimension, so that the frame contains all squares that can be used next."""
    cdef int from_ = max(first - 2, last - limit + 1)
    cdef int to = min(last + 2, first + limit - 1)
    if from_ < at:
        return from_
    return to - SIDE + 1 if to > at + SIDE - 1 else at


cdef void _reframe(Kingdom *kingdom) noexcept nogil:
    """Move the frame if the bounding box requires it, and compute the free squares again."""
    cdef int limit = kingdom.limit
    cdef int x0 = _origin(kingdom.x0, kingdom.left, kingdom.right, limit)
    cdef int y0 = _origin(kingdom.y0, kingdom.low, kingdom.high, limit)
    cdef int shift = kingdom.x0 - x0 + (kingdom.y0 - y0) * STRIDE
    if shift:
        _shift(kingdom, shift)
        kingdom.x0, kingdom.y0 = x0, y0
    cdef int left = max(kingdom.right - limit + 1 - x0, 0)
    cdef int right = min(kingdom.left + limit - 1 - x0, SIDE - 1)
    cdef int low = max(kingdom.high - limit + 1 - y0, 0)
    cdef int high = min(kingdom.low + limit - 1 - y0, SIDE - 1)
    kingdom.free = _rectangle(left, right, low, high) & ~kingdom.covered


cdef inline Board _rectangle(int left, int right, int low, int high) noexcept nogil:
    """The squares in these columns and rows of the frame, each from 0 to SIDE - 1."""
    cdef Board columns = (((<Board>1) << (right + 1)) - ((<Board>1) << left)) * COLUMN
    cdef Board rows = ((<Board>1) << (high + 1) * STRIDE) - ((<Board>1) << low * STRIDE)
    return columns & rows


cdef inline Board _shifted(Board board, int shift) noexcept nogil:
    return board << shift if shift > 0 else board >> -shift


cdef void _shift(Kingdom *kingdom, int shift) noexcept nogil:
    cdef int terrain
    kingdom.covered = _shifted(kingdom.covered, shift)
    for terrain in range(TERRAINS):
        kingdom.touch[terrain] = _shifted(kingdom.touch[terrain], shift)
        kingdom.land[terrain] = _shifted(kingdom.land[terrain], shift)
    kingdom.crowns[0] = _shifted(kingdom.crowns[0], shift)
    kingdom.crowns[1] = _shifted(kingdom.crowns[1], shift)


cdef int first_halves(const Kingdom *kingdom, int domino, Board *masks) noexcept nogil:
    """Return the number of legal placements, and write the squares of the first half by direction (R8).

    `masks` has room for 4 boards. For a domino with equal halves, those of the last two directions are empty.
    """
    list_first_halves(kingdom, domino, masks)
    return count(masks[0]) + count(masks[1]) + count(masks[2]) + count(masks[3])


cdef void list_first_halves(const Kingdom *kingdom, int domino, Board *masks) noexcept nogil:
    """Write the same as `first_halves`, without counting it."""
    cdef Board free = kingdom.free
    cdef Board a = kingdom.touch[TERRAIN[domino][0]], b = kingdom.touch[TERRAIN[domino][1]]
    masks[0] = free & free >> 1 & (a | b >> 1)
    masks[1] = free & free >> STRIDE & (a | b >> STRIDE)
    if DOUBLE[domino]:
        masks[2] = masks[3] = 0
        return
    masks[2] = free & free << 1 & (a | b << 1)
    masks[3] = free & free << STRIDE & (a | b << STRIDE)


cdef int nth(const Board *masks, int n, int *direction) noexcept nogil:
    """The bit and direction of the n-th placement of four masks, counted from 0; n is less than their number."""
    cdef int place, has
    cdef Board mask
    for place in range(4):
        has = count(masks[place])
        if n < has:
            direction[0] = place
            mask = masks[place]
            while n:
                mask &= mask - 1
                n -= 1
            return lowest(mask)
        n -= has
    return -1


cdef void lay(Kingdom *kingdom, int domino, int direction, int bit) noexcept nogil:
    """Lay a domino with its first half on the bit; the placement must be legal."""
    cdef int x = kingdom.x0 + bit % STRIDE, y = kingdom.y0 + bit // STRIDE
    cdef int x2 = x + DX[direction], y2 = y + DY[direction]
    if (
        min(x, x2) < kingdom.left or max(x, x2) > kingdom.right
        or min(y, y2) < kingdom.low or max(y, y2) > kingdom.high
    ):
        kingdom.left, kingdom.right = min(kingdom.left, min(x, x2)), max(kingdom.right, max(x, x2))
        kingdom.low, kingdom.high = min(kingdom.low, min(y, y2)), max(kingdom.high, max(y, y2))
        _reframe(kingdom)  # first, so that the frame contains the neighbours of the domino, too
        bit = (y - kingdom.y0) * STRIDE + x - kingdom.x0
    _cover(kingdom, TERRAIN[domino][0], CROWNS[domino][0], <Board>1 << bit)
    _cover(kingdom, TERRAIN[domino][1], CROWNS[domino][1], <Board>1 << (bit + STEP[direction]))
    kingdom.placed += 1


cdef inline void _cover(Kingdom *kingdom, int terrain, int crowns, Board half) noexcept nogil:
    kingdom.free &= ~half
    kingdom.covered |= half
    kingdom.touch[terrain] |= beside(half)
    kingdom.land[terrain] |= half
    if crowns & 1:
        kingdom.crowns[0] |= half
    if crowns & 2:
        kingdom.crowns[1] |= half


cdef bint in_middle(const Kingdom *kingdom) noexcept nogil:
    """True if no square is further from the castle than half the limit, in x or y (R14)."""
    cdef int reach = MIDDLE[kingdom.limit]
    return (
        kingdom.left >= -reach and kingdom.right <= reach and kingdom.low >= -reach and kingdom.high <= reach
    )


cdef Board middle(const Kingdom *kingdom) noexcept nogil:
    """The squares of the frame that are no further from the castle than half the limit (R14)."""
    cdef int reach = MIDDLE[kingdom.limit]
    return _rectangle(
        max(-reach - kingdom.x0, 0), min(reach - kingdom.x0, SIDE - 1),
        max(-reach - kingdom.y0, 0), min(reach - kingdom.y0, SIDE - 1),
    )


cdef inline int _bonuses(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil:
    cdef int points = bonus.harmony if kingdom.placed == bonus.dominoes else 0
    return points + bonus.middle if bonus.middle and in_middle(kingdom) else points


cdef int live_points(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil:
    """The present points of the kingdom with bonuses; regions without a crown are skipped (R11)."""
    cdef int terrain, points = _bonuses(kingdom, bonus)
    cdef Board crowned, area
    for terrain in range(TERRAINS):
        crowned = kingdom.land[terrain] & (kingdom.crowns[0] | kingdom.crowns[1])
        while crowned:
            area = flood(crowned & -crowned, kingdom.land[terrain])
            points += count(area) * crowns_on(kingdom, area)
            crowned &= ~area
    return points


cdef void count_kingdom(const Kingdom *kingdom, const Bonus *bonus, Count *into) noexcept nogil:
    """Compute the whole present score of the kingdom (R11, R12, R14, R15)."""
    cdef int terrain, squares, crowns
    cdef Board land, area
    into.points = into.largest = into.crowns = 0
    into.middle = bonus.middle if in_middle(kingdom) else 0
    into.harmony = bonus.harmony if kingdom.placed == bonus.dominoes else 0
    for terrain in range(bonus.terrains):
        land = kingdom.land[terrain]
        while land:
            area = flood(land & -land, land)
            squares, crowns = count(area), crowns_on(kingdom, area)
            into.points += squares * crowns
            into.largest = max(into.largest, squares)
            into.crowns += crowns
            land &= ~area

"""The zones of a kingdom and what placements are worth for its future (`docs/play/bots.md#strong`).

A zone is a region with its free neighbours. Worth is counted in hundredths of a point, always in integers.
"""

from libc.string cimport memset

from kingdomino.kernel.draws cimport inner_below
from kingdomino.kernel.kingdoms cimport (
    CROWNS, FRAME, KINGDOMINO_KERNEL_SOURCES, MOST_REGIONS, STRIDE, TERRAIN, TERRAINS, beside, count, crowns_on, first_halves, flood,
    in_middle, lowest, middle,
)

from kingdomino.board.kingdom import DIRECTIONS

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    POINT = 100
    EXPECTED = 50      # percent of an average share of the unseen squares and crowns that zones count on
    OTHER = 50         # percent of its promise that a zone has beside a better one of its terrain
    HOLE = 300         # a free square without a free neighbour
    END = 40           # a free square with one free neighbour
    OFF_CENTRE = 500   # a square off the centre, the first ones
    MORE_OFF = 400     # a further one
    MOST_OPEN = 4

cdef struct Kin:
    # The zones of one terrain, and the neighbours of all of them.
    int number
    const Zone *zones[MOST_REGIONS]
    Board near

cdef int OPEN[5]       # percent of its promise that a zone keeps, by the number of its free neighbours
OPEN[0], OPEN[1], OPEN[2], OPEN[3], OPEN[4] = 0, 50, 75, 90, 100

cdef int STEP[4]
cdef Board FITS[8][90]   # by limit: the squares of the frame that fit into one kingdom with a bit


def _read_tables():
    cdef int place, bit, other, limit
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


cdef inline int _coming(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil:
    """The number of dominoes that the kingdom still gets after the next one."""
    return bonus.dominoes - kingdom.placed - kingdom.discarded - 1


cdef inline int _open(Board free) noexcept nogil:
    """The number of these squares, or `MOST_OPEN` if there are more."""
    cdef int number = 0
    while free and number < MOST_OPEN:
        free &= free - 1
        number += 1
    return number


cdef void read_zones(Zones *zones, const Kingdom *kingdom) noexcept nogil:
    """Find the zones of a kingdom; `appraise` completes them."""
    cdef int terrain
    cdef Board rest, area
    cdef Zone *zone
    zones.number = 0
    for terrain in range(TERRAINS):
        rest = kingdom.land[terrain]
        while rest:
            area = flood(rest & -rest, rest)
            rest &= ~area
            zone = &zones.zones[zones.number]
            zones.number += 1
            zone.terrain, zone.squares, zone.crowns = terrain, count(area), crowns_on(kingdom, area)
            zone.beside = beside(area)


cdef void appraise(Zones *zones, const Kingdom *kingdom, const Bonus *bonus, const Unseen *unseen) noexcept nogil:
    """Compute the promise of all zones, and the pressure on the free squares."""
    cdef int place, terrain, coming = max(_coming(kingdom, bonus), 0)
    cdef int most[6]
    cdef int sums[6]
    cdef Zone *zone
    for terrain in range(6):
        most[terrain] = sums[terrain] = zones.by_crown[terrain] = zones.by_square[terrain] = 0
        if unseen.dominoes:
            zones.by_crown[terrain] = EXPECTED * unseen.squares[terrain] * coming // unseen.dominoes
            zones.by_square[terrain] = EXPECTED * unseen.crowns[terrain] * coming // unseen.dominoes
    for place in range(zones.number):
        zone = &zones.zones[place]
        zone.beside &= kingdom.free
        zone.promise = _promise(zones, zone.terrain, zone.squares, zone.crowns, OPEN[_open(zone.beside)])
        sums[zone.terrain] += zone.promise
        most[zone.terrain] = max(most[zone.terrain], zone.promise)
    for terrain in range(6):
        zones.promise[terrain] = _together(most[terrain], sums[terrain])
    _press(zones, most)


cdef inline int _promise(const Zones *zones, int terrain, int squares, int crowns, int percent) noexcept nogil:
    return (zones.by_crown[terrain] * crowns + zones.by_square[terrain] * squares) * percent // 100


cdef inline int _together(int most, int sum) noexcept nogil:
    """The promise of zones of one terrain, of which most can be had in one place."""
    return most + OTHER * (sum - most) // 100


cdef void _press(Zones *zones, const int *most) noexcept nogil:
    """Add up what zones lose with each of their free neighbours."""
    cdef int place, open
    cdef Board rest
    cdef Zone *zone
    memset(zones.pressure, 0, sizeof(zones.pressure))
    for place in range(zones.number):
        zone = &zones.zones[place]
        open = _open(zone.beside)
        zone.loss = 0
        if not (open and zone.promise):
            continue
        if open == MOST_OPEN and count(zone.beside) > MOST_OPEN:
            continue
        zone.loss = _promise(zones, zone.terrain, zone.squares, zone.crowns, OPEN[open] - OPEN[open - 1])
        if zone.promise < most[zone.terrain]:
            zone.loss = zone.loss * OTHER // 100
        rest = zone.beside
        while rest:
            zones.pressure[lowest(rest)] += zone.loss
            rest &= rest - 1


cdef void cover(Zones *zones, int domino, int direction, int bit, int shift) noexcept nogil:
    """Add a domino that was laid; the frame has moved by `shift` bits, and `bit` is of the new one. Then `appraise`."""
    cdef int place
    if shift:
        for place in range(zones.number):
            if shift > 0:
                zones.zones[place].beside <<= shift
            else:
                zones.zones[place].beside >>= -shift
    _join(zones, TERRAIN[domino][0], CROWNS[domino][0], <Board>1 << bit)
    _join(zones, TERRAIN[domino][1], CROWNS[domino][1], <Board>1 << (bit + STEP[direction]))


cdef void _join(Zones *zones, int terrain, int crowns, Board at) noexcept nogil:
    """Add a half: it joins all zones of its terrain next to it."""
    cdef int place = 0
    cdef Board around = beside(at)
    cdef Zone *zone
    cdef int squares = 1
    while place < zones.number:
        zone = &zones.zones[place]
        if zone.terrain == terrain and zone.beside & at:
            around |= zone.beside
            squares += zone.squares
            crowns += zone.crowns
            zones.number -= 1
            zones.zones[place] = zones.zones[zones.number]
        else:
            place += 1
    zone = &zones.zones[zones.number]
    zones.number += 1
    zone.terrain, zone.squares, zone.crowns, zone.beside = terrain, squares, crowns, around


cdef inline void _find_kin(const Zones *zones, int terrain, Kin *kin) noexcept nogil:
    cdef int place
    kin.number = 0
    kin.near = 0
    for place in range(zones.number):
        if zones.zones[place].terrain == terrain:
            kin.zones[kin.number] = &zones.zones[place]
            kin.near |= zones.zones[place].beside
            kin.number += 1


cdef inline int _laid(
    const Zones *zones, const Kingdom *kingdom, const Kin *kin, int terrain, int squares, int crowns, Board at, int pressure
) noexcept nogil:
    """The worth of covering free squares with one terrain: the points, and what zones promise more or less."""
    cdef const Zone *zone
    cdef int place, before = 0, most = 0, sum = 0, promise
    cdef Board around = beside(at), touched
    for place in range(kin.number):
        zone = kin.zones[place]
        touched = zone.beside & at
        if touched:
            squares += zone.squares
            crowns += zone.crowns
            before += zone.squares * zone.crowns
            around |= zone.beside
            pressure -= zone.loss * (2 if touched & (touched - 1) else 1)
        else:
            most = max(most, zone.promise)
            sum += zone.promise
    promise = _promise(zones, terrain, squares, crowns, OPEN[_open(around & kingdom.free & ~at)])
    return (
        POINT * (squares * crowns - before) - pressure
        + _together(max(most, promise), sum + promise) - zones.promise[terrain]
    )


cdef inline int _both(const Zones *zones, const Kingdom *kingdom, const Kin *kin, int domino, int bit, int other) noexcept nogil:
    """The worth of a domino with one terrain on both halves."""
    return _laid(
        zones, kingdom, kin, TERRAIN[domino][0], 2, CROWNS[domino][0] + CROWNS[domino][1],
        (<Board>1 << bit) | (<Board>1 << other), zones.pressure[bit] + zones.pressure[other],
    )


cdef void _fill(
    const Zones *zones, const Kingdom *kingdom, int domino, int half, Board squares, int *into
) noexcept nogil:
    """Write the worth of one half on each of these free squares.

    Away from all zones of its terrain it depends only on the number of free neighbours, besides the pressure.
    """
    cdef Kin kin
    cdef int bit, open, terrain = TERRAIN[domino][half], crowns = CROWNS[domino][half]
    cdef int alone[MOST_OPEN + 1]
    cdef Board at
    _find_kin(zones, terrain, &kin)
    for open in range(MOST_OPEN + 1):
        alone[open] = NONE
    while squares:
        bit = lowest(squares)
        squares &= squares - 1
        at = <Board>1 << bit
        if kin.near & at:
            into[bit] = _laid(zones, kingdom, &kin, terrain, 1, crowns, at, zones.pressure[bit])
            continue
        open = _open(beside(at) & kingdom.free)
        if alone[open] == NONE:
            alone[open] = _laid(zones, kingdom, &kin, terrain, 1, crowns, at, 0)
        into[bit] = alone[open] - zones.pressure[bit]


cdef inline int _off_cost(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil:
    """The cost of a square off the centre."""
    if not bonus.middle:
        return 0
    if in_middle(kingdom):
        return OFF_CENTRE
    return MORE_OFF if _coming(kingdom, bonus) > 0 else 0


cdef int bare_cost(const Kingdom *kingdom, Board free) noexcept nogil:
    """The cost of the free squares that are hard to cover."""
    cdef Board a = free << 1, b = free >> 1, c = free << STRIDE, d = free >> STRIDE
    cdef Board several = a & b | c & d | (a ^ b) & (c ^ d)
    return HOLE * count(free & ~(a | b | c | d)) + END * count(free & (a | b | c | d) & ~several)


cdef int worth(const Zones *zones, const Kingdom *kingdom, const Bonus *bonus, int domino, int direction, int bit) noexcept nogil:
    """The worth of a placement, without the cost of the free squares that it leaves."""
    cdef int halves[2][112]
    cdef int other = bit + STEP[direction], off = _off_cost(kingdom, bonus), found
    cdef Board first = <Board>1 << bit, second = <Board>1 << other
    cdef Kin kin
    if TERRAIN[domino][0] == TERRAIN[domino][1]:
        _find_kin(zones, TERRAIN[domino][0], &kin)
        found = _both(zones, kingdom, &kin, domino, bit, other)
    else:
        _fill(zones, kingdom, domino, 0, first, halves[0])
        _fill(zones, kingdom, domino, 1, second, halves[1])
        found = halves[0][bit] + halves[1][other]
    return found - off * count((first | second) & ~middle(kingdom)) if off else found


cdef int best_worth(
    const Zones *zones, const Kingdom *kingdom, const Bonus *bonus, int domino, Inner *inner, int *direction, int *bit
) noexcept nogil:
    """Return the highest worth of a placement of the domino, and write such a placement; NONE if none is legal.

    Of equal placements the first one is written, or with a generator any of them.
    """
    cdef Board masks[4]
    cdef Kin kin
    cdef int halves[2][112]
    cdef int place, at, found, best = NONE, equals = 0, off
    cdef bint same = TERRAIN[domino][0] == TERRAIN[domino][1], last = _coming(kingdom, bonus) <= 0
    cdef Board inside = 0
    if not first_halves(kingdom, domino, masks):
        return NONE
    off = _off_cost(kingdom, bonus)
    if off:
        inside = middle(kingdom)
    if same:
        _find_kin(zones, TERRAIN[domino][0], &kin)
    else:
        _fill(zones, kingdom, domino, 0, masks[0] | masks[1] | masks[2] | masks[3], halves[0])
        _fill(
            zones, kingdom, domino, 1, masks[0] << 1 | masks[1] << STRIDE | masks[2] >> 1 | masks[3] >> STRIDE, halves[1]
        )
    for place in range(4):
        while masks[place]:
            at = lowest(masks[place])
            masks[place] &= masks[place] - 1
            found = _both(zones, kingdom, &kin, domino, at, at + STEP[place]) if same else halves[0][at] + halves[1][at + STEP[place]]
            if off:
                found -= off * (not inside >> at & 1) + off * (not inside >> (at + STEP[place]) & 1)
            if found >= best and not last:  # the cost is not negative
                found -= bare_cost(kingdom, kingdom.free & FITS[kingdom.limit][at] & FITS[kingdom.limit][at + STEP[place]])
            if found > best:
                best, equals = found, 1
                direction[0], bit[0] = place, at
            elif found == best and inner is not NULL:
                equals += 1
                if inner_below(inner, equals) == 0:
                    direction[0], bit[0] = place, at
    return best

"""The placements with the most points at once, for the policy `greedy`, and what stays known of a kingdom between them.

Placements are not compared one by one: the squares next to the same regions have the same gain, so boards of squares
with equal gains are intersected. A `Survey` keeps the regions of a kingdom until a domino changes them, and the best
placements of the dominoes on offer until the chosen one is laid.
"""

from kingdomino.kernel.kingdoms cimport (
    CROWNS, KINGDOMINO_KERNEL_SOURCES, STRIDE, TERRAIN, Board, Bonus, Kingdom, beside, count, crowns_on, flood,
    in_middle, list_first_halves, middle,
)

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    # Each region and each square between regions of a terrain has a gain at most: 24 regions, 52 squares, and one more.
    MOST_GAINS = 96
    MOST_OFFERED = 4

cdef struct Gains:
    # The gains of a half on the free squares, in descending order, each once, with its squares.
    int number
    int gain[MOST_GAINS]
    Board at[MOST_GAINS]


cdef void forget(Survey *survey) noexcept nogil:
    """Begin a survey in which nothing is known."""
    survey.known = survey.number = 0


cdef void forget_domino(Survey *survey, int domino, bint moved) noexcept nogil:
    """Forget what this domino, which was laid, has changed; everything if the kingdom's frame has moved."""
    survey.number = 0
    survey.known &= 0 if moved else ~(1 << TERRAIN[domino][0] | 1 << TERRAIN[domino][1])


cdef const Places *best_places(const Kingdom *kingdom, const Bonus *bonus, Survey *survey, int domino) noexcept nogil:
    """All placements with the highest gain; valid until the survey is used again.

    A gain is the change of `live_points`; it is negative if the castle is in the middle no longer. If the domino
    does not fit, the gain is `NOWHERE` and the masks are empty.
    """
    cdef int place
    cdef Places *found
    for place in range(survey.number):
        if survey.places[place].domino == domino:
            return &survey.places[place]
    if survey.number == MOST_OFFERED:
        survey.number = 0
    found = &survey.places[survey.number]
    survey.number += 1
    found.domino = domino
    _find_best(kingdom, bonus, survey, found)
    return found


cdef void _find_best(const Kingdom *kingdom, const Bonus *bonus, Survey *survey, Places *found) noexcept nogil:
    cdef Board legal[4]
    cdef Board inside[4]
    cdef Board centre
    cdef int direction
    found.gain = NOWHERE
    found.masks[0] = found.masks[1] = found.masks[2] = found.masks[3] = 0
    list_first_halves(kingdom, found.domino, legal)
    if not (legal[0] | legal[1] | legal[2] | legal[3]):
        return
    if bonus.middle and in_middle(kingdom):
        centre = middle(kingdom)
        for direction in range(4):
            inside[direction] = legal[direction] & centre & _towards(centre, direction)
            legal[direction] &= ~inside[direction]
        _compare(kingdom, survey, inside, 0, found)
        _compare(kingdom, survey, legal, bonus.middle, found)
    else:
        _compare(kingdom, survey, legal, 0, found)
    if kingdom.placed + 1 == bonus.dominoes:
        found.gain += bonus.harmony


cdef inline Board _towards(Board squares, int direction) noexcept nogil:
    """The squares from which one step in the direction leads to these; the directions are those of `kingdomino.board`."""
    if direction == 0:
        return squares >> 1
    if direction == 1:
        return squares >> STRIDE
    return squares << 1 if direction == 2 else squares << STRIDE


cdef inline void _compare(
    const Kingdom *kingdom, Survey *survey, const Board *legal, int less, Places *found
) noexcept nogil:
    """Add the best of these placements to those found if they are as good, or replace them; all lose `less` points."""
    cdef Gains a, b
    cdef int domino = found.domino
    cdef int crowns = CROWNS[domino][0], others = CROWNS[domino][1]
    cdef const Regions *regions = _regions(kingdom, survey, TERRAIN[domino][0])
    if not (legal[0] | legal[1] | legal[2] | legal[3]):
        return
    if TERRAIN[domino][0] == TERRAIN[domino][1]:
        _compare_joint(regions, legal, crowns + others, less, found)
        return
    _list_gains(regions, kingdom.free, crowns, &a)
    _list_gains(_regions(kingdom, survey, TERRAIN[domino][1]), kingdom.free, others, &b)
    _compare_pairs(&a, &b, legal, less, found)


cdef inline void _compare_pairs(
    const Gains *a, const Gains *b, const Board *legal, int less, Places *found
) noexcept nogil:
    """Compare the placements of two halves whose gains are independent, the best pairs of gains first."""
    cdef int first, second, gain
    cdef Board at, other
    for first in range(a.number):
        at = a.at[first]
        for second in range(b.number):
            gain = a.gain[first] + b.gain[second] - less
            if gain < found.gain:
                break
            other = b.at[second]
            _offer(found, 0, gain, legal[0] & at & other >> 1)
            _offer(found, 1, gain, legal[1] & at & other >> STRIDE)
            _offer(found, 2, gain, legal[2] & at & other << 1)
            _offer(found, 3, gain, legal[3] & at & other << STRIDE)


cdef inline void _compare_joint(
    const Regions *regions, const Board *legal, int crowns, int less, Places *found
) noexcept nogil:
    """Compare the placements of two halves of one terrain, which join the regions beside either."""
    cdef int direction, region
    cdef Board touching, once, twice, bit
    for direction in range(4):
        if not legal[direction]:
            continue
        once = twice = 0
        for region in range(regions.number):
            touching = regions.beside[region] | _towards(regions.beside[region], direction)
            twice |= once & touching
            once |= touching
        _offer(found, direction, 2 * crowns - less, legal[direction] & ~once)
        for region in range(regions.number):
            touching = regions.beside[region] | _towards(regions.beside[region], direction)
            _offer(
                found, direction, _joined(regions, region, 2, crowns) - less, legal[direction] & touching & ~twice
            )
        twice &= legal[direction]
        while twice:
            bit = twice & -twice
            twice &= ~bit
            # The step back of the opposite direction is the step of this one.
            _offer(found, direction, _gain(regions, bit | _towards(bit, direction ^ 2), 2, crowns) - less, bit)


cdef inline void _offer(Places *found, int direction, int gain, Board places) noexcept nogil:
    if places and gain >= found.gain:
        if gain > found.gain:
            found.gain = gain
            found.masks[0] = found.masks[1] = found.masks[2] = found.masks[3] = 0
        found.masks[direction] |= places


cdef inline void _list_gains(const Regions *regions, Board free, int crowns, Gains *into) noexcept nogil:
    """The gains of a half with this terrain; where no region is near, it begins a new one."""
    cdef int region
    cdef Board rest = free & regions.between, single = free & ~regions.between
    into.number = 0
    _insert(into, crowns, free & ~regions.near)
    for region in range(regions.number):
        _insert(into, _joined(regions, region, 1, crowns), single & regions.beside[region])
    while rest:
        _insert(into, _gain(regions, rest & -rest, 1, crowns), rest & -rest)
        rest &= rest - 1


cdef inline void _insert(Gains *gains, int gain, Board at) noexcept nogil:
    cdef int place = gains.number, own = 0
    if not at:
        return
    while own < place and gains.gain[own] > gain:
        own += 1
    if own < place and gains.gain[own] == gain:
        gains.at[own] |= at
        return
    while place > own:
        gains.gain[place], gains.at[place] = gains.gain[place - 1], gains.at[place - 1]
        place -= 1
    gains.gain[own], gains.at[own] = gain, at
    gains.number += 1


cdef inline int _joined(const Regions *regions, int region, int squares, int crowns) noexcept nogil:
    """The points gained if the squares join this region alone."""
    return squares * regions.crowns[region] + crowns * (squares + regions.squares[region])


cdef int _gain(const Regions *regions, Board laid, int squares, int crowns) noexcept nogil:
    """The points gained by laying these squares, which have the regions' terrain and `crowns` crowns."""
    cdef int region, before = 0
    for region in range(regions.number):
        if regions.beside[region] & laid:
            squares += regions.squares[region]
            crowns += regions.crowns[region]
            before += regions.squares[region] * regions.crowns[region]
    return squares * crowns - before


cdef inline const Regions *_regions(const Kingdom *kingdom, Survey *survey, int terrain) noexcept nogil:
    """The regions of the terrain."""
    if not survey.known >> terrain & 1:
        _find_regions(kingdom, terrain, &survey.regions[terrain])
        survey.known |= 1 << terrain
    return &survey.regions[terrain]


cdef void _find_regions(const Kingdom *kingdom, int terrain, Regions *into) noexcept nogil:
    cdef Board land = kingdom.land[terrain], area, around
    cdef int number = 0
    into.near = into.between = 0
    while land:
        area = flood(land & -land, land)
        around = beside(area)
        into.beside[number] = around
        into.between |= into.near & around
        into.near |= around
        into.squares[number] = count(area)
        into.crowns[number] = crowns_on(kingdom, area)
        number += 1
        land &= ~area
    into.number = number

"""Fires, resources, totems and cavemen of Origins, and how the cheap policy of a search uses them.

The policy simplifies Origins to what a search needs: a fire token goes to the largest region, a totem that changes
hands goes to the first leading seat, and a caveman is recruited if that pays at once (`docs/play/bots.md#strong`).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from kingdomino.kernel.draws cimport Inner, inner_below
from kingdomino.kernel.kingdoms cimport (
    DOMINOES, FRAME, KINGDOMINO_KERNEL_SOURCES, SIDE, STRIDE, Board, Kingdom, beside, count, flood, lowest,
)
from kingdomino.kernel.tables cimport CHOOSE_FIRST, Table

from kingdomino.board.camp import RESOURCE_OF_TERRAIN, Caveman
from kingdomino.board.camp import RESOURCES as RESOURCE_KINDS
from kingdomino.board.terrain import Terrain
from kingdomino.kernel.kingdoms import ORIGINS_TERRAINS, faces
from kingdomino.rules import Mode

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    LANDSCAPES = 5           # the terrains without the volcano, which is the last one
    RESOURCES = 4
    KINDS = 10               # kinds of cavemen
    ON_BOARD = 4             # tiles on the cave board (R29)
    TILES = 22               # all tiles
    TENTH = 10               # tenths of a point in a point
    NONE = -1000000

cdef enum:
    HUNTER, FISHER, GATHERER, SCULPTOR, PAINTER, FIRE_KEEPER, SHAMAN, WARRIOR1, WARRIOR2, WARRIOR3

cdef int LAND[4]             # the terrain of each resource
cdef int CRATERS[97]         # craters of the second half
cdef int FIRES[97]           # fires of the first half
cdef int BEARS[97]           # the number of halves that get a resource
cdef Board WITHIN[4][90]     # by distance, the squares of the frame within that distance of a bit


def _read_tables():
    cdef int number, bit, other, distance
    if ORIGINS_TERRAINS[Terrain.VOLCANO] != LANDSCAPES:
        raise ValueError("the volcano is the last terrain of Origins")
    for terrain, resource in RESOURCE_OF_TERRAIN.items():
        LAND[<int>RESOURCE_KINDS.index(resource)] = ORIGINS_TERRAINS[terrain]
    bearing = {ORIGINS_TERRAINS[terrain] for terrain in RESOURCE_OF_TERRAIN}
    for number, halves in faces().items():
        (_, FIRES[number], holes), (_, _, CRATERS[number]) = halves
        if holes:
            raise ValueError(f"volcanoes are second halves, and domino {number} has one first")
        BEARS[number] = sum(terrain in bearing and not fires for terrain, fires, _ in halves)
    for distance in range(4):
        for bit in range(FRAME):
            WITHIN[distance][bit] = 0
            for other in range(FRAME):
                if (
                    other % STRIDE < SIDE
                    and abs(bit % STRIDE - other % STRIDE) <= distance
                    and abs(bit // STRIDE - other // STRIDE) <= distance
                ):
                    WITHIN[distance][bit] |= _at(other)


cdef inline Board _at(int bit) noexcept nogil:
    return (<Board>1) << bit


_read_tables()


cdef int craters(int domino) noexcept nogil:
    """The number of craters of the second half; a first half is never a volcano."""
    return CRATERS[domino]


cdef int brings(const Kingdom *kingdom, const Camps *camps, int seat, int domino, int other) noexcept nogil:
    """The worth of the resources and the token of a domino, its second half on `other`, in tenths of a point.

    The token counts as if the domino were not laid yet. If it then has no square, it counts as on the first half alone.
    """
    cdef int found = 0, at
    if camps.mode != DISCOVERY:
        found = TENTH * BEARS[domino]
    if CRATERS[domino]:
        found += best_fire(kingdom, camps, seat, other, CRATERS[domino], &at)
        if at < 0 and not FIRES[domino]:
            found += TENTH * CRATERS[domino]
    return found


cdef inline Board _fireless(const Kingdom *kingdom) noexcept nogil:
    """The covered squares without a fire, except volcanoes."""
    cdef Board land = 0
    cdef int terrain
    for terrain in range(LANDSCAPES):
        land |= kingdom.land[terrain]
    return land & ~(kingdom.crowns[0] | kingdom.crowns[1])


cdef inline Board _lying(const Kingdom *kingdom, const Camp *camp, int resource) noexcept nogil:
    """The squares with this resource (R26); a square with a fire, printed or put, has none."""
    return kingdom.land[LAND[resource]] & ~(kingdom.crowns[0] | kingdom.crowns[1] | camp.gone)


cdef Board fire_squares(const Kingdom *kingdom, int volcano, int craters) noexcept nogil:
    """The squares on which the token of a volcano on this bit may be put (R23)."""
    return _fireless(kingdom) & WITHIN[4 - craters][volcano]


cdef inline bint _burns(const Camps *camps, int seat, int terrain, int bit) noexcept nogil:
    """True if a token on this square, which has no fire, burns a resource; a desert has none."""
    cdef int resource
    if camps.mode != DISCOVERY and not camps.camp[seat].gone >> bit & 1:
        for resource in range(RESOURCES):
            if LAND[resource] == terrain:
                return True
    return False


cdef int best_fire(
    const Kingdom *kingdom, const Camps *camps, int seat, int volcano, int craters, int *at
) noexcept nogil:
    """Return the highest gain of the token in tenths of a point, and write its square to `at`; 0 and -1 without a square.

    The gain is the token's fires times the squares of the region, minus a point for a burnt resource. A square with a
    caveman is used only if there is no other. In a region it is the lowest square without a resource, else the lowest.
    """
    cdef Board reach = fire_squares(kingdom, volcano, craters), rest, area, own
    cdef const Camp *camp = &camps.camp[seat]
    cdef int terrain, found, best = NONE, bit
    at[0] = -1
    if reach & ~camp.tiles:
        reach &= ~camp.tiles
    for terrain in range(LANDSCAPES):
        rest = reach & kingdom.land[terrain]
        while rest:
            area = flood(rest & -rest, kingdom.land[terrain])
            own = rest & area & camp.gone
            bit = lowest(own) if own else lowest(rest)
            found = TENTH * (craters * count(area) - _burns(camps, seat, terrain, bit))
            if found > best:
                best, at[0] = found, bit
            rest &= ~area
    return 0 if best == NONE else best


cdef int fire_value(const Kingdom *kingdom, const Camps *camps, int seat, int at, int fires) noexcept nogil:
    """The gain of a token on this square, in tenths of a point."""
    cdef int terrain
    for terrain in range(LANDSCAPES):
        if kingdom.land[terrain] >> at & 1:
            return TENTH * (fires * count(flood(_at(at), kingdom.land[terrain])) - _burns(camps, seat, terrain, at))
    return NONE


cdef void put_fire(Kingdom *kingdom, Camp *camp, int at, int fires) noexcept nogil:
    """Put a token on the square; a caveman leaves the square (R29)."""
    cdef int kind
    if fires & 1:
        kingdom.crowns[0] |= _at(at)
    if fires & 2:
        kingdom.crowns[1] |= _at(at)
    if camp.tiles >> at & 1:
        camp.tiles &= ~_at(at)
        for kind in range(KINDS):
            camp.kinds[kind] &= ~_at(at)


cdef inline Board _shifted(Board board, int shift) noexcept nogil:
    return board << shift if shift > 0 else board >> -shift


cdef void shift_camp(Camp *camp, int shift) noexcept nogil:
    """Shift all boards of the camp with the kingdom's frame."""
    cdef int kind
    camp.gone, camp.tiles = _shifted(camp.gone, shift), _shifted(camp.tiles, shift)
    for kind in range(KINDS):
        camp.kinds[kind] = _shifted(camp.kinds[kind], shift)


cdef void count_resources(const Table *table, Camps *camps, int seat) noexcept nogil:
    """Count the resources on the seat's territory again, and move the totems (R27)."""
    cdef int resource
    if camps.mode == TOTEM:
        for resource in range(RESOURCES):
            camps.counts[seat][resource] = count(_lying(&table.kingdoms[seat], &camps.camp[seat], resource))
            _pass_totem(table, camps, resource)


cdef inline void _pass_totem(const Table *table, Camps *camps, int resource) noexcept nogil:
    """Move the totem of the resource if its holder must give it away: to the lowest leading seat."""
    cdef int seat, most = 0, leader = 0, leaders = 0, holder = camps.holders[resource]
    for seat in range(table.players):
        if camps.counts[seat][resource] > most:
            most, leader, leaders = camps.counts[seat][resource], seat, 0
        leaders += camps.counts[seat][resource] == most
    if not most:
        camps.holders[resource] = -1
    elif leaders == 1 if holder < 0 else camps.counts[holder][resource] < most:
        camps.holders[resource] = leader


cdef inline int _around(const Kingdom *kingdom, const Camp *camp, const Board *lying, int kind, int bit) noexcept nogil:
    """The number of things around the bit that a caveman of this kind counts (R30)."""
    cdef Board around = WITHIN[1][bit] & ~_at(bit)
    if kind <= SCULPTOR:
        return count(lying[kind] & around)
    if kind == PAINTER:
        return count((lying[0] | lying[1] | lying[2] | lying[3]) & around)
    if kind == FIRE_KEEPER:
        return count(around & kingdom.crowns[0]) + 2 * count(around & kingdom.crowns[1])
    return count(camp.tiles & around)


cdef inline Board _warriors(const Camp *camp) noexcept nogil:
    return camp.kinds[WARRIOR1] | camp.kinds[WARRIOR2] | camp.kinds[WARRIOR3]


cdef inline int _strength(const Camps *camps, const Camp *camp, Board horde) noexcept nogil:
    cdef int kind, strength = 0
    for kind in range(WARRIOR1, KINDS):
        strength += camps.pays[kind] * count(camp.kinds[kind] & horde)
    return strength


cdef int camp_points(const Table *table, const Camps *camps, int seat) noexcept nogil:
    """The present points of resources, totems and cavemen (R28, R30)."""
    cdef int resource, points = 0
    if camps.mode == TOTEM:
        for resource in range(RESOURCES):
            points += camps.resource * camps.counts[seat][resource]
            if camps.holders[resource] == seat:
                points += camps.totems[resource]
    elif camps.mode == TRIBE:
        points = _cavemen(&table.kingdoms[seat], camps, &camps.camp[seat])
    return points


cdef int _cavemen(const Kingdom *kingdom, const Camps *camps, const Camp *camp) noexcept nogil:
    cdef Board lying[4]
    cdef Board rest, horde
    cdef int resource, kind, points = 0
    for resource in range(RESOURCES):
        lying[resource] = _lying(kingdom, camp, resource)
    for kind in range(WARRIOR1):
        rest = camp.kinds[kind]
        while rest:
            points += camps.pays[kind] * _around(kingdom, camp, lying, kind, lowest(rest))
            rest &= rest - 1
    rest = _warriors(camp)
    while rest:
        horde = flood(rest & -rest, rest)
        points += count(horde) * _strength(camps, camp, horde)
        rest &= ~horde
    return points


cdef inline int _gain(
    const Kingdom *kingdom, const Camps *camps, const Camp *camp, const Board *lying, int kind, int bit
) noexcept nogil:
    """The gain in points of a caveman of this kind on an empty square."""
    cdef Board rest, horde, warriors
    cdef int number, strength, points = camps.pays[SHAMAN] * count(camp.kinds[SHAMAN] & WITHIN[1][bit])
    if kind < WARRIOR1:
        return points + camps.pays[kind] * _around(kingdom, camp, lying, kind, bit)
    warriors = _warriors(camp)
    rest = beside(_at(bit)) & warriors
    number, strength = 1, camps.pays[kind]
    while rest:
        horde = flood(rest & -rest, warriors)
        points -= count(horde) * _strength(camps, camp, horde)
        number += count(horde)
        strength += _strength(camps, camp, horde)
        rest &= ~horde
    return points + number * strength


cdef inline int _loss(const Camps *camps, const Camp *camp, int resource, int bit) noexcept nogil:
    """The points that the cavemen around the bit lose with its resource."""
    cdef Board around = WITHIN[1][bit] & ~_at(bit)
    return (
        camps.pays[resource] * count(camp.kinds[resource] & around)
        + camps.pays[PAINTER] * count(camp.kinds[PAINTER] & around)
    )


cdef inline int _cheapest(const Camps *camps, const Camp *camp, int resource, Board rest, int *spot) noexcept nogil:
    """The smallest loss of cavemen if one of these resources is spent; writes its lowest bit to `spot`."""
    cdef int bit, loss, least = -NONE
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        loss = _loss(camps, camp, resource, bit)
        if loss < least:
            least, spot[0] = loss, bit
    return least


cdef struct Payment:
    Board lying[4]           # the resources before the payment
    Board paid
    int cost
    int tiles                # the kinds of cavemen available for it, as bits
    bint from_stack

cdef struct Plan:
    # Recruiting a caveman: the gain in points, the kind, its square, and the squares whose resources are paid.
    int gain
    int kind
    int bit
    Board paid
    bint from_stack


cdef void recruit(const Table *table, Camps *camps) noexcept nogil:
    """Carry out the best plan of the seat to act before its choice, if the plan has a gain (R29)."""
    if camps.mode == TRIBE and table.stage != CHOOSE_FIRST:
        recruit_for(table, camps, table.mover)


cdef void recruit_for(const Table *table, Camps *camps, int seat) noexcept nogil:
    """Carry out the seat's best plan if it has a gain."""
    cdef Plan best
    best.gain = 0
    _find_plan(table, camps, seat, &best)
    if best.gain:
        _carry_out(camps, &camps.camp[seat], &best)


cdef void put_best(const Table *table, Camps *camps, int seat, Tiles source, int hand) noexcept nogil:
    """Put a caveman that is paid for where its gain is highest: one of the source, or the kind `hand`."""
    cdef const Kingdom *kingdom = &table.kingdoms[seat]
    cdef Camp *camp = &camps.camp[seat]
    cdef Payment payment
    cdef Plan best
    cdef int resource
    best.gain = NONE
    payment.paid, payment.cost, payment.from_stack = 0, 0, source == STACK
    for resource in range(RESOURCES):
        payment.lying[resource] = _lying(kingdom, camp, resource)
    if source == HAND:
        payment.tiles = 1 << hand
    elif source == STACK:
        payment.tiles = _kinds(camps.stack, camps.in_stack)
    else:
        payment.tiles = _kinds(camps.board, camps.on_board)
    _compare(kingdom, camps, camp, &payment, &best)
    if best.gain == NONE:
        return
    if source == HAND:
        camp.tiles |= _at(best.bit)
        camp.kinds[best.kind] |= _at(best.bit)
    else:
        _carry_out(camps, camp, &best)


cdef void _find_plan(const Table *table, const Camps *camps, int seat, Plan *best) noexcept nogil:
    """Write the plan with the highest gain to `best` if it is better; among equals the first one.

    The gain is that of the caveman, minus the loss of other cavemen by the payment, minus a point for each resource
    while lines remain to be dealt. For each resource the square with the smallest loss is paid, among equals the lowest
    bit. Plans are ordered by payment (pairs for the board, then all four for the stack), kind and square.
    """
    cdef const Kingdom *kingdom = &table.kingdoms[seat]
    cdef const Camp *camp = &camps.camp[seat]
    cdef Payment payment
    cdef int spot[4]
    cdef int loss[4]
    cdef int a, b, kinds = 0, each = 1 if table.lines_left else 0
    for a in range(RESOURCES):
        payment.lying[a] = _lying(kingdom, camp, a)
        if payment.lying[a]:
            kinds += 1
            loss[a] = each + _cheapest(camps, camp, a, payment.lying[a], &spot[a])
    payment.from_stack, payment.tiles = False, _kinds(camps.board, camps.on_board)
    for a in range(RESOURCES - 1):
        for b in range(a + 1, RESOURCES):
            if payment.lying[a] and payment.lying[b]:
                payment.paid, payment.cost = _at(spot[a]) | _at(spot[b]), loss[a] + loss[b]
                _compare(kingdom, camps, camp, &payment, best)
    if kinds == RESOURCES:
        payment.from_stack, payment.tiles = True, _kinds(camps.stack, camps.in_stack)
        payment.paid = _at(spot[0]) | _at(spot[1]) | _at(spot[2]) | _at(spot[3])
        payment.cost = loss[0] + loss[1] + loss[2] + loss[3]
        _compare(kingdom, camps, camp, &payment, best)


cdef void _compare(
    const Kingdom *kingdom, const Camps *camps, const Camp *camp, const Payment *payment, Plan *best
) noexcept nogil:
    """Write the best kind and square for this payment to `best` if the plan is better."""
    cdef Board left[4]
    cdef Board empty = _fireless(kingdom) & ~camp.tiles, rest
    cdef int resource, kind, bit, gain
    for resource in range(RESOURCES):
        left[resource] = payment.lying[resource] & ~payment.paid
        empty &= ~left[resource]
    for kind in range(KINDS):
        rest = empty if payment.tiles >> kind & 1 else 0
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            gain = _gain(kingdom, camps, camp, left, kind, bit) - payment.cost
            if gain > best.gain:
                best.gain, best.kind, best.bit, best.paid = gain, kind, bit, payment.paid
                best.from_stack = payment.from_stack


cdef inline int _kinds(const uint8_t *tiles, int number) noexcept nogil:
    """The kinds of these tiles, as bits."""
    cdef int place, kinds = 0
    for place in range(number):
        kinds |= 1 << tiles[place]
    return kinds


cdef void _carry_out(Camps *camps, Camp *camp, const Plan *plan) noexcept nogil:
    camp.gone |= plan.paid
    camp.tiles |= _at(plan.bit)
    camp.kinds[plan.kind] |= _at(plan.bit)
    if plan.from_stack:
        _take(camps.stack, &camps.in_stack, plan.kind)
    else:
        _take(camps.board, &camps.on_board, plan.kind)


cdef inline void _take(uint8_t *tiles, uint8_t *number, int kind) noexcept nogil:
    """Remove the first tile of this kind."""
    cdef int place, kept = 0
    cdef bint found = False
    for place in range(number[0]):
        if tiles[place] == kind and not found:
            found = True
        else:
            tiles[kept] = tiles[place]
            kept += 1
    number[0] = kept


cdef void refill(const Table *table, Camps *camps) noexcept nogil:
    """Fill the cave board from the stack if a line was dealt (R29)."""
    if camps.mode == TRIBE and table.dealt != camps.dealt:
        camps.dealt = table.dealt
        while camps.on_board < ON_BOARD and camps.in_stack:
            camps.in_stack -= 1
            camps.board[camps.on_board] = camps.stack[camps.in_stack]
            camps.on_board += 1


cdef void shuffle_stack(Camps *camps, Inner *inner) noexcept nogil:
    """Shuffle the face-down tiles; only Tribe has some."""
    cdef int place, other
    for place in range(camps.in_stack - 1, 0, -1):
        other = inner_below(inner, place + 1)
        camps.stack[place], camps.stack[other] = camps.stack[other], camps.stack[place]


_MODES = {Mode.DISCOVERY: DISCOVERY, Mode.TOTEM: TOTEM, Mode.TRIBE: TRIBE}
_KINDS = tuple(Caveman)


cdef read_camps(Table *table, Camps *camps, game):
    """Read the camps of a game whose dominoes were read by `tables.read_game`; fires become crowns in the kingdoms."""
    cdef int seat, place
    _check(game)
    memset(camps, 0, sizeof(Camps))
    declared, shared = game.rules.declaration, game.shared
    camps.mode, camps.resource, camps.dealt = _MODES[game.rules.mode], declared.resource, table.dealt
    for place, resource in enumerate(RESOURCE_KINDS):
        camps.totems[place] = declared.totems[resource]
        camps.holders[place] = -1 if shared.totems[place] is None else shared.totems[place]
    for place, kind in enumerate(_KINDS):
        camps.pays[place] = declared.cavemen[kind]
    for seat in range(table.players):
        _read_camp(&table.kingdoms[seat], &camps.camp[seat], game.kingdoms[seat])
        if camps.mode != DISCOVERY:
            _read_gone(&table.kingdoms[seat], &camps.camp[seat], game.kingdoms[seat])
        for place in range(RESOURCES):
            camps.counts[seat][place] = count(_lying(&table.kingdoms[seat], &camps.camp[seat], place))
    camps.on_board, camps.in_stack = len(shared.board), len(shared.stack)
    for place, kind in enumerate(shared.board):
        camps.board[place] = _KINDS.index(kind)
    for place, kind in enumerate(shared.stack):
        camps.stack[place] = _KINDS.index(kind)


cdef _check(game):
    """Raise ValueError for a game that the rules cannot lead to: C code could write outside its arrays."""
    shared = game.shared
    if len(shared.board) > ON_BOARD or len(shared.stack) > TILES:
        raise ValueError(f"there are more than {ON_BOARD} cavemen on the board, or than {TILES} in the stack")
    if shared.volcano is not None and not 1 <= shared.volcano.craters <= 3:
        raise ValueError(f"a volcano has 1 to 3 craters, not {shared.volcano.craters}")
    holders = {holder for holder in shared.totems if holder is not None}
    if not holders <= set(range(game.players)):
        raise ValueError(f"a totem is held by a seat that is none of {game.players}")


cdef _read_camp(Kingdom *kingdom, Camp *into, land):
    cdef int kind
    for square, fires in land.camp.tokens:
        put_fire(kingdom, into, bit_of(kingdom, square), fires)
    for square, caveman in land.camp.cavemen:
        kind = _KINDS.index(caveman)
        into.kinds[kind] |= _at(bit_of(kingdom, square))
        into.tiles |= _at(bit_of(kingdom, square))


cdef _read_gone(const Kingdom *kingdom, Camp *into, land):
    cdef int resource
    cdef Board there = 0
    for board in land.camp.resources:
        while board:
            there |= _at(bit_of(kingdom, land.grid.squares[(board & -board).bit_length() - 1]))
            board &= board - 1
    for resource in range(RESOURCES):
        into.gone |= _lying(kingdom, into, resource) & ~there


cdef int bit_of(const Kingdom *kingdom, square) except -1:
    cdef int x = square.x - kingdom.x0, y = square.y - kingdom.y0
    if not (0 <= x < SIDE and 0 <= y < SIDE and kingdom.covered >> (y * STRIDE + x) & 1):
        raise ValueError(f"nothing can lie on ({square.x}, {square.y}), where there is no domino")
    return y * STRIDE + x

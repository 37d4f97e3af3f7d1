"""Kingdoms without a limit (R17), and games with them played out by the policy `greedy`, for reviews.

A kingdom has at most 12 dominoes, so no square is further than 24 from the castle. Boards of so many squares are
arrays: each square has the number of the half on it, and each half the region that it belongs to. The turns are those
of a `Table`, whose own kingdoms stay empty.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t
from libc.string cimport memset

from kingdomino.kernel.draws cimport Inner, inner_below
from kingdomino.kernel.kingdoms cimport CROWNS, KINGDOMINO_KERNEL_SOURCES, TERRAIN
from kingdomino.kernel.tables cimport (
    OVER, PLACE, Position, Table, choose, discard, domino_laid, draw_due, first_by, free_dominoes, hand, read_due, redeal,
)

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import UNLIMITED_REACH
from kingdomino.board.kingdom import DIRECTIONS, Placement
from kingdomino.game import Stage

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    REACH = 24
    STRIDE = 51          # a row: the squares within reach, and one beyond at either end
    CELLS = 2601
    ORIGIN = 1300        # the castle
    FREE = 0
    CASTLE = 254
    OUTSIDE = 255        # squares beyond the reach
    HALVES = 25          # of 12 dominoes, counted from 1
    MOST_SPOTS = 1024    # each of at most 52 squares next to the kingdom, with 4 neighbours and 2 orientations
    OFFERED = 4
    NOWHERE = -1000

cdef int STEP[4]
cdef bint DOUBLE[49]

cdef struct Land:
    uint8_t cell[CELLS]
    uint8_t halves
    int16_t at[HALVES]         # the square of each half; that of 0 is the castle
    uint8_t terrain[HALVES]
    uint8_t region[HALVES]     # the half whose `squares` and `crowns` are those of the region
    uint8_t squares[HALVES]
    uint8_t crowns[HALVES]

cdef struct Spot:
    int16_t at                 # of the first half
    int8_t direction           # -1: the domino fits nowhere

cdef struct Kept:
    # The best placement of a domino on offer, found when it was compared; the land has not changed since.
    uint8_t domino
    int gain
    Spot spot

cdef struct Field:
    Table table
    Land lands[4]
    Kept kept[4][OFFERED]
    uint8_t number[4]          # of `kept`, by seat


def _read_tables():
    if UNLIMITED_REACH != REACH:
        raise ValueError(f"the kernel has room for {REACH} squares on each side of the castle")
    for place, direction in enumerate(DIRECTIONS):
        STEP[<int>place] = direction.dx + direction.dy * STRIDE
    for number, domino in DOMINOES.items():
        DOUBLE[<int>number] = domino.is_double


_read_tables()


cdef void _begin_land(Land *land) noexcept nogil:
    cdef int place
    memset(land, 0, sizeof(Land))
    for place in range(STRIDE):
        land.cell[place] = land.cell[CELLS - 1 - place] = OUTSIDE
        land.cell[place * STRIDE] = land.cell[place * STRIDE + STRIDE - 1] = OUTSIDE
    land.cell[ORIGIN] = CASTLE
    land.at[0] = ORIGIN


cdef inline int _touched(const Land *land, int at, int terrain, int *found, int number) noexcept nogil:
    """Add the regions of this terrain beside the square to `found`, each once; return their new number."""
    cdef int direction, half, region, place
    for direction in range(4):
        half = land.cell[at + STEP[direction]]
        if half == FREE or half >= CASTLE or land.terrain[half] != terrain:
            continue
        region = land.region[half]
        for place in range(number):
            if found[place] == region:
                break
        else:
            found[number] = region
            number += 1
    return number


cdef inline int _joined(const Land *land, const int *found, int number, int squares, int crowns) noexcept nogil:
    """The points gained if so many squares and crowns join these regions (R11)."""
    cdef int place, before = 0
    for place in range(number):
        squares += land.squares[found[place]]
        crowns += land.crowns[found[place]]
        before += land.squares[found[place]] * land.crowns[found[place]]
    return squares * crowns - before


cdef inline int _alone(const Land *land, int at, int terrain, int crowns) noexcept nogil:
    """The points that a half adds whose other half has another terrain."""
    cdef int found[4]
    cdef int number = _touched(land, at, terrain, found, 0)
    return _joined(land, found, number, 1, crowns) if number else crowns


cdef inline int _both(const Land *land, int at, int other, int terrain, int crowns) noexcept nogil:
    """The points that two halves of one terrain add."""
    cdef int found[8]
    cdef int number = _touched(land, other, terrain, found, _touched(land, at, terrain, found, 0))
    return _joined(land, found, number, 2, crowns)


cdef void _add(Land *land, int at, int terrain, int crowns) noexcept nogil:
    """Cover the square, and join the regions beside it."""
    cdef int found[4]
    cdef int number = _touched(land, at, terrain, found, 0), place, half, own
    land.halves += 1
    own = land.halves
    land.cell[at], land.at[own], land.terrain[own], land.region[own] = own, at, terrain, own
    land.squares[own], land.crowns[own] = 1, crowns
    for place in range(number):
        land.squares[own] += land.squares[found[place]]
        land.crowns[own] += land.crowns[found[place]]
        for half in range(1, own):
            if land.region[half] == found[place]:
                land.region[half] = own


cdef inline bint _fits(const Land *land, int at, int terrain) noexcept nogil:
    """True if a half with this terrain has a neighbour to match: the castle or its own terrain (R8)."""
    cdef int direction, half
    for direction in range(4):
        half = land.cell[at + STEP[direction]]
        if half == CASTLE or half != FREE and half != OUTSIDE and land.terrain[half] == terrain:
            return True
    return False


cdef inline int _compared(int gain, int at, int direction, Spot *spots, int number, int *best) noexcept nogil:
    """Add the placement to the best ones, or replace them by it; return their new number."""
    if gain > best[0]:
        best[0], number = gain, 0
    if gain == best[0]:
        spots[number].at, spots[number].direction = at, direction
        number += 1
    return number


cdef int _best(const Land *land, int domino, Spot *spots, int *best) noexcept nogil:
    """Write all placements with the highest gain (room for MOST_SPOTS) and the gain; return their number.

    Each placement is compared once: from the first half if that matches, else from the second one.
    """
    cdef uint8_t seen[CELLS]
    cdef int half, side, at, other, direction, gain, number = 0, ways = 2 if DOUBLE[domino] else 4
    cdef int a = TERRAIN[domino][0], b = TERRAIN[domino][1], crowns = CROWNS[domino][0], others = CROWNS[domino][1]
    memset(seen, 0, sizeof(seen))
    best[0] = NOWHERE
    for half in range(land.halves + 1):
        for side in range(4):
            at = land.at[half] + STEP[side]
            if land.cell[at] != FREE or seen[at]:
                continue
            seen[at] = True
            if _fits(land, at, a):
                gain = _alone(land, at, a, crowns)
                for direction in range(ways):
                    other = at + STEP[direction]
                    if land.cell[other] != FREE:
                        continue
                    if a == b:
                        number = _compared(_both(land, at, other, a, crowns + others), at, direction, spots, number, best)
                    else:
                        number = _compared(gain + _alone(land, other, b, others), at, direction, spots, number, best)
            if _fits(land, at, b):
                gain = _both(land, at, at, b, crowns + others) if a == b else _alone(land, at, b, others) + crowns
                for direction in range(ways):
                    other = at - STEP[direction]
                    if land.cell[other] == FREE and not _fits(land, other, a):
                        number = _compared(gain, other, direction, spots, number, best)
    return number


cdef const Kept *_kept(Field *field, int domino, Inner *inner) noexcept nogil:
    """The best placement of the domino for the seat to act; a draw decides among equals."""
    cdef Spot spots[MOST_SPOTS]
    cdef int seat = field.table.mover, place, number
    cdef Kept *kept
    for place in range(field.number[seat]):
        if field.kept[seat][place].domino == domino:
            return &field.kept[seat][place]
    if field.number[seat] == OFFERED:
        field.number[seat] = 0
    kept = &field.kept[seat][field.number[seat]]
    field.number[seat] += 1
    number = _best(&field.lands[seat], domino, spots, &kept.gain)
    kept.domino, kept.spot.direction = domino, -1
    if number:
        kept.spot = spots[inner_below(inner, number)]
    return kept


cdef void _place(Field *field, Inner *inner) noexcept nogil:
    """Place the domino in hand where it gains most, or discard it."""
    cdef int seat = field.table.mover, domino = hand(&field.table)
    cdef Spot spot = _kept(field, domino, inner).spot
    if spot.direction < 0:
        discard(&field.table)
        return
    _add(&field.lands[seat], spot.at, TERRAIN[domino][0], CROWNS[domino][0])
    _add(&field.lands[seat], spot.at + STEP[spot.direction], TERRAIN[domino][1], CROWNS[domino][1])
    field.number[seat] = 0
    domino_laid(&field.table)


cdef int _chosen(Field *field, Inner *inner) noexcept nogil:
    """The domino on offer that gains most now; one that fits nowhere gains nothing."""
    cdef uint8_t free[4]
    cdef int number = free_dominoes(&field.table, free), place, gain, best = NOWHERE, equals = 0, chosen = free[0]
    if number == 1:
        return chosen
    for place in range(number):
        gain = _kept(field, free[place], inner).gain
        gain = 0 if gain == NOWHERE else gain
        if gain > best:
            best, equals = gain, 0
        if gain == best:
            equals += 1
            if inner_below(inner, equals) == 0:
                chosen = free[place]
    return chosen


cdef void _play_out(Field *field, Inner *inner) noexcept nogil:
    """Deal everything unknown again, with what is due, then play to the end."""
    cdef Table *table = &field.table
    redeal(table, inner)
    draw_due(table)
    while table.stage != OVER:
        if table.stage == PLACE:
            _place(field, inner)
        else:
            choose(table, _chosen(field, inner))


cdef int _points(const Land *land, int *key) noexcept nogil:
    """The points of the kingdom (R11); `key` orders kingdoms by points and tie-breaks (R12)."""
    cdef int half, points = 0, largest = 0, crowns = 0
    for half in range(1, land.halves + 1):
        if land.region[half] == half:
            points += land.squares[half] * land.crowns[half]
            largest = max(largest, land.squares[half])
            crowns += land.crowns[half]
    key[0] = points << 16 | largest << 8 | crowns
    return points


def endings(game, deck, seeds) -> list:
    """Play a game without a limit to its end with `greedy` once for each seed, which deals everything unknown again.

    `deck` has the dominoes that no line has had. A line or a king that is due comes first. A 64-bit seed deals the same deck at
    every step of a position. Returns for each seed the points by seat, and the seats in first place (R12, R32) as bits.
    Raises ValueError for a game of another kind, one in which the first line is to be drawn, and one that the rules
    cannot lead to.
    """
    cdef Field field, played
    cdef Inner inner
    cdef int keys[4]
    cdef int points[4]
    cdef int seat, first
    _read(&field, game, deck)
    found = []
    for seed in seeds:
        inner.state = seed
        played = field
        with nogil:
            _play_out(&played, &inner)
            for seat in range(played.table.players):
                points[seat] = _points(&played.lands[seat], &keys[seat])
            first = first_by(&played.table, keys)
        found.append((tuple([points[seat] for seat in range(played.table.players)]), first))
    return found


def best_placements(game, seat, domino) -> tuple:
    """The most points that the domino gains the seat now, and all placements that gain them."""
    cdef Field field
    cdef Spot spots[MOST_SPOTS]
    cdef int gain, place, number
    _read(&field, game, None)
    number = _best(&field.lands[<int>seat], domino, spots, &gain)
    return gain, [_placement(domino, spots[place].at, spots[place].direction) for place in range(number)]


cdef object _placement(domino, int at, int direction):
    return Placement(domino, at % STRIDE - STRIDE // 2, at // STRIDE - STRIDE // 2, DIRECTIONS[direction])


cdef _read(Field *field, game, deck):
    cdef Position position
    cdef int seat
    if not game.rules.no_limit:
        raise ValueError("these are kingdoms without a limit")
    if game.mover is None and game.stage is Stage.PLACE:
        game = game._replace(stage=Stage.OVER)
    position = read_due(game, deck, 0)
    field.table = position.table
    memset(field.number, 0, sizeof(field.number))
    for seat in range(game.players):
        _read_land(&field.lands[seat], game.kingdoms[seat].placements)


cdef _read_land(Land *land, placements):
    cdef int domino, at
    _begin_land(land)
    for number, x, y, direction in placements:
        domino, at = number, ORIGIN + x + y * STRIDE
        _add(land, at, TERRAIN[domino][0], CROWNS[domino][0])
        _add(land, at + STEP[<int>DIRECTIONS.index(direction)], TERRAIN[domino][1], CROWNS[domino][1])

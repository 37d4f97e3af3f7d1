"""The greedy players of the literature, as in `kingdomino.policies.literature`; the caller draws among equal moves."""

from kingdomino.kernel.kingdoms cimport (
    KINGDOMINO_KERNEL_SOURCES, STRIDE, Board, Bonus, Kingdom, count, first_halves, in_middle, lay, live_points,
    lowest, middle,
)
from kingdomino.kernel.tables cimport free_dominoes, hand

from kingdomino.board.dominoes import DOMINOES

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    DESTRUCTIVE = 1000  # as in `kingdomino.policies.literature`

cdef int CROWNS[49]  # by domino, the larger number of its halves


def _read_tables():
    cdef int number
    for domino in DOMINOES.values():
        number = domino.number
        CROWNS[number] = max(domino.a.crowns, domino.b.crowns)


_read_tables()


cdef bint begins(const Table *table, int dominoes) noexcept nogil:
    """True if the seat to act has placed or discarded fewer than `dominoes` dominoes."""
    cdef const Kingdom *kingdom = &table.kingdoms[table.mover]
    return kingdom.placed + kingdom.discarded < dominoes


cdef int _worth(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil:
    """The live points, minus `DESTRUCTIVE` if the castle is not in the middle or an empty square is isolated."""
    cdef Board empty = kingdom.free & middle(kingdom)
    cdef Board lone = empty & ~(empty << 1 | empty >> 1 | empty << STRIDE | empty >> STRIDE)
    cdef int points = live_points(kingdom, bonus)
    return points if in_middle(kingdom) and not lone else points - DESTRUCTIVE


cdef int _most(const Kingdom *kingdom, const Bonus *bonus, int domino) noexcept nogil:
    """The highest worth of the kingdom with the domino, or without it."""
    cdef Board masks[4]
    cdef Kingdom after
    cdef int direction, best = _worth(kingdom, bonus)
    first_halves(kingdom, domino, masks)
    for direction in range(4):
        while masks[direction]:
            after = kingdom[0]
            lay(&after, domino, direction, lowest(masks[direction]))
            masks[direction] &= masks[direction] - 1
            best = max(best, _worth(&after, bonus))
    return best


cdef int worthy_first_halves(Table *table, bint looks_ahead, Board *masks) noexcept nogil:
    """Write the placements with the highest worth of the domino in hand, which fits; return their number.

    With `looks_ahead` the worth is the highest one after a domino on offer is placed, too.
    """
    cdef Board legal[4]
    cdef uint8_t free[4]
    cdef Kingdom after
    cdef const Kingdom *kingdom = &table.kingdoms[table.mover]
    cdef int frees = free_dominoes(table, free) if looks_ahead else 0
    cdef int domino = hand(table), direction, bit, place, worth, best = -2 * DESTRUCTIVE
    first_halves(kingdom, domino, legal)
    for direction in range(4):
        while legal[direction]:
            bit = lowest(legal[direction])
            legal[direction] &= legal[direction] - 1
            after = kingdom[0]
            lay(&after, domino, direction, bit)
            worth = _most(&after, &table.bonus, free[0]) if frees else _worth(&after, &table.bonus)
            for place in range(1, frees):
                worth = max(worth, _most(&after, &table.bonus, free[place]))
            if worth > best:
                best = worth
                masks[0] = masks[1] = masks[2] = masks[3] = 0
            if worth == best:
                masks[direction] |= <Board>1 << bit
    return count(masks[0]) + count(masks[1]) + count(masks[2]) + count(masks[3])


cdef int crowned_dominoes(const uint8_t *free, int number, uint8_t *into) noexcept nogil:
    """Write the dominoes with the most crowns on one half, in the same order; return their number."""
    cdef int worth[4]
    cdef int place
    for place in range(number):
        worth[place] = CROWNS[free[place]]
    return _highest(free, worth, number, into)


cdef int worthy_dominoes(const Table *table, const uint8_t *free, int number, uint8_t *into) noexcept nogil:
    """Write the dominoes with which the kingdom of the seat to act is worth most; return their number."""
    cdef int worth[4]
    cdef int place
    for place in range(number):
        worth[place] = _most(&table.kingdoms[table.mover], &table.bonus, free[place])
    return _highest(free, worth, number, into)


cdef int _highest(const uint8_t *free, const int *worth, int number, uint8_t *into) noexcept nogil:
    cdef int place, best = worth[0], equals = 0
    for place in range(1, number):
        best = max(best, worth[place])
    for place in range(number):
        if worth[place] == best:
            into[equals] = free[place]
            equals += 1
    return equals

"""The zones of a kingdom and what placements are worth for its future (`docs/play/bots.md#strong`)."""

from libc.stdint cimport int16_t, uint8_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport Board, Bonus, Kingdom

cdef enum:
    NONE = -1000000
    MOST_ZONES = 49      # halves of a kingdom, and one more

cdef struct Unseen:
    # What the dominoes that are not dealt yet have by terrain.
    int dominoes
    int squares[6]
    int crowns[6]

cdef struct Zone:
    # A region and its free neighbours. `promise` is what it may still bring; a free neighbour lost costs `loss`.
    Board beside
    int promise, loss
    uint8_t terrain, squares, crowns

cdef struct Zones:
    int number
    Zone zones[MOST_ZONES]
    # By terrain: the promise of all zones together, and the worth of a crown and of a square in a wide open zone.
    int promise[6]
    int by_crown[6]
    int by_square[6]
    int16_t pressure[112]  # by square: what the zones around it lose if it is covered

cdef void read_zones(Zones *zones, const Kingdom *kingdom) noexcept nogil
cdef void appraise(Zones *zones, const Kingdom *kingdom, const Bonus *bonus, const Unseen *unseen) noexcept nogil
cdef void cover(Zones *zones, int domino, int direction, int bit, int shift) noexcept nogil
cdef int worth(const Zones *zones, const Kingdom *kingdom, const Bonus *bonus, int domino, int direction, int bit) noexcept nogil
cdef int bare_cost(const Kingdom *kingdom, Board free) noexcept nogil
cdef int best_worth(
    const Zones *zones, const Kingdom *kingdom, const Bonus *bonus, int domino, Inner *inner, int *direction, int *bit
) noexcept nogil

"""The placements with the most points at once, for the policy `greedy`, and what stays known of a kingdom between them."""

from libc.stdint cimport uint8_t

from kingdomino.kernel.kingdoms cimport Board, Bonus, Kingdom, MOST_REGIONS

cdef enum:
    NOWHERE = -1000  # the gain of a domino that fits nowhere

cdef struct Regions:
    # All regions of one terrain: the neighbours, squares and crowns of each.
    int number
    Board near              # the neighbours of all
    Board between           # the neighbours of more than one
    Board beside[MOST_REGIONS]
    int squares[MOST_REGIONS]
    int crowns[MOST_REGIONS]

cdef struct Places:
    # The best placements of a domino.
    uint8_t domino
    int gain
    Board masks[4]          # the squares of the first half, by direction

cdef struct Survey:
    # What was found out about a kingdom since its last domino.
    uint8_t known           # the terrains in `regions`, as bits
    uint8_t number          # of `places`
    Regions regions[6]
    Places places[4]        # those of the dominoes on offer

cdef void forget(Survey *survey) noexcept nogil
cdef void forget_domino(Survey *survey, int domino, bint moved) noexcept nogil
cdef const Places *best_places(const Kingdom *kingdom, const Bonus *bonus, Survey *survey, int domino) noexcept nogil

"""Fires, resources, totems and cavemen of Origins (R22-R30)."""

from libc.stdint cimport int8_t, uint8_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport Board, Kingdom
from kingdomino.kernel.tables cimport Table

cdef enum:
    DISCOVERY, TOTEM, TRIBE

cdef enum Tiles:
    BOARD, STACK, HAND   # where a caveman to be put comes from

cdef struct Camp:
    # The objects on one territory.
    Board gone               # squares whose resource was spent
    Board tiles              # squares with a caveman
    Board kinds[10]          # squares with a caveman of each kind

cdef struct Camps:
    uint8_t mode
    int resource             # points of each resource at the end (R28)
    int totems[4]            # points of each totem (R27)
    int pays[10]             # points of a caveman for each thing that it counts; the strength of a warrior (R30)
    int8_t holders[4]        # the holders of the totems
    uint8_t counts[4][4]     # the number of each resource by seat; updated in Totem only
    uint8_t dealt            # the number of dominoes dealt when the board was last filled
    uint8_t on_board, in_stack
    uint8_t board[4]
    uint8_t stack[22]        # the last tile is drawn next
    Camp camp[4]

cdef int craters(int domino) noexcept nogil
cdef int brings(const Kingdom *kingdom, const Camps *camps, int seat, int domino, int other) noexcept nogil
cdef Board fire_squares(const Kingdom *kingdom, int volcano, int craters) noexcept nogil
cdef int fire_value(const Kingdom *kingdom, const Camps *camps, int seat, int at, int fires) noexcept nogil
cdef int best_fire(const Kingdom *kingdom, const Camps *camps, int seat, int volcano, int craters, int *at) noexcept nogil
cdef void put_fire(Kingdom *kingdom, Camp *camp, int at, int fires) noexcept nogil
cdef void shift_camp(Camp *camp, int shift) noexcept nogil
cdef void count_resources(const Table *table, Camps *camps, int seat) noexcept nogil
cdef void recruit_for(const Table *table, Camps *camps, int seat) noexcept nogil
cdef void put_best(const Table *table, Camps *camps, int seat, Tiles source, int hand) noexcept nogil
cdef void recruit(const Table *table, Camps *camps) noexcept nogil
cdef void refill(const Table *table, Camps *camps) noexcept nogil
cdef void shuffle_stack(Camps *camps, Inner *inner) noexcept nogil
cdef int camp_points(const Table *table, const Camps *camps, int seat) noexcept nogil
cdef int bit_of(const Kingdom *kingdom, square) except -1
cdef read_camps(Table *table, Camps *camps, game)

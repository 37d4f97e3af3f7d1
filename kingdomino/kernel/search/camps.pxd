"""What lies on the table in Origins beside the dominoes: fires, resources, totems and cavemen (R22-R30)."""

from libc.stdint cimport int8_t, uint8_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport Board, Kingdom
from kingdomino.kernel.tables cimport Table

cdef enum:
    DISCOVERY, TOTEM, TRIBE

cdef struct Camp:
    # Of one territory.
    Board gone               # squares whose resource was spent
    Board tiles              # squares with a caveman
    Board kinds[10]          # and by kind

cdef struct Camps:
    uint8_t mode
    int resource             # what each is worth at the end (R28)
    int totems[4]            # what each pays (R27)
    int pays[10]             # a caveman for each thing that it counts; a warrior's strength (R30)
    int8_t holders[4]        # of the totems
    uint8_t counts[4][4]     # by seat, how many of each resource; kept in Totem
    uint8_t dealt            # how many dominoes had been dealt when the board was filled
    uint8_t on_board, in_stack
    uint8_t board[4]
    uint8_t stack[22]        # the last one is drawn next
    Camp camp[4]

cdef int craters(int domino) noexcept nogil
cdef int brings(const Kingdom *kingdom, const Camps *camps, int seat, int domino, int other) noexcept nogil
cdef Board fire_squares(const Kingdom *kingdom, int volcano, int craters) noexcept nogil
cdef int fire_value(const Kingdom *kingdom, const Camps *camps, int seat, int at, int fires) noexcept nogil
cdef int best_fire(const Kingdom *kingdom, const Camps *camps, int seat, int volcano, int craters, int *at) noexcept nogil
cdef void put_fire(Kingdom *kingdom, Camp *camp, int at, int fires) noexcept nogil
cdef void shift_camp(Camp *camp, int shift) noexcept nogil
cdef void count_resources(const Table *table, Camps *camps, int seat) noexcept nogil
cdef void recruit(const Table *table, Camps *camps) noexcept nogil
cdef void refill(const Table *table, Camps *camps) noexcept nogil
cdef void shuffle_stack(Camps *camps, Inner *inner) noexcept nogil
cdef int camp_points(const Table *table, const Camps *camps, int seat) noexcept nogil
cdef int bit_of(const Kingdom *kingdom, square) except -1
cdef read_camps(Table *table, Camps *camps, game)

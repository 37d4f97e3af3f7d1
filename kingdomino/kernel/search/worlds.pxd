"""A game that is played out: the table, the regions of its kingdoms, and the camps of Origins."""

from libc.stdint cimport uint8_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport Board
from kingdomino.kernel.search.camps cimport Camps
from kingdomino.kernel.tables cimport Table

cdef enum:
    MARGIN = 11          # unused labels at either end, so that every bit has neighbours
    NONE = -1000000

cdef struct Regions:
    # The regions of a kingdom: `label` has the half on each bit, `region` the region of each half; 0 is none.
    uint8_t halves
    uint8_t label[112]
    uint8_t region[49]
    uint8_t terrain[49]
    uint8_t squares[49]
    uint8_t crowns[49]

cdef struct World:
    Table table
    Regions regions[4]
    int seat             # the seat that looks for a move
    bint origins
    Camps camps          # used in Origins only

cdef int hole_cost(Board free) noexcept nogil
cdef int value(const World *world, int seat, int domino, int direction, int bit) noexcept nogil
cdef int prospect(const World *world, int seat, int domino) noexcept nogil
cdef void put_in(World *world, int direction, int bit) noexcept nogil
cdef void ignite(World *world, int seat, int at, int fires) noexcept nogil
cdef void choose_in(World *world, int domino) noexcept nogil
cdef void discard_in(World *world) noexcept nogil
cdef void deal_anew(World *world, Inner *inner) noexcept nogil
cdef void play_out(World *world, Inner *inner) noexcept nogil
cdef int world_points(const World *world, int seat) noexcept nogil
cdef int reward(const World *world) noexcept nogil
cdef read_world(World *world, Table *table, game)

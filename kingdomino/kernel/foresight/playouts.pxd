"""A game that is played out by the policy that looks at zones (`docs/play/bots.md#strong`)."""

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.foresight.zones cimport Unseen, Zones
from kingdomino.kernel.tables cimport Move, Table

cdef struct Plan:
    # The best placement of the domino that a seat chose, while its kingdom has this number of dominoes.
    int domino, direction, bit, dominoes

cdef struct Foresight:
    Table table
    Zones zones[4]
    Plan plans[4]
    Unseen unseen
    int dealt            # the dominoes dealt when `unseen` was counted
    int seat             # the seat that looks for a move

cdef void read_foresight(Foresight *world, const Table *table) noexcept nogil
cdef int prospect(const Foresight *world, int seat, int domino, int *direction, int *bit) noexcept nogil
cdef int turn_cost(const Table *table, int place) noexcept nogil
cdef void decide(Foresight *world, Inner *inner, Move *into) noexcept nogil
cdef void make(Foresight *world, const Move *move) noexcept nogil
cdef void play_out(Foresight *world, Inner *inner) noexcept nogil
cdef int lead(const Foresight *world) noexcept nogil

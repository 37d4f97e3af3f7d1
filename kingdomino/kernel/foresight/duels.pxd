"""The ending of a duel, searched to the end."""

from kingdomino.kernel.tables cimport Move, Table

cdef bint is_ending(const Table *table) noexcept nogil
cdef bint solve(const Table *table, Move *best, int *lead) noexcept nogil

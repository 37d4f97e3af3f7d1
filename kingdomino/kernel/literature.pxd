"""The greedy players of the literature: the moves that they consider best."""

from libc.stdint cimport uint8_t

from kingdomino.kernel.kingdoms cimport Board
from kingdomino.kernel.tables cimport Table

cdef bint begins(const Table *table, int dominoes) noexcept nogil
cdef int worthy_first_halves(Table *table, bint looks_ahead, Board *masks) noexcept nogil
cdef int crowned_dominoes(const uint8_t *free, int number, uint8_t *into) noexcept nogil
cdef int worthy_dominoes(const Table *table, const uint8_t *free, int number, uint8_t *into) noexcept nogil

"""Whole games by the plain policies: what other modules of the kernel play to the end with."""

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.tables cimport Table

cdef enum:
    ANY = 0    # any legal option, each equally likely
    BEST = 1   # the most points at once; among equals the draw decides
    WORTHY = 2 # placing: the highest worth; choosing: the most crowns twice, then any (greedy-placement)
    FULL = 3   # the best placement and the best choice together (full-greedy)

cdef struct Style:
    int placing, choosing

cdef void play_out(Table *table, const Style *styles, Inner *inner) noexcept nogil

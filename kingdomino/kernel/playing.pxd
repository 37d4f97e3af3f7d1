"""Playing games to their end with the plain policies, for other modules of the kernel."""

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.tables cimport Table

cdef enum:
    ANY = 0    # any legal option; each is equally likely
    BEST = 1   # the most points at once; a draw decides among equals
    WORTHY = 2 # placing: the highest worth; choosing: the most crowns until two dominoes are laid, then any (greedy-placement)
    FULL = 3   # the best placement and the best choice together (full-greedy)

cdef struct Style:
    int placing, choosing

cdef void play_out(Table *table, const Style *styles, Inner *inner) noexcept nogil

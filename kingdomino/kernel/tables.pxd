"""A game of the base game with a limit: its state, the seat to act, and the legal moves (R2-R7, R10, R32)."""

from libc.stdint cimport int8_t, uint8_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport Bonus, Board, Count, Kingdom

cdef enum:
    CHOOSE_FIRST, PLACE, CHOOSE, OVER   # the stages of `kingdomino.game.Stage` that the kernel knows
    NOBODY = -1
    MOST_MOVES = 256  # room for the legal moves of any position

cdef struct Slot:
    uint8_t domino
    int8_t seat         # the owner of the king on it, or NOBODY

cdef struct Line:
    uint8_t number
    Slot slots[4]       # ascending

cdef struct Table:
    Kingdom kingdoms[4]
    Bonus bonus
    uint8_t players, line_size, kings_number
    uint8_t stage, round
    int8_t mover        # the seat to act, NOBODY when the game is over
    uint8_t drawn       # the number of kings that are drawn: at least one more than have chosen
    uint8_t king        # the number of kings that have chosen from the first line
    uint8_t kings[4]    # their order (R5)
    uint8_t left, idle  # seats as bits: those that were left (R32), and of these the ones that nobody plays for
    uint8_t lines_left  # the number of lines still to be dealt
    uint8_t dealt, deck_number
    uint8_t deck[48]    # from index `dealt` on not dealt yet; may have more dominoes than will be dealt
    Line line, next_line

cdef struct Move:
    uint8_t stage       # PLACE, CHOOSE or CHOOSE_FIRST
    uint8_t domino
    int8_t direction    # of a placement; NOBODY for a discard
    uint8_t bit         # of a placement: the first half, in the kingdom's frame

cdef int hand(const Table *table) noexcept nogil
cdef Line *offer(Table *table) noexcept nogil
cdef int free_dominoes(Table *table, uint8_t *into) noexcept nogil
cdef int legal_moves(Table *table, Move *into) noexcept nogil
cdef void put(Table *table, int direction, int bit) noexcept nogil
cdef void domino_laid(Table *table) noexcept nogil
cdef void discard(Table *table) noexcept nogil
cdef void choose(Table *table, int domino) noexcept nogil
cdef void play_move(Table *table, const Move *move) noexcept nogil
cdef void settle(Table *table) noexcept nogil
cdef void redeal(Table *table, Inner *inner) noexcept nogil
cdef int points_of(const Table *table, int seat) noexcept nogil
cdef void draw_due(Table *table) noexcept nogil
cdef int first_by(const Table *table, const int *points) noexcept nogil
cdef int first_places(const Table *table, int *points) noexcept nogil

cdef void begin_table(Table *table) noexcept nogil

cdef class Position:
    cdef Table table
    cdef readonly object rules

cdef Position set_up(rules, int players)
cdef Position read_due(game, deck, int first)
cdef Position read_game(game, deck, kings, int first)

"""Kingdoms on 128-bit boards: legal placements and points (R8, R9, R11, R14)."""

from libc.stdint cimport int8_t, uint8_t

cdef extern from *:
    """
    #ifndef KINGDOMINO_BOARD
    #define KINGDOMINO_BOARD
    #ifndef __SIZEOF_INT128__
    #error "this compiler has no 128-bit integers; without the kernel the rules run in Python"
    #endif
    typedef unsigned __int128 kingdomino_board;

    #ifdef __POPCNT__
    static inline int kingdomino_count(kingdomino_board board) {
        return __builtin_popcountll((unsigned long long)board)
             + __builtin_popcountll((unsigned long long)(board >> 64));
    }
    #else
    /* Without the instruction the compiler calls a function; this is faster. Both words are added halfway. */
    static inline int kingdomino_count(kingdomino_board board) {
        unsigned long long a = (unsigned long long)board, b = (unsigned long long)(board >> 64);
        a -= a >> 1 & 0x5555555555555555ULL;
        b -= b >> 1 & 0x5555555555555555ULL;
        a = (a & 0x3333333333333333ULL) + (a >> 2 & 0x3333333333333333ULL);
        b = (b & 0x3333333333333333ULL) + (b >> 2 & 0x3333333333333333ULL);
        a += b;
        a = (a & 0x0f0f0f0f0f0f0f0fULL) + (a >> 4 & 0x0f0f0f0f0f0f0f0fULL);
        return (int)(a * 0x0101010101010101ULL >> 56);
    }
    #endif
    /* The index of the lowest set bit; the board has one. */
    static inline int kingdomino_lowest(kingdomino_board board) {
        unsigned long long low = (unsigned long long)board;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(board >> 64));
    }
    #endif
    """
    # Cython knows no wider type than this; the C compiler uses the real type in every operation.
    ctypedef unsigned long long Board "kingdomino_board"
    int count "kingdomino_count"(Board board) noexcept nogil
    int lowest "kingdomino_lowest"(Board board) noexcept nogil
    const char *KINGDOMINO_KERNEL_SOURCES  # the digest of the sources, set by setup.py

cdef enum:
    SIDE = 9       # squares of the frame in x and in y
    STRIDE = 10    # bits from one row to the next: the column after the frame stays empty
    FRAME = 90     # bits of the frame
    TERRAINS = 6   # of one game
    DOMINOES = 48
    MOST_REGIONS = 24  # of one terrain: no terrain is on more dominoes

cdef int TERRAIN[97][2]  # of the halves of each domino
cdef int CROWNS[97][2]

cdef struct Kingdom:
    Board free          # squares of the frame where a half may lie
    Board covered       # squares with a half, and the castle
    Board touch[6]      # neighbours of the castle and of each square of that terrain
    Board land[6]       # the squares of each terrain
    Board crowns[2]     # squares whose number of crowns has bit 0 set, and those with bit 1 set
    int8_t left, right, low, high  # the bounding box, the castle at (0, 0) included
    int8_t x0, y0       # the square of bit 0
    uint8_t limit       # 5 or 7
    uint8_t placed, discarded  # dominoes

cdef struct Bonus:
    int middle          # points for a castle in the middle (R14), 0 if the option is off
    int harmony         # points for a complete kingdom (R15), 0 if the option is off
    int dominoes        # the number of dominoes in a complete kingdom
    int terrains        # the number of terrains whose regions count, without volcanoes, which are the last (R22)

cdef struct Count:
    int points          # of the regions (R11)
    int middle, harmony # points of the bonuses
    int largest, crowns # decide a tie (R12)

cdef inline int crowns_on(const Kingdom *kingdom, Board area) noexcept nogil:
    """The crowns on these squares."""
    return count(area & kingdom.crowns[0]) + 2 * count(area & kingdom.crowns[1])


cdef inline Board beside(Board area) noexcept nogil:
    """The orthogonal neighbours of these squares."""
    return area << 1 | area >> 1 | area << STRIDE | area >> STRIDE


cdef inline Board flood(Board area, Board within) noexcept nogil:
    """All squares of `within` that orthogonal steps inside `within` reach from `area`."""
    cdef Board wider
    while True:
        wider = (area | beside(area)) & within
        if wider == area:
            return area
        area = wider


cdef void begin_kingdom(Kingdom *kingdom, int limit) noexcept nogil
cdef int first_halves(const Kingdom *kingdom, int domino, Board *masks) noexcept nogil
cdef void list_first_halves(const Kingdom *kingdom, int domino, Board *masks) noexcept nogil
cdef void lay(Kingdom *kingdom, int domino, int direction, int bit) noexcept nogil
cdef bint in_middle(const Kingdom *kingdom) noexcept nogil
cdef Board middle(const Kingdom *kingdom) noexcept nogil
cdef int live_points(const Kingdom *kingdom, const Bonus *bonus) noexcept nogil
cdef void count_kingdom(const Kingdom *kingdom, const Bonus *bonus, Count *into) noexcept nogil
cdef int nth(const Board *masks, int n, int *direction) noexcept nogil

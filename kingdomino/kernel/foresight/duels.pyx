"""The ending of a duel, in which nothing is hidden: searched to the end (`docs/play/bots.md#strong`).

Both seats maximize their lead. No kingdom depends on the other, so the best end of each is tabulated by the pair of
dominoes that the seat will hold in the last round. The choices are then searched by minimax over both tables.
"""

from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from kingdomino.kernel.greedy cimport NOWHERE, Survey, best_places, forget
from kingdomino.kernel.kingdoms cimport (
    KINGDOMINO_KERNEL_SOURCES, Board, Bonus, Kingdom, first_halves, lay, live_points, lowest,
)
from kingdomino.kernel.tables cimport (
    CHOOSE, NOBODY, PLACE, MOST_MOVES, Move, Position, Table, legal_moves,
)

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    WAYS = MOST_MOVES  # room for the placements of one domino
    SLOTS = 4        # dominoes in a line
    MOST_ENDS = 60000  # kingdoms with one domino left that are looked at in all; with more the ending is not searched
    WORST = -100000

cdef struct Side:
    # The best final points of a seat by its next placement and by the two slots of the last line that it will hold.
    # `held` has the dominoes of the present line still to place, in order; only with two of them `ways` counts the
    # placements of the first one, otherwise there is a single row.
    Kingdom kingdom
    uint8_t held[2]
    int number, ways
    Move first[WAYS]
    int points[WAYS][SLOTS][SLOTS]

cdef struct Ending:
    Side sides[2]
    Bonus bonus
    uint8_t dominoes[SLOTS]   # of the last line
    int slots
    int8_t owner[SLOTS]       # of each slot, or NOBODY
    int8_t turns[SLOTS + 1]   # the seats that still choose, in order
    int number                # of turns
    int mover
    long ends                 # kingdoms looked at


cdef int _placements(const Kingdom *kingdom, int domino, Move *into) noexcept nogil:
    """Write the placements of the domino, or its discard; return their number."""
    cdef Board masks[4]
    cdef int direction, number = 0
    into[0].stage, into[0].domino, into[0].direction, into[0].bit = PLACE, domino, NOBODY, 0
    if not first_halves(kingdom, domino, masks):
        return 1
    for direction in range(4):
        while masks[direction]:
            into[number].stage, into[number].domino = PLACE, domino
            into[number].direction, into[number].bit = direction, lowest(masks[direction])
            masks[direction] &= masks[direction] - 1
            number += 1
    return number


cdef inline void _lay(Kingdom *kingdom, const Move *move) noexcept nogil:
    if move.direction == NOBODY:
        kingdom.discarded += 1
    else:
        lay(kingdom, move.domino, move.direction, move.bit)


cdef int _end(Ending *ending, const Kingdom *kingdom, const uint8_t *dominoes, int number) noexcept nogil:
    """The most points with these dominoes, placed in this order."""
    cdef Survey survey
    cdef Move moves[WAYS]
    cdef Kingdom after
    cdef int place, ways, gain, best = WORST
    if number == 0:
        return live_points(kingdom, &ending.bonus)
    if number == 1:
        ending.ends += 1
        forget(&survey)
        gain = best_places(kingdom, &ending.bonus, &survey, dominoes[0]).gain
        return live_points(kingdom, &ending.bonus) + (0 if gain == NOWHERE else gain)
    ways = _placements(kingdom, dominoes[0], moves)
    for place in range(ways):
        if ending.ends > MOST_ENDS:
            return best
        after = kingdom[0]
        _lay(&after, &moves[place])
        best = max(best, _end(ending, &after, &dominoes[1], number - 1))
    return best


cdef void _tabulate(Ending *ending, int seat) noexcept nogil:
    """Fill the table of the seat, for all pairs of slots that it can still hold."""
    cdef Side *side = &ending.sides[seat]
    cdef Kingdom after
    cdef uint8_t dominoes[4]
    cdef int way, a, b, number
    side.ways = 1
    if side.number == 2:
        side.ways = _placements(&side.kingdom, side.held[0], side.first)
    for way in range(side.ways):
        after = side.kingdom
        number = 0
        if side.number == 2:
            _lay(&after, &side.first[way])
        if side.number:
            dominoes[0], number = side.held[side.number - 1], 1
        for a in range(ending.slots):
            for b in range(a + 1, ending.slots):
                if ending.owner[a] not in (seat, NOBODY) or ending.owner[b] not in (seat, NOBODY):
                    continue
                dominoes[number], dominoes[number + 1] = ending.dominoes[a], ending.dominoes[b]
                side.points[way][a][b] = _end(ending, &after, dominoes, number + 2)


cdef int _points(const Ending *ending, int seat, int way) noexcept nogil:
    """The final points of the seat, when every slot has its owner."""
    cdef int slot, a = NOBODY, b = NOBODY
    for slot in range(ending.slots):
        if ending.owner[slot] == seat:
            a, b = b, slot
    return ending.sides[seat].points[way][a][b]


cdef int _lead(Ending *ending, int turn, int *ways, int alpha, int beta, int *way, int *slot) noexcept nogil:
    """The lead of the seat whose turn it is, from alpha to beta, with its best choice (minimax with both bounds).

    `ways` has the placement that each seat has fixed. `way` and `slot` get the best ones, unless they are NULL.
    """
    cdef int seat = ending.turns[turn], place, at, found, best = WORST, follows
    cdef int first = ways[seat], last = ways[seat] + 1
    if first == NOBODY:
        first, last = 0, ending.sides[seat].ways
    for place in range(first, last):
        for at in range(ending.slots):
            if ending.owner[at] != NOBODY:
                continue
            ending.owner[at], follows, ways[seat] = seat, turn + 1, place
            if follows == ending.number:
                found = _points(ending, seat, place) - _points(ending, 1 - seat, ways[1 - seat])
            elif ending.turns[follows] == seat:
                found = _lead(ending, follows, ways, alpha, beta, NULL, NULL)
            else:
                found = -_lead(ending, follows, ways, -beta, -alpha, NULL, NULL)
            ending.owner[at] = NOBODY
            if found > best:
                best = found
                if way is not NULL:
                    way[0], slot[0] = place, at
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if alpha >= beta:
            break
    ways[seat] = first if last == first + 1 else NOBODY
    return best


cdef void _read(Ending *ending, const Table *table) noexcept nogil:
    cdef int place, seat
    cdef Side *side
    memset(ending, 0, sizeof(Ending))
    ending.bonus, ending.mover, ending.slots = table.bonus, table.mover, table.next_line.number
    for seat in range(2):
        ending.sides[seat].kingdom = table.kingdoms[seat]
    for place in range(ending.slots):
        ending.dominoes[place], ending.owner[place] = table.next_line.slots[place].domino, table.next_line.slots[place].seat
    if table.stage == CHOOSE:
        ending.turns[0], ending.number = table.mover, 1
    for place in range(table.line.number):
        seat = table.line.slots[place].seat
        side = &ending.sides[seat]
        side.held[side.number] = table.line.slots[place].domino
        side.number += 1
        ending.turns[ending.number] = seat
        ending.number += 1


cdef void _place_best(Ending *ending, const uint8_t *dominoes, int number, Move *best) noexcept nogil:
    """Write the placement of the first of these dominoes with which the seat to act gets the most points."""
    cdef Move moves[WAYS]
    cdef const Kingdom *kingdom = &ending.sides[ending.mover].kingdom
    cdef Kingdom after
    cdef int place, points, most = WORST, ways = _placements(kingdom, dominoes[0], moves)
    for place in range(ways):
        after = kingdom[0]
        _lay(&after, &moves[place])
        points = _end(ending, &after, &dominoes[1], number - 1)
        if points > most:
            most = points
            best[0] = moves[place]


cdef int _last_round(Ending *ending, Move *best) noexcept nogil:
    """The lead of the seat to act in the last round, in which no seat can change the other's points."""
    cdef Side *own = &ending.sides[ending.mover]
    cdef Side *other = &ending.sides[1 - ending.mover]
    _place_best(ending, own.held, own.number, best)
    return (
        _end(ending, &own.kingdom, own.held, own.number) - _end(ending, &other.kingdom, other.held, other.number)
    )


cdef int _last_choices(Ending *ending, bint places, Move *best) noexcept nogil:
    """The lead of the seat to act while the last line is chosen from; `places` is true if it has a domino in hand."""
    cdef Side *own = &ending.sides[ending.mover]
    cdef uint8_t dominoes[3]
    cdef int ways[2]
    cdef int seat, lead, way = 0, slot = 0, at, number = 1
    for seat in range(2):
        _tabulate(ending, seat)
        ways[seat] = NOBODY if ending.sides[seat].number == 2 else 0
    if ending.ends > MOST_ENDS:
        return WORST
    lead = _lead(ending, 0, ways, WORST, -WORST, &way, &slot)
    if not places:
        best.stage, best.domino, best.direction, best.bit = CHOOSE, ending.dominoes[slot], NOBODY, 0
    elif own.number == 2:
        best[0] = own.first[way]
    else:
        dominoes[0], ending.owner[slot] = own.held[0], ending.mover
        for at in range(ending.slots):
            if ending.owner[at] == ending.mover:
                dominoes[number] = ending.dominoes[at]
                number += 1
        _place_best(ending, dominoes, number, best)
    return lead


cdef bint is_ending(const Table *table) noexcept nogil:
    """True if nothing is hidden in a duel: the last line lies there, and both seats play."""
    return table.players == 2 and not (table.lines_left or table.idle) and table.stage in (PLACE, CHOOSE)


cdef bint solve(const Table *table, Move *best, int *lead) noexcept nogil:
    """Write the best move in an ending and the lead that it keeps; False if there are more ways than are searched."""
    cdef Ending ending
    _read(&ending, table)
    lead[0] = _last_choices(&ending, table.stage == PLACE, best) if ending.slots else _last_round(&ending, best)
    return ending.ends <= MOST_ENDS


def solved(Position position):
    """The index in `position.legal()` of the best move in a duel's ending, and the lead that it keeps.

    None if something is still hidden, or if there are more ways than are searched.
    """
    cdef Move moves[MOST_MOVES]
    cdef Move best
    cdef int lead, place, number = legal_moves(&position.table, moves)
    if not is_ending(&position.table) or not solve(&position.table, &best, &lead):
        return None
    for place in range(number):
        if moves[place].domino == best.domino and moves[place].direction == best.direction and moves[place].bit == best.bit:
            return place, lead
    raise AssertionError("the best move is not legal")

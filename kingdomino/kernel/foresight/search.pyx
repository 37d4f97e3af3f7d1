"""The search of the bot `strong` from its second version on, in the base game with a limit (`docs/play/bots.md#strong`).

The ending of a duel is searched to the end. Before it, the most promising moves are played out many times, and their
number is halved in each round. All numbers are integers, so the same position and seed give the same move on every machine.
"""

from libc.stdint cimport uint8_t, uint64_t

from kingdomino.kernel.draws cimport Inner, inner_word
from kingdomino.kernel.kingdoms cimport KINGDOMINO_KERNEL_SOURCES
from kingdomino.kernel.foresight.duels cimport is_ending, solve
from kingdomino.kernel.foresight.playouts cimport (
    Foresight, decide, lead, make, play_out, prospect, read_foresight, turn_cost,
)
from kingdomino.kernel.foresight.zones cimport bare_cost, worth
from kingdomino.kernel.tables cimport (
    CHOOSE, MOST_MOVES, NOBODY, PLACE, Move, Position, Table, choose, free_dominoes, legal_moves, redeal,
)

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    MOST_OPTIONS = 1024  # placements times free dominoes

cdef struct Option:
    int move             # its index among the legal moves
    int domino           # the domino chosen next; 0 for none
    int promise
    long total           # the sum of all rewards


cdef int _list(const Foresight *world, const Move *moves, int number, Option *into) noexcept nogil:
    """Write all moves with their promise, a placement once for each domino that can be chosen after it; return their number."""
    cdef Foresight after
    cdef const Table *table = &world.table
    cdef int place, found = 0, direction, bit, promise
    for place in range(number):
        if moves[place].stage != PLACE:
            promise = prospect(world, world.seat, moves[place].domino, &direction, &bit) - turn_cost(table, place)
            into[found].move, into[found].domino, into[found].promise, into[found].total = place, 0, promise, 0
            found += 1
            continue
        promise = 0
        if moves[place].direction != NOBODY:
            promise = worth(
                &world.zones[world.seat], &table.kingdoms[world.seat], &table.bonus,
                moves[place].domino, moves[place].direction, moves[place].bit,
            )
        after = world[0]
        make(&after, &moves[place])
        found += _list_choices(&after, place, promise, &into[found])
    return found


cdef int _list_choices(Foresight *after, int move, int promise, Option *into) noexcept nogil:
    """Write the move once for each domino that can be chosen after it, or alone; return the number of options."""
    cdef uint8_t free[4]
    cdef int place, direction, bit
    cdef int number = free_dominoes(&after.table, free) if after.table.stage == CHOOSE else 0
    for place in range(max(number, 1)):
        into[place].move, into[place].total = move, 0
        into[place].domino = free[place] if number else 0
        if number:
            into[place].promise = promise + prospect(after, after.seat, free[place], &direction, &bit) - turn_cost(&after.table, place)
        else:
            into[place].promise = promise - bare_cost(&after.table.kingdoms[after.seat], after.table.kingdoms[after.seat].free)
    return max(number, 1)


cdef void _sort(Option *options, int number, bint by_total) noexcept nogil:
    """Sort the options, the best first; equal ones keep their order."""
    cdef int place, at
    cdef Option option
    for place in range(1, number):
        option, at = options[place], place
        while at and (
            options[at - 1].total < option.total if by_total else options[at - 1].promise < option.promise
        ):
            options[at] = options[at - 1]
            at -= 1
        options[at] = option


cdef int _halve(
    const Foresight *world, const Move *moves, Option *options, int number, int playouts, uint64_t seed
) noexcept nogil:
    """The move of the best option by playouts."""
    cdef Foresight dealt, game
    cdef Inner inner, own
    cdef int rounds = 0, left = number, time, place
    cdef uint64_t word
    inner.state = seed
    while left > 1:
        left, rounds = (left + 1) // 2, rounds + 1
    left = number
    while left > 1:
        for time in range(max(1, playouts // rounds // left)):
            dealt = world[0]
            redeal(&dealt.table, &inner)
            word = inner_word(&inner)
            for place in range(left):
                game = dealt
                own.state = word
                make(&game, &moves[options[place].move])
                if options[place].domino:
                    choose(&game.table, options[place].domino)
                play_out(&game, &own)
                options[place].total += lead(&game)
        _sort(options, left, True)
        left = (left + 1) // 2
    return options[0].move


cdef int _index(const Move *moves, int number, const Move *wanted) noexcept nogil:
    cdef int place
    for place in range(number):
        if (
            moves[place].domino == wanted.domino and moves[place].direction == wanted.direction
            and moves[place].bit == wanted.bit
        ):
            return place
    return 0


cdef int _search(const Table *table, int playouts, int width, uint64_t seed) noexcept nogil:
    """The index of the best move found; the seat to act has at least one."""
    cdef Foresight world
    cdef Move moves[MOST_MOVES]
    cdef Move best
    cdef Option options[MOST_OPTIONS]
    cdef Table copy = table[0]
    cdef int number = legal_moves(&copy, moves), listed, lead
    if number == 1:
        return 0
    if is_ending(table) and solve(table, &best, &lead):
        return _index(moves, number, &best)
    read_foresight(&world, table)
    listed = _list(&world, moves, number, options)
    _sort(options, listed, False)
    return _halve(&world, moves, options, min(listed, width), playouts, seed)


def best_move(Position position, int playouts, int width, uint64_t seed) -> int:
    """The index in `position.legal()` of the best of the `width` most promising moves, by `playouts` playouts in all.

    In the ending of a duel it is the move that keeps the highest lead against the best replies. Raises ValueError if the
    game is over.
    """
    cdef int found
    if position.table.mover == NOBODY:
        raise ValueError("the game is over")
    with nogil:
        found = _search(&position.table, playouts, width, seed)
    return found


def plain_move(Position position, uint64_t seed) -> int:
    """The index in `position.legal()` of the move that the policy of the playouts makes; `seed` decides among equals."""
    cdef Foresight world
    cdef Inner inner
    cdef Move moves[MOST_MOVES]
    cdef Move made
    if position.table.mover == NOBODY:
        raise ValueError("the game is over")
    inner.state = seed
    read_foresight(&world, &position.table)
    decide(&world, &inner, &made)
    return _index(moves, legal_moves(&position.table, moves), &made)

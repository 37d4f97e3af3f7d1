"""A game that is played out by the policy that looks at zones (`docs/play/bots.md#strong`)."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from kingdomino.kernel.draws cimport inner_below
from kingdomino.kernel.kingdoms cimport CROWNS, KINGDOMINO_KERNEL_SOURCES, STRIDE, TERRAIN, Kingdom
from kingdomino.kernel.foresight.zones cimport NONE, appraise, bare_cost, best_worth, cover, read_zones
from kingdomino.kernel.tables cimport NOBODY, OVER, PLACE, Move, choose, discard, free_dominoes, hand, points_of, put

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    DISCARD = 150  # the cost of a discard, in hundredths of a point
    LATER = 120    # of one place further in the line, while another line follows


cdef void read_foresight(Foresight *world, const Table *table) noexcept nogil:
    """Read the world of a table; the seat to act looks for a move."""
    cdef int seat
    memset(world, 0, sizeof(Foresight))
    world.table, world.seat, world.dealt = table[0], table.mover, -1
    for seat in range(table.players):
        read_zones(&world.zones[seat], &table.kingdoms[seat])
        _appraise(world, seat)


cdef void _appraise(Foresight *world, int seat) noexcept nogil:
    _count_unseen(world)
    appraise(&world.zones[seat], &world.table.kingdoms[seat], &world.table.bonus, &world.unseen)


cdef void _count_unseen(Foresight *world) noexcept nogil:
    cdef const Table *table = &world.table
    cdef int place, half, domino
    if world.dealt == table.dealt:
        return
    memset(&world.unseen, 0, sizeof(world.unseen))
    world.dealt, world.unseen.dominoes = table.dealt, table.deck_number - table.dealt
    for place in range(table.dealt, table.deck_number):
        domino = table.deck[place]
        for half in range(2):
            world.unseen.squares[TERRAIN[domino][half]] += 1
            world.unseen.crowns[TERRAIN[domino][half]] += CROWNS[domino][half]


cdef int prospect(const Foresight *world, int seat, int domino, int *direction, int *bit) noexcept nogil:
    """The highest worth of a placement of the domino, which is written; if it fits nowhere, that of its discard."""
    cdef const Kingdom *kingdom = &world.table.kingdoms[seat]
    cdef int found = best_worth(&world.zones[seat], kingdom, &world.table.bonus, domino, NULL, direction, bit)
    if found != NONE:
        return found
    direction[0] = NOBODY
    return -DISCARD - bare_cost(kingdom, kingdom.free)


cdef int turn_cost(const Table *table, int place) noexcept nogil:
    """The cost of choosing the domino at this place among the free ones: its owner acts later in the next round (R6)."""
    return LATER * place if table.lines_left else 0


cdef void _put(Foresight *world, int direction, int bit) noexcept nogil:
    """Place the domino in hand."""
    cdef int seat = world.table.mover, domino = hand(&world.table), shift
    cdef Kingdom *kingdom = &world.table.kingdoms[seat]
    cdef int x0 = kingdom.x0, y0 = kingdom.y0
    put(&world.table, direction, bit)
    shift = x0 - kingdom.x0 + (y0 - kingdom.y0) * STRIDE
    cover(&world.zones[seat], domino, direction, bit + shift, shift)
    _appraise(world, seat)


cdef void _discard(Foresight *world) noexcept nogil:
    """Discard the domino in hand."""
    cdef int seat = world.table.mover
    discard(&world.table)
    _appraise(world, seat)


cdef inline int _dominoes(const Kingdom *kingdom) noexcept nogil:
    return kingdom.placed + kingdom.discarded


cdef void _placed(const Foresight *world, Inner *inner, Move *into) noexcept nogil:
    """Write the placement with the highest worth, as planned if nothing has changed."""
    cdef const Table *table = &world.table
    cdef int seat = table.mover, domino = hand(table), direction = NOBODY, bit = 0
    cdef const Kingdom *kingdom = &table.kingdoms[seat]
    cdef const Plan *plan = &world.plans[seat]
    if plan.domino == domino and plan.dominoes == _dominoes(kingdom):
        direction, bit = plan.direction, plan.bit
    else:
        best_worth(&world.zones[seat], kingdom, &table.bonus, domino, inner, &direction, &bit)
    into.stage, into.domino, into.direction, into.bit = PLACE, domino, direction, bit


cdef int _chosen(Foresight *world, Inner *inner) noexcept nogil:
    """The domino with the highest prospect, minus the cost of acting later; its placement is kept as the seat's plan."""
    cdef Table *table = &world.table
    cdef uint8_t free[4]
    cdef int number = free_dominoes(table, free), seat = table.mover, place, found, best = NONE, equals = 0
    cdef int direction = 0, bit = 0
    cdef Plan *plan = &world.plans[seat]
    plan.domino = 0
    if number == 1:
        return free[0]
    for place in range(number):
        found = prospect(world, seat, free[place], &direction, &bit) - turn_cost(table, place)
        if found > best:
            best, equals = found, 0
        if found == best:
            equals += 1
            if equals == 1 or inner_below(inner, equals) == 0:
                plan.domino, plan.direction, plan.bit = free[place], direction, bit
    plan.dominoes = _dominoes(&table.kingdoms[seat])
    return plan.domino


cdef void decide(Foresight *world, Inner *inner, Move *into) noexcept nogil:
    """Write the move of this policy; the game is not over."""
    if world.table.stage == PLACE:
        _placed(world, inner, into)
    else:
        into.stage, into.direction, into.bit = world.table.stage, NOBODY, 0
        into.domino = _chosen(world, inner)


cdef void make(Foresight *world, const Move *move) noexcept nogil:
    """Make a legal move."""
    if move.stage != PLACE:
        choose(&world.table, move.domino)
    elif move.direction != NOBODY:
        _put(world, move.direction, move.bit)
    else:
        _discard(world)


cdef void play_out(Foresight *world, Inner *inner) noexcept nogil:
    """Play to the end with this policy on all seats."""
    cdef Move move
    while world.table.stage != OVER:
        decide(world, inner, &move)
        make(world, &move)


cdef int lead(const Foresight *world) noexcept nogil:
    """The points of `world.seat`, minus those of the best other seat."""
    cdef int other, most = NONE
    for other in range(world.table.players):
        if other != world.seat:
            most = max(most, points_of(&world.table, other))
    return points_of(&world.table, world.seat) - most

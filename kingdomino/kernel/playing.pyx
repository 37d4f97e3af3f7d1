"""Whole games by the plain policies, with the same draws and moves as in `kingdomino.simulation`."""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from kingdomino.kernel.draws cimport Inner, Twister, below, inner_below, randbelow
from kingdomino.kernel.greedy cimport NOWHERE, Places, Survey, best_places, forget, forget_domino
from kingdomino.kernel.kingdoms cimport (
    DOMINOES, KINGDOMINO_KERNEL_SOURCES, Board, Kingdom, count, first_halves, in_middle, nth,
)
from kingdomino.kernel.literature cimport begins, crowned_dominoes, worthy_dominoes, worthy_first_halves
from kingdomino.kernel.tables cimport (
    MOST_MOVES, OVER, PLACE, Move, Position, Table, begin_table, choose, discard, first_places, free_dominoes, hand,
    legal_moves, play_move, points_of, put, redeal, set_up,
)

from kingdomino.rules import FirstLine

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

cdef enum:
    ONE_BY_ONE, TOGETHER, AROUND  # how the kings of the first line are drawn (R5)
    MOST_POINTS = 288  # more than any kingdom can have
    MOST_ROUNDS = 13

cdef struct Tally:
    # By policy and seat: the number of games with each number of points, and the won games in twelfths.
    int64_t points[4][4][MOST_POINTS]
    int64_t wins[4][4]
    int64_t products[4][4]  # sums over games of the product of two policies' points
    int64_t middle, harmony, discards
    # By round: the turns in which a domino is placed, and the legal placements in them.
    int64_t turns[MOST_ROUNDS]
    int64_t options[MOST_ROUNDS]

ctypedef fused Source:
    Twister
    Inner

_FIRST_LINES = {FirstLine.DRAWN: ONE_BY_ONE, FirstLine.ALTERNATING: TOGETHER, FirstLine.SEATED: AROUND}


def play_games(rules, styles, int games, generator) -> dict:
    """Play `games` games and return their statistics; `generator` ends in the same state as after games by the rules.

    `styles` has for each policy the number of its way to place and to choose: 0 for any legal option, 1 for the most
    points at once, 2 for greedy-placement, 3 for full-greedy. In each next game every policy sits one seat further.
    `generator` is a `random.Random`. The result has `points[policy][seat]`, the number of games by points;
    `wins[policy][seat]`, in twelfths of a game; `products`, for two policies the sum over games of the product of their
    points; the totals `middle`, `harmony` and `discards`; and `turns` and `options` by round, from 0.
    """
    cdef Style wanted[4]
    cdef Twister twister
    cdef Tally tally
    cdef int players = len(styles), number, first_line = _FIRST_LINES[rules.first_line]
    cdef Position position = set_up(rules, players)
    _read_styles(wanted, styles, players)
    version, words, spare = generator.getstate()
    _read_words(&twister, words)
    memset(&tally, 0, sizeof(Tally))
    with nogil:
        for number in range(games):
            _play(&position.table, wanted, number, first_line, &twister, &tally)
    generator.setstate((version, _words(&twister), spare))
    return _report(&tally, players)


cdef void _play(
    const Table *blank, const Style *styles, int number, int first_line, Twister *twister, Tally *tally
) noexcept nogil:
    """Play one game, in which the policies sit `number` seats further, and add it to the tally."""
    cdef Table table = blank[0]
    cdef Style seated[4]
    cdef Survey surveys[4]
    cdef int players = table.players, seat, ahead = players - number % players  # the policy on seat 0
    for seat in range(players):
        seated[seat] = styles[(seat + ahead) % players]
        forget(&surveys[seat])
    _draw(&table, first_line, twister)
    while table.stage != OVER:
        seat = table.mover
        if table.stage == PLACE:
            tally.turns[table.round] += 1
            tally.options[table.round] += _place(&table, &surveys[seat], seated[seat].placing, twister)
        else:
            choose(&table, _chosen(&table, &surveys[seat], seated[seat].choosing, twister))
    _count(&table, ahead, tally)


cdef void play_out(Table *table, const Style *styles, Inner *inner) noexcept nogil:
    """Play a game to its end from any position, with a style for each seat and the present order of the deck."""
    cdef Survey surveys[4]
    cdef int seat
    for seat in range(table.players):
        forget(&surveys[seat])
    while table.stage != OVER:
        seat = table.mover
        if table.stage == PLACE:
            _place(table, &surveys[seat], styles[seat].placing, inner)
        else:
            choose(table, _chosen(table, &surveys[seat], styles[seat].choosing, inner))


cdef inline int _below(Source *source, int bound) noexcept nogil:
    if Source is Twister:
        return below(source, bound)
    else:
        return inner_below(source, bound)


cdef inline int _place(Table *table, Survey *survey, int style, Source *source) noexcept nogil:
    """Place the domino in hand or discard it; return the number of its legal placements, if anybody counts them."""
    cdef Board legal[4]
    cdef Board *masks = legal
    cdef const Kingdom *kingdom = &table.kingdoms[table.mover]
    cdef int domino = hand(table), x0 = kingdom.x0, y0 = kingdom.y0, ways = 0, direction, bit
    if Source is Twister or style != BEST:
        ways = first_halves(kingdom, domino, legal)
    if style == BEST:
        masks = _best(table, survey, domino)
    bit = _picked(table, style, source, masks, &direction)
    if bit < 0:
        discard(table)
        return 0
    put(table, direction, bit)
    forget_domino(survey, domino, kingdom.x0 != x0 or kingdom.y0 != y0)
    return ways


cdef inline Board *_best(Table *table, Survey *survey, int domino) noexcept nogil:
    """The placements with the most points at once; valid until the survey is used again."""
    return <Board *>best_places(&table.kingdoms[table.mover], &table.bonus, survey, domino).masks


cdef inline int _picked(Table *table, int style, Source *source, Board *masks, int *direction) noexcept nogil:
    """The bit of the first half, drawn from these placements, by the style from the best of them; -1 without any.

    Unless the style is `BEST`, `masks` is overwritten.
    """
    cdef int ways = count(masks[0]) + count(masks[1]) + count(masks[2]) + count(masks[3])
    if not ways:
        return -1
    if style != ANY and style != BEST and not begins(table, 1):
        ways = worthy_first_halves(table, style == FULL, masks)
    return nth(masks, _below(source, ways), direction)


cdef void _draw(Table *table, int first_line, Twister *twister) noexcept nogil:
    """Draw the deck and the kings, in the order of `kingdomino.machine.draw`, and begin the game."""
    cdef int place, first, each = table.kings_number // table.players
    for place in range(DOMINOES):
        table.deck[place] = place + 1
    _shuffle(table.deck, DOMINOES, twister)
    table.deck_number = DOMINOES
    if first_line == ONE_BY_ONE:
        for place in range(table.kings_number):
            table.kings[place] = place // each
        _shuffle(table.kings, table.kings_number, twister)
    elif first_line == TOGETHER:
        for place in range(table.players):
            table.kings[place] = place
        _shuffle(table.kings, table.players, twister)
        for place in range(table.players, table.kings_number):
            table.kings[place] = table.kings[place - table.players]
    else:
        first = below(twister, table.players)
        for place in range(table.kings_number):
            table.kings[place] = (first + place) % table.players
    begin_table(table)


cdef inline void _shuffle(uint8_t *items, int number, Twister *twister) noexcept nogil:
    """Same as `Random.shuffle`."""
    cdef int place, other
    for place in range(number - 1, 0, -1):
        other = randbelow(twister, place + 1)
        items[place], items[other] = items[other], items[place]


cdef inline int _chosen(Table *table, Survey *survey, int style, Source *source) noexcept nogil:
    """The domino that the style chooses."""
    cdef uint8_t free[4]
    cdef int gains[4]
    cdef int number = free_dominoes(table, free), place, best = NOWHERE, equals = 0
    if style == ANY or number == 1:
        return free[_below(source, number)]
    if style != BEST:
        if begins(table, 2):
            number = crowned_dominoes(free, number, free)
        elif style == FULL:
            number = worthy_dominoes(table, free, number, free)
        return free[_below(source, number)]
    for place in range(number):
        gains[place] = best_places(&table.kingdoms[table.mover], &table.bonus, survey, free[place]).gain
        if gains[place] == NOWHERE:
            gains[place] = 0
        best = max(best, gains[place])
    for place in range(number):
        if gains[place] == best:
            free[equals] = free[place]
            equals += 1
    return free[_below(source, equals)]


cdef void _count(Table *table, int ahead, Tally *tally) noexcept nogil:
    cdef Kingdom *kingdom
    cdef int points[4]  # by policy
    cdef int counted[4]  # by seat
    cdef int seat, policy, other, first = first_places(table, counted), share = 12 // count(first)
    for seat in range(table.players):
        kingdom, policy = &table.kingdoms[seat], (seat + ahead) % table.players
        points[policy] = counted[seat]
        tally.points[policy][seat][points[policy]] += 1
        if table.bonus.middle and in_middle(kingdom):
            tally.middle += 1
        if table.bonus.harmony and kingdom.placed == table.bonus.dominoes:
            tally.harmony += 1
        tally.discards += kingdom.discarded
        if first >> seat & 1:
            tally.wins[policy][seat] += share
    for policy in range(table.players):
        for other in range(table.players):
            tally.products[policy][other] += points[policy] * points[other]


def pick(Position position, style, seed) -> int:
    """The index in `legal` of the move that the seat to act makes with this style.

    `seed` is a 64-bit number that decides among equal moves. The position does not change.
    """
    cdef Style wanted[1]
    cdef Board masks[4]
    cdef Board *found
    cdef Inner inner
    cdef Survey survey
    cdef Table *table = &position.table
    cdef int direction = 0, bit, place
    inner.state = seed
    forget(&survey)
    if table.stage == OVER:
        raise ValueError("the game is over")
    _read_styles(wanted, [style], 1)
    if table.stage != PLACE:
        place = _chosen(table, &survey, wanted[0].choosing, &inner)
        return [command.domino for command in position.legal()].index(place)
    first_halves(&table.kingdoms[table.mover], hand(table), masks)
    found = _best(table, &survey, hand(table)) if wanted[0].placing == BEST else masks
    bit = _picked(table, wanted[0].placing, &inner, found, &direction)
    if bit < 0:
        return 0
    first_halves(&table.kingdoms[table.mover], hand(table), masks)
    place = count(masks[direction] & (((<Board>1) << bit) - 1))
    while direction:
        direction -= 1
        place += count(masks[direction])
    return place


def finish(Position position, styles, int times, seed) -> list:
    """Play the position to its end `times` times; return the points by seat of each game.

    Each game deals the unknown dominoes and kings again. `seed` is a 64-bit number; the same seed gives the same games.
    The position does not change.
    """
    cdef Style wanted[4]
    cdef Table table
    cdef Inner inner
    inner.state = seed
    _read_styles(wanted, styles, position.table.players)
    found = []
    for _ in range(times):
        table = position.table
        redeal(&table, &inner)
        play_out(&table, wanted, &inner)
        found.append(tuple([points_of(&table, seat) for seat in range(table.players)]))
    return found


def endings(Position position, int move, styles, seeds) -> list:
    """Play the position to its end once for each seed, which deals the unknown dominoes and kings again.

    The game begins with the legal move at index `move` of `position.legal()`; -1 for none. A 64-bit seed deals the same
    deck after every move, so that moves can be compared. Returns for each seed the points by seat, and the seats in
    first place (R12, R32) as bits. The position does not change.
    """
    cdef Style wanted[4]
    cdef Move moves[MOST_MOVES]
    cdef Table table
    cdef Inner inner
    cdef int legal = legal_moves(&position.table, moves)
    if not -1 <= move < legal:
        raise IndexError(f"there are {legal} legal moves, so none has the number {move}")
    _read_styles(wanted, styles, position.table.players)
    cdef int counted[4]
    found = []
    for seed in seeds:
        inner.state = seed
        table = position.table
        redeal(&table, &inner)
        if move >= 0:
            play_move(&table, &moves[move])
        play_out(&table, wanted, &inner)
        first = first_places(&table, counted)
        found.append((tuple([counted[seat] for seat in range(table.players)]), first))
    return found


cdef _read_styles(Style *into, styles, int players):
    cdef int place
    if len(styles) != players:
        raise ValueError(f"{len(styles)} styles for {players} players")
    for place, (placing, choosing) in enumerate(styles):
        if not (ANY <= placing <= FULL and ANY <= choosing <= FULL):
            raise ValueError("a style is 0 to 3 for placing, and 0 to 3 for choosing")
        into[place].placing, into[place].choosing = placing, choosing


cdef _read_words(Twister *twister, words):
    cdef int place
    if len(words) != 625 or not 0 <= words[624] <= 624:
        raise ValueError("the generator is not a Mersenne Twister of 624 words")
    for place in range(624):
        twister.words[place] = words[place]
    twister.at = words[624]


cdef tuple _words(Twister *twister):
    return (*[twister.words[place] for place in range(624)], twister.at)


cdef dict _report(Tally *tally, int players):
    seats = range(players)
    return {
        "points": [[list(tally.points[policy][seat]) for seat in seats] for policy in seats],
        "wins": [[tally.wins[policy][seat] for seat in seats] for policy in seats],
        "products": [[tally.products[policy][other] for other in seats] for policy in seats],
        "middle": tally.middle,
        "harmony": tally.harmony,
        "discards": tally.discards,
        "turns": list(tally.turns),
        "options": list(tally.options),
    }

"""A game of the base game with a limit: its state, the seat to act, and the legal moves (R2-R7, R10, R32).

Functions that run without the interpreter's lock check nothing and take only moves from `legal_moves`.
`Position` is the checked interface for Python.
"""

from libc.string cimport memset

from kingdomino.kernel.draws cimport Inner, inner_below
from kingdomino.kernel.kingdoms cimport (
    DOMINOES, KINGDOMINO_KERNEL_SOURCES, TERRAINS, Board, Count, Kingdom, STRIDE, begin_kingdom, count_kingdom, first_halves, lay, live_points,
    lowest,
)

from kingdomino.board.grid import UNLIMITED_REACH
from kingdomino.board.kingdom import DIRECTIONS, Placement
from kingdomino.board.numbers import Seat
from kingdomino.game import Stage
from kingdomino.game.commands import Choose, Discard, Place
from kingdomino.rules import FirstLine, GameKind

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

_STAGES = {
    Stage.CHOOSE_FIRST: CHOOSE_FIRST,
    Stage.PLACE: PLACE,
    Stage.CHOOSE: CHOOSE,
    Stage.OVER: OVER,
}
_STAGE_OF = {number: stage for stage, number in _STAGES.items()}


def plays(rules) -> bool:
    """True if the kernel plays this game: the base game with a limit (not R17, not Origins)."""
    return rules.game is GameKind.KINGDOMINO and not rules.no_limit


cdef int hand(const Table *table) noexcept nogil:
    """The domino that the seat to act has to place; the stage is PLACE."""
    cdef int place
    for place in range(table.line.number):
        if table.line.slots[place].seat != NOBODY:
            return table.line.slots[place].domino
    return 0


cdef Line *offer(Table *table) noexcept nogil:
    """The line from which kings choose."""
    return &table.line if table.stage == CHOOSE_FIRST else &table.next_line


cdef int free_dominoes(Table *table, uint8_t *into) noexcept nogil:
    """Write the dominoes on offer without a king, ascending, to `into` (room for 4); return their number."""
    cdef Line *line = offer(table)
    cdef int place, number = 0
    for place in range(line.number):
        if line.slots[place].seat == NOBODY:
            into[number] = line.slots[place].domino
            number += 1
    return number


cdef int legal_moves(Table *table, Move *into) noexcept nogil:
    """Write every legal move in the order of `kingdomino.machine.legal_commands` to `into` (room for MOST_MOVES)."""
    cdef uint8_t free[4]
    cdef Board masks[4]
    cdef int number, place, direction, domino
    if table.stage == OVER:
        return 0
    if table.stage != PLACE:
        number = free_dominoes(table, free)
        for place in range(number):
            into[place].stage, into[place].domino = table.stage, free[place]
            into[place].direction, into[place].bit = NOBODY, 0
        return number
    domino = hand(table)
    if not first_halves(&table.kingdoms[table.mover], domino, masks):
        into[0].stage, into[0].domino, into[0].direction, into[0].bit = PLACE, domino, NOBODY, 0
        return 1
    number = 0
    for direction in range(4):
        while masks[direction]:
            into[number].stage, into[number].domino = PLACE, domino
            into[number].direction, into[number].bit = direction, lowest(masks[direction])
            masks[direction] &= masks[direction] - 1
            number += 1
    return number


cdef void play_move(Table *table, const Move *move) noexcept nogil:
    """Make a legal move with its automatic consequences."""
    if move.stage != PLACE:
        choose(table, move.domino)
    elif move.direction == NOBODY:
        discard(table)
    else:
        put(table, move.direction, move.bit)


cdef void put(Table *table, int direction, int bit) noexcept nogil:
    """Place the domino in hand."""
    lay(&table.kingdoms[table.mover], hand(table), direction, bit)
    domino_laid(table)


cdef void domino_laid(Table *table) noexcept nogil:
    """Go on after the domino in hand was laid."""
    _after_domino(table)
    settle(table)


cdef void discard(Table *table) noexcept nogil:
    """Discard the domino in hand."""
    table.kingdoms[table.mover].discarded += 1
    _after_domino(table)
    settle(table)


cdef void choose(Table *table, int domino) noexcept nogil:
    """Put the king of the seat to act on a free domino on offer."""
    _claim(table, domino)
    settle(table)


cdef inline void _claim(Table *table, int domino) noexcept nogil:
    cdef Line *line = offer(table)
    cdef int place
    for place in range(line.number):
        if line.slots[place].domino == domino:
            line.slots[place].seat = table.mover
    if table.stage == CHOOSE:
        _next_turn(table)
        return
    table.king += 1
    if table.king < table.kings_number:
        table.mover = table.kings[table.king]
        table.drawn = max(table.drawn, table.king + 1)
    else:
        _begin_round(table)


cdef inline void _after_domino(Table *table) noexcept nogil:
    _leave_line(table, hand(table))
    if table.next_line.number:
        table.stage = CHOOSE
    else:
        _next_king(table)


cdef inline void _leave_line(Table *table, int domino) noexcept nogil:
    cdef int place, kept = 0
    for place in range(table.line.number):
        if table.line.slots[place].domino != domino:
            table.line.slots[kept] = table.line.slots[place]
            kept += 1
    table.line.number = kept


cdef inline void _next_king(Table *table) noexcept nogil:
    """Begin the turn of the lowest king on the line (R6); without one the game is over (R7)."""
    cdef int place
    table.stage = PLACE
    for place in range(table.line.number):
        if table.line.slots[place].seat != NOBODY:
            table.mover = table.line.slots[place].seat
            return
    table.stage, table.mover = OVER, NOBODY


cdef inline void _next_turn(Table *table) noexcept nogil:
    if table.line.number:
        _next_king(table)
    else:
        table.line = table.next_line
        _begin_round(table)


cdef inline void _begin_round(Table *table) noexcept nogil:
    table.round += 1
    _begin_turns(table)


cdef inline void _begin_turns(Table *table) noexcept nogil:
    """Dominoes that nobody chose leave the game (R4), the next line is dealt (R7), and the lowest king begins."""
    cdef int place, kept = 0
    for place in range(table.line.number):
        if table.line.slots[place].seat != NOBODY:
            table.line.slots[kept] = table.line.slots[place]
            kept += 1
    table.line.number = kept
    table.next_line.number = 0
    if table.lines_left:
        _deal(table, &table.next_line)
    _next_king(table)


cdef void draw_due(Table *table) noexcept nogil:
    """Draw the king or deal the line that is due, and act for idle seats."""
    if table.stage == CHOOSE_FIRST and table.mover == NOBODY:
        table.mover = table.kings[table.king]
        table.drawn = max(table.drawn, table.king + 1)
    elif table.stage == PLACE and not table.next_line.number and table.lines_left:
        _begin_turns(table)
    settle(table)


cdef void begin_table(Table *table) noexcept nogil:
    """Deal the first line and give the first king the turn; the deck and the kings must be set."""
    _deal(table, &table.line)
    table.mover = table.kings[0]


cdef inline void _deal(Table *table, Line *line) noexcept nogil:
    """Deal the next dominoes of the deck, in ascending order."""
    cdef int place, at
    cdef uint8_t domino
    for place in range(table.line_size):
        domino = table.deck[table.dealt + place]
        at = place
        while at and line.slots[at - 1].domino > domino:
            line.slots[at] = line.slots[at - 1]
            at -= 1
        line.slots[at].domino, line.slots[at].seat = domino, NOBODY
    line.number = table.line_size
    table.dealt += table.line_size
    table.lines_left -= 1


cdef void settle(Table *table) noexcept nogil:
    """Act for idle seats: discard their dominoes, and choose the lowest free domino for their kings (R32)."""
    cdef uint8_t free[4]
    while table.idle and table.stage != OVER and table.idle >> table.mover & 1:
        if table.stage == PLACE:
            table.kingdoms[table.mover].discarded += 1
            _after_domino(table)
        else:
            free_dominoes(table, free)
            _claim(table, free[0])


cdef void redeal(Table *table, Inner *inner) noexcept nogil:
    """Shuffle everything still unknown: the rest of the deck, and the kings that are not drawn."""
    cdef int place, other
    for place in range(table.deck_number - 1, table.dealt, -1):
        other = table.dealt + inner_below(inner, place - table.dealt + 1)
        table.deck[place], table.deck[other] = table.deck[other], table.deck[place]
    for place in range(table.kings_number - 1, table.drawn, -1):
        other = table.drawn + inner_below(inner, place - table.drawn + 1)
        table.kings[place], table.kings[other] = table.kings[other], table.kings[place]


cdef int points_of(const Table *table, int seat) noexcept nogil:
    """The present points of the seat's kingdom, with bonuses."""
    return live_points(&table.kingdoms[seat], &table.bonus)


cdef int first_places(const Table *table, int *points) noexcept nogil:
    """The seats, as bits, that would be in first place if the game ended now (R12, R32); write the points by seat."""
    cdef int seat
    for seat in range(table.players):
        points[seat] = points_of(table, seat)
    return first_by(table, points)


cdef int first_by(const Table *table, const int *points) noexcept nogil:
    """The seats, as bits, in first place with these points."""
    cdef int seat, best = -1, first = 0
    cdef bint nobody_stayed = table.left == (1 << table.players) - 1
    for seat in range(table.players):
        if nobody_stayed or not table.left >> seat & 1:
            if points[seat] > best:
                best, first = points[seat], 0
            if points[seat] == best:
                first |= 1 << seat
    return _untied(table, first) if first & (first - 1) else first


cdef int _untied(const Table *table, int tied) noexcept nogil:
    """The tied seats with the largest region; among equals, those with the most crowns (R12)."""
    cdef int seat, found, best = -1, first = 0
    cdef Count count
    for seat in range(table.players):
        if tied >> seat & 1:
            count_kingdom(&table.kingdoms[seat], &table.bonus, &count)
            found = count.largest << 6 | count.crowns  # a kingdom has fewer than 64 crowns
            if found > best:
                best, first = found, 0
            if found == best:
                first |= 1 << seat
    return first


cdef class Position:
    """A game in the kernel; created by `start` or `of`, and changed by `play` and `redeal`."""

    @staticmethod
    def start(rules, int players, chance) -> Position:
        """The game when all seats are taken, as from `machine.begin`; the rules must have passed `check`."""
        cdef Position position = set_up(rules, players)
        cdef Table *table = &position.table
        _fill_deck(table, chance.deck)
        _fill_kings(table, chance.kings)
        table.drawn = 1 if rules.first_line is FirstLine.DRAWN else table.kings_number
        begin_table(table)
        return position

    @staticmethod
    def of(game, deck=None, kings=None) -> Position:
        """The position of `game`, a `kingdomino.game.Game`.

        `deck` has the dominoes not dealt yet, in order. By default it has all dominoes that do not lie on the table,
        in ascending order, for `redeal`. `kings` is the order of all kings for the first choice. By default the
        kings that are not drawn follow in order of seats. Raises ValueError for a game that the kernel does
        not play, or in which a draw is due.
        """
        _check_plays(game.rules)
        return read_game(game, deck, kings, 0)

    @property
    def mover(self) -> int | None:
        """The seat to act; None if the game is over."""
        return None if self.table.mover == NOBODY else self.table.mover

    @property
    def stage(self):
        """The stage of the game."""
        return _STAGE_OF[self.table.stage]

    @property
    def round(self) -> int:
        """The round, from 1; 0 during the first choice."""
        return self.table.round

    def legal(self) -> list:
        """Every legal command, in the order of `machine.legal_commands`."""
        cdef Move moves[MOST_MOVES]
        cdef int number = legal_moves(&self.table, moves)
        return [_command(&self.table, &moves[place]) for place in range(number)]

    def play(self, int number) -> None:
        """Make the legal move at this index of `legal`; raises IndexError if there is none."""
        cdef Move moves[MOST_MOVES]
        cdef int legal = legal_moves(&self.table, moves)
        if not 0 <= number < legal:
            raise IndexError(f"there are {legal} legal moves, so none has the number {number}")
        play_move(&self.table, &moves[number])

    @property
    def deck(self) -> list:
        """The dominoes not dealt yet, in order; there may be more than will be dealt."""
        return [self.table.deck[place] for place in range(self.table.dealt, self.table.deck_number)]

    def redeal(self, seed) -> None:
        """Shuffle the rest of the deck and the kings that are not drawn, with a 64-bit seed."""
        cdef Inner inner
        inner.state = seed
        redeal(&self.table, &inner)

    def counts(self) -> list:
        """For each seat the present points, Middle Kingdom, Harmony, largest region and crowns."""
        cdef Count count
        found = []
        for seat in range(self.table.players):
            count_kingdom(&self.table.kingdoms[seat], &self.table.bonus, &count)
            total = count.points + count.middle + count.harmony
            found.append((total, count.middle, count.harmony, count.largest, count.crowns))
        return found

    def live_points(self) -> list:
        """The present points of each seat, without the counts that only decide ties; faster than `counts`."""
        return [points_of(&self.table, seat) for seat in range(self.table.players)]

    def first_places(self) -> list:
        """The seats that would be in first place if the game ended now (R12, R32)."""
        cdef int points[4]
        cdef int first = first_places(&self.table, points)
        return [seat for seat in range(self.table.players) if first >> seat & 1]

    def discards(self) -> list:
        """The number of discarded dominoes of each seat."""
        return [self.table.kingdoms[seat].discarded for seat in range(self.table.players)]

    def continuations(self, int depth) -> int:
        """The number of different sequences of `depth` moves, with the present order of the deck."""
        cdef Table table = self.table
        with nogil:
            depth = _continuations(&table, depth)
        return depth


cdef int _continuations(Table *table, int depth) noexcept nogil:
    cdef Move moves[MOST_MOVES]
    cdef int number = legal_moves(table, moves), place, found = 0
    cdef Table after
    if depth == 1:
        return number
    for place in range(number):
        after = table[0]
        play_move(&after, &moves[place])
        found += _continuations(&after, depth - 1)
    return found


cdef object _command(const Table *table, const Move *move):
    """The command of the rules."""
    cdef const Kingdom *kingdom
    if move.stage != PLACE:
        return Choose(move.domino)
    if move.direction == NOBODY:
        return Discard(move.domino)
    kingdom = &table.kingdoms[table.mover]
    x, y = kingdom.x0 + move.bit % STRIDE, kingdom.y0 + move.bit // STRIDE
    return Place(Placement(move.domino, x, y, DIRECTIONS[move.direction]))


cdef _check_plays(rules):
    if not plays(rules):
        raise ValueError("the kernel plays the base game with a limit only")


cdef Position set_up(rules, int players):
    """A position with castles alone and nothing dealt; raises ValueError if the kernel does not play the rules."""
    _check_plays(rules)
    return _blank(rules, players)


cdef Position _blank(rules, int players):
    if not 2 <= players <= 4:
        raise ValueError(f"a game is for 2 to 4 players, not {players}")
    cdef Position position = Position.__new__(Position)
    cdef Table *table = &position.table
    memset(table, 0, sizeof(Table))
    position.rules = rules
    table.players = players
    table.line_size, table.kings_number = rules.line_size(players), rules.kings(players)
    table.lines_left = rules.rounds(players)
    table.bonus.middle = rules.declaration.middle_kingdom if rules.middle_kingdom else 0
    table.bonus.harmony = rules.declaration.harmony if rules.harmony else 0
    table.bonus.dominoes = rules.dominoes_each(players)
    table.bonus.terrains = TERRAINS - 1 if rules.origins else TERRAINS
    for seat in range(players):
        begin_kingdom(&table.kingdoms[seat], rules.limit(players) or 7)  # empty without a limit: see `unlimited`
    return position


cdef _fill_deck(Table *table, deck):
    """Set the rest of the deck: enough dominoes for all lines, each once."""
    numbers = list(deck)
    known = set(range(1, DOMINOES + 1))
    if len(set(numbers)) != len(numbers) or not known.issuperset(numbers):
        raise ValueError("a deck has each of its dominoes once, numbered 1 to 48")
    if len(numbers) < table.lines_left * table.line_size:
        raise ValueError(f"{table.lines_left} lines are to be dealt from {len(numbers)} dominoes")
    for place, number in enumerate(numbers):
        table.deck[<int>place] = number
    table.deck_number = len(numbers)


cdef _fill_kings(Table *table, kings):
    if len(kings) != table.kings_number or not all(0 <= seat < table.players for seat in kings):
        raise ValueError(f"there are {table.kings_number} kings of seats below {table.players}")
    for place, seat in enumerate(kings):
        table.kings[<int>place] = seat


cdef Position read_game(game, deck, kings, int first):
    """The position of a game; in Origins only its dominoes and turns are read.

    `first` is added to the numbers of the dominoes: `DOMINOES` in Origins, 0 in the base game.
    """
    cdef Position position = _blank(game.rules, game.players)
    cdef Table *table = &position.table
    cdef int seat, place
    _check(game)
    table.stage = _STAGES[game.stage]
    table.mover = NOBODY if game.mover is None else game.mover
    table.round = game.round
    table.lines_left = game.deck_left // table.line_size
    _read_line(&table.line, game.line, first)
    _read_line(&table.next_line, game.next_line, first)
    for seat in range(table.players):
        _read_kingdom(&table.kingdoms[seat], game.kingdoms[seat], first, game.rules.no_limit)
    for seat in game.left:
        table.left |= 1 << seat
    for seat in game.idle:
        table.idle |= 1 << seat
    _read_kings(table, game, kings)
    _fill_deck(table, _unseen(game) if deck is None else deck)
    for place in range(table.deck_number):
        table.deck[place] += first
    return position


cdef Position read_due(game, deck, int first):
    """The same for a game in which a line or a king may be due, for `draw_due`; in any but the first line."""
    cdef bint king_is_due = game.mover is None and game.stage is Stage.CHOOSE_FIRST and game.dealt > 0
    cdef Position position = read_game(game._replace(mover=Seat(0)) if king_is_due else game, deck, None, first)
    if king_is_due:
        position.table.mover = NOBODY
    return position


cdef _check(game):
    """Raise ValueError for a game that the rules cannot lead to: C code could write outside its arrays."""
    slots = (*game.line, *game.next_line)
    if game.stage not in _STAGES or (game.mover is None) is not (game.stage is Stage.OVER):
        raise ValueError("a draw is due, or a step that the kernel does not know")
    if len(game.kingdoms) != game.players:
        raise ValueError(f"there are {len(game.kingdoms)} kingdoms for {game.players} players")
    if not {game.mover, *(slot.seat for slot in slots), *game.left, *game.idle} <= {None, *range(game.players)}:
        raise ValueError(f"a seat is none of {game.players}")
    numbers = [slot.domino for slot in slots]
    for kingdom in game.kingdoms:
        numbers += [*(place.domino for place in kingdom.placements), *kingdom.discarded]
        _check_kingdom(kingdom.placements, game.rules.limit(game.players))
    if len(set(numbers)) != len(numbers) or not set(range(1, DOMINOES + 1)).issuperset(numbers):
        raise ValueError("a domino is there twice, or is none of 1 to 48")
    _check_lines(game)


cdef _check_lines(game):
    """Check that the seat to act has a king, and that every king finds a domino."""
    if max(len(game.line), len(game.next_line)) > game.rules.line_size(game.players):
        raise ValueError("a line is too long")
    kings = [slot.seat for slot in game.line if slot.seat is not None]
    free = sum(slot.seat is None for slot in game.next_line)
    if game.stage is Stage.CHOOSE_FIRST:
        lacks = len(game.line) < game.rules.kings(game.players) or len(kings) >= game.rules.kings(game.players)
    elif game.stage is Stage.CHOOSE:
        lacks = free <= len(kings)
    else:
        lacks = game.stage is Stage.PLACE and (kings[:1] != [game.mover] or 0 < len(game.next_line) and free < len(kings))
    if lacks:
        raise ValueError("the seat to act has no king on the line, or too few dominoes are on offer")


cdef _check_kingdom(placements, limit):
    """Check that no square is covered twice, and none is beyond the limit (R9) or the reach of 12 dominoes (R17)."""
    squares = [(0, 0)]
    for place in placements:
        squares += [(place.x, place.y), (place.x + place.direction.dx, place.y + place.direction.dy)]
    extents = [max(line) - min(line) for line in zip(*squares)]
    if limit is None and (len(placements) > 12 or max(map(abs, sum(squares, ()))) > UNLIMITED_REACH):
        raise ValueError(f"a kingdom has more than 12 dominoes, or a square further than {UNLIMITED_REACH} from its castle")
    if len(set(squares)) != len(squares) or limit is not None and max(extents) >= limit:
        raise ValueError(f"a kingdom covers a square twice, or more than {limit} columns or rows")


cdef _read_line(Line *line, slots, int first):
    line.number = len(slots)
    for place, (domino, seat) in enumerate(slots):
        line.slots[<int>place].domino = first + domino
        line.slots[<int>place].seat = NOBODY if seat is None else seat


cdef _read_kingdom(Kingdom *into, kingdom, int first, bint no_limit):
    cdef int domino, direction
    for domino, x, y, towards in () if no_limit else kingdom.placements:
        direction = DIRECTIONS.index(towards)
        lay(into, first + domino, direction, (y - into.y0) * STRIDE + x - into.x0)
    into.discarded = len(kingdom.discarded)


cdef _read_kings(Table *table, game, kings):
    """Read the kings that have chosen, those that wait, and those that are not drawn."""
    each = table.kings_number // table.players
    if game.stage is not Stage.CHOOSE_FIRST:
        table.king = table.drawn = table.kings_number
        return
    chosen = [slot.seat for slot in game.line if slot.seat is not None]
    known = [*chosen, *game.waiting]
    rest = [seat for seat in range(table.players) for _ in range(each - known.count(seat))]
    _fill_kings(table, [*known, *rest] if kings is None else kings)
    table.king, table.drawn = len(chosen), game.drawn


cdef list _unseen(game):
    """All dominoes of the set that do not lie on the table, ascending."""
    seen = {slot.domino for slot in (*game.line, *game.next_line)}
    for kingdom in game.kingdoms:
        seen.update(placement.domino for placement in kingdom.placements)
        seen.update(kingdom.discarded)
    return [number for number in range(1, DOMINOES + 1) if number not in seen]
